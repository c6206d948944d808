"""The contrastive loss is positive, compares each negative with the positive pair, and is log(1 + M) where all agree.

The print has neither the arguments x, x⁺, x_j⁻ in its body nor an index j in the sum: read with one and the same pair
everywhere the loss is the constant log(1 + M), whose gradient is zero; with a denominator that does not depend on i it has no
lower bound. Meant is -log(e^(s/τ)/(e^(s/τ) + Σ_j e^(S_j/τ))) with the similarity s of the positive pair and S_j of the
negatives, which is log(1 + Σ e^((S_j - s)/τ)) > 0.
"""

from lemmata import *
from lemmata.theory.contrastive.notation import M, S, ones, s, share, source, tau, total
from lemmata.theory.language.calculus import Z as z

loss = -log(share)
b = Symbol("b", "similarity of a fixed pair", Reals)
same = -log(exp(s / tau) / (exp(s / tau) + M * exp(s / tau)))  # one pair everywhere
fixed = -log(exp(s / tau) / (exp(b / tau) + M * exp(b / tau)))  # a denominator without i and j


def compared(sign=1, scale=1 / tau):
    """log(1 + Σ exp of the scaled differences)."""
    return log(1 + total(Entrywise(Lambda(z, exp(scale * (sign * z - s))), S)))


equal = loss.xreplace({S: s * ones})

claim = Claim(
    "contrastive.loss",
    source=source("MULTI-MODEL CONTRASTIVE LEARNING [2]"),
    domain=Domain(core=(M <= 7, tau >= 0.2, tau <= 5, s >= -3, s <= 3, b >= -3, b <= 3)),
    parts={
        "main": Part(
            Identity(loss, compared(), scale=1 + compared()),
            says="The loss is log(1 + Σ_j exp((S_j − s)/τ)) with s the similarity of the positive pair and S_j those of the negatives",
            printed=Print(
                left=same,
                erratum=Erratum.misprint(
                    "x⁺ and x_j⁻ do not appear in the body; with one pair in the place of all the loss is the constant log(1 + M). The "
                    "denominator is exp(Sim(x, x⁺)/τ) + Σ_j exp(Sim(x, x_j⁻)/τ)"
                ),
            ),
            wrong={
                "no_positive": {"right": log(total(Entrywise(Lambda(z, exp((z - s) / tau)), S)))},
                "tau_multiplied": {"right": compared(scale=tau)},
                "negatives_flipped": {"right": compared(sign=-1)},
            },
        ),
        "positive": Part(
            Inequality(Integer(0), loss),
            says="It is not negative",
            printed=Print(
                readings={"denominator_without_i": (Edit(right=fixed), "fails")},
                erratum=Erratum.unclear("if Sim(x, x̂′) in the denominator is the same for all i the loss has no lower bound"),
            ),
        ),
        "equal": Part(
            Identity(equal, log(1 + M)),
            says="and log(1 + M) where all similarities agree",
            wrong={"negatives_only": {"right": log(M)}},
        ),
        "still": Part(
            Identity(Slope(same, s, along=Integer(1)), Integer(0), scale=1 / tau),
            says="With one pair in the place of all of them it has no gradient",
            proof="derivative",
            wrong={"as_meant": {"left": Slope(loss, s, along=Integer(1))}},
        ),
    },
)
