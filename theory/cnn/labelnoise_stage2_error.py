"""A network that has memorised flipped labels may be right on nearly all fresh data: the printed error of τ/2 is not forced.

At the largest margin M the costs of signal and noise, γ²/|μ|² + (n/2)(1 - τ)ρ_c²/|ξ|² + (n/2)τρ_n²/|ξ|² with ρ_c = M - γ for true
and ρ_n = M + γ for flipped labels, are least at γ/M = (1 - 2τ)S/(1 + S), S = n SNR²/2 if all neurons of a sample's sign carry its
noise (if half of them do the costs of noise are twice as high, and S is n SNR²): the signal keeps a fixed share of the margin,
while fresh noise adds O(M√(n/d)), so that the error is exp(-Ω(d/n)) for ever. If the labels of fresh data are flipped as well, the
error is at least τ at all times, trivially, and the bound exp(-Ω(d/n)) of stage I is false. No reading makes both bounds true for
large d/n; which one the paper has was not looked up. Runs as in cnn.labelnoise_stage2_fit: τ = 1/5, d = 10 n.
"""

from lemmata import *
from lemmata.theory.cnn.labelnoise_stage1 import HEADING, flipped, nine
from lemmata.theory.cnn.labelnoise_stage2_fit import long, low
from lemmata.theory.cnn.notation import source

tau = Symbol("τ", "probability of a flipped label", Positive)
e = Symbol("e", "error with true labels", NonNegative)
S = Symbol("S", "n SNR²/2", Positive)
g = Symbol("g", "γ/M")
run = long()
share = Rational(1, 5)
memorised = (run["train"] <= low, run["fit"] >= 1)


def given(error, flips=tau):
    """The share of fresh data whose given label is missed."""
    return flips * (1 - error) + (1 - flips) * error


cost = g**2 / S + (1 - tau) * (1 - g) ** 2 + tau * (1 + g) ** 2  # over nM²/(2|ξ|²)
claim = Claim(
    "cnn.labelnoise_stage2_error",
    source=source(HEADING, "han2025b"),
    domain=Domain(tau <= Rational(1, 2), e <= 1, core=(S >= Rational(1, 2), S <= 10, tau >= Rational(1, 50))),
    parts={
        "main": Part(
            Guarantee(And(*memorised, run["last"] <= share / 8), nine),
            says="At τ = 1/5, n SNR² = 8 and d = 10 n nine tenths of the runs fit all given labels and err on fresh true labels with probability "
            "τ/8 at most",
            printed=Print(
                readings={
                    "true_labels": ({"event": And(*memorised, run["last"] >= share / 2)}, "fails"),
                    "flipped_labels": ({"event": And(*memorised, given(run["last"], share) >= share / 2)}, "holds"),
                },
                erratum=Erratum.unclear(
                    "with true labels of fresh data the error stays far below τ/2 where d ≫ n, also at a training loss near 0; with labels that are "
                    "flipped as in the sample the bound is trivial, but then the bound exp(−Ω(d/n)) of stage I is false"
                ),
            ),
            wrong={"like_stage_one": {"event": And(*memorised, run["last"] <= run["error"])}},
        ),
        "worse": Part(
            Guarantee(And(*memorised, run["last"] > 10 * run["error"]), nine),
            says="and with more than ten times the probability of step three",
            wrong={"better": {"event": And(*memorised, run["last"] <= run["error"])}},
        ),
        "signal_stays": Part(
            Guarantee(And(*memorised, run["share"] > Rational(3, 10)), nine),
            says="and keep a mean signal coefficient above 3/10 of the mean margin",
            wrong={"signal_lost": {"event": And(*memorised, run["share"] < Rational(1, 10))}},
        ),
        "trivial": Part(
            Inequality(tau, given(e)),
            says="If fresh labels are flipped with probability τ ≤ 1/2, at least the share τ of them is missed, at all times",
            proof=lambda K: K.compare(tau, given(e), given=(tau <= Rational(1, 2),)),
            wrong={"twice": {"left": 2 * tau}},
        ),
        "largest_margin": Part(
            Optimality(cost, {g: (1 - 2 * tau) * S / (1 + S)}),
            says="Among γ = gM, the cost of a margin M is least at g = (1 − 2τ)S/(1 + S)",
            wrong={"one_tau": {"at": {g: (1 - tau) * S / (1 + S)}}, "all_noise": {"at": {g: (1 - 2 * tau) * S / (2 + S)}}},
        ),
    },
    procedures=(flipped,),
    uses=("cnn.labelnoise_stage2_fit",),
)
