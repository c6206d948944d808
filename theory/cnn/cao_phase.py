"""Benign overfitting turns into harmful overfitting at one value of n SNR^q, whatever the sample size, width and dimension.

With σ = max(., 0)^q, q > 2, and a small start, signal and noise race: an inner product obeys u' = c u^(q-1) and blows up at
1/((q - 2) c u_0^(q-2)), with c ∝ SNR²/2, u_0 ∝ s_0 SNR for the signal and c ∝ 1/n, u_0 ∝ s_0 for the noise. So the ratio of the
two times is (n/2) SNR^q times a ratio of Gaussian maxima, of which only logarithms are left: the tilde of Ω~, without which the
two hypotheses would overlap and their conclusions contradict each other. Judged is where the loss on fresh data, at the first
training loss ≤ 0.05, crosses 0.35 as the signal grows, against σ_ξ √d (9/(5n))^(1/q); and both sides, at training loss ≤ 0.02.
"""

from sympy import And

from lemmata import (
    Claim,
    Domain,
    Guarantee,
    Mean,
    Naturals,
    Part,
    Phase,
    Positive,
    Procedure,
    Rational,
    Reduction,
    Symbol,
    sqrt,
)
from lemmata.theory.cnn.notation import d, m, source

k = Symbol("k", "samples of each class", Naturals)
q = Symbol("q", "power of the activation", Naturals)
M = Symbol("M", "norm of the signal", Positive, latex=r"\|\mu\|")
s = Symbol("s", "standard deviation of a noise entry", Positive, latex=r"\sigma_\xi")
s0 = Symbol("s0", "standard deviation of <w, ξ> at the start", Positive, latex="s_0")
V = Symbol("V", "n SNR^q", Positive)
n, SIDE = 2 * k, sqrt(d)

PARAMETERS = ("n", "d", "m", "q", "signal", "noise", "start", "rate", "slow", "stop")
OUTPUTS = {"loss": "logistic loss on fresh data", "error": "0-1 error on fresh data", "train": "training loss at the stop"}
descent = Procedure("descent", "full-batch gradient descent in R^d", PARAMETERS, OUTPUTS)
basis = Procedure("basis", "the same in an orthonormal basis of the span of the noise", PARAMETERS, OUTPUTS)


def crossing(train):
    """Training at step size 1/2 in units of nm/(σ_ξ² d), to the training loss 0.05."""
    return train(n=n, d=d, m=m, q=q, signal=M, noise=s, start=s0, rate=Rational(1, 2), slow=0, stop=Rational(1, 20))


def side(power=3):
    """Training at n SNR^3 = V with small steps, to the training loss 0.02."""
    strength = s * sqrt(d) * (V / n) ** Rational(1, power)
    return basis(n=n, d=d, m=m, q=3, signal=strength, noise=s, start=s0, rate=Rational(1, 10), slow=1, stop=Rational(1, 50))


def critical(count=n, power=q, root=SIDE):
    """The norm of the signal at which n SNR^q = 9/5."""
    return s * root * (Rational(9, 5) / count) ** (1 / power)


run = side()
fitted = run["train"] <= Rational(1, 50)
benign = And(fitted, run["loss"] <= Rational(1, 20), run["error"] <= Rational(1, 100))
harmful = And(fitted, run["loss"] >= Rational(3, 5), run["error"] >= Rational(2, 5))

claim = Claim(
    "cnn.cao_phase",
    source=source("MAIN RESULTS"),
    domain=Domain(
        *(q >= 3, s0 <= Rational(3, 10), d >= 10 * k + 10 * m),
        core=(k >= 3, k <= 8, q <= 4, m >= 12, m <= 16, d >= 300, d <= 700, s0 >= 0.1, s >= 0.5, s <= 2, V >= 0.1, V <= 40),
    ),
    procedures=(descent, basis),
    reductions=(
        Reduction(
            crossing(descent)["loss"],
            by=crossing(basis)["loss"],
            small={"k": 2, "d": 60, "m": 4, "q": 3, "s": 1.0, "s0": 0.2, "M": 5.0},
            how="observables",
        ),
    ),
    parts={
        "main": Part(
            Phase(Mean(crossing(descent)["loss"]), Rational(35, 100), critical(), control=M, span=(Rational(1, 2), 2)),
            says="For (ReLU)^q, q > 2, the loss on fresh data crosses 0.35 where |μ| is about σ_ξ √d (9/(5n))^(1/q), that is n SNR^q = 9/5",
            wrong={
                "power_q-1": {"critical": critical(power=q - 1)},
                "power_q+1": {"critical": critical(power=q + 1)},
                "n_squared": {"critical": critical(count=n**2)},
                "snr_alone": {"critical": critical(count=1)},
                "norm_alone": {"critical": critical(root=1)},
                "swapped": {"rising": True},
            },
        ),
        "benign": Part(
            Guarantee(benign, Rational(9, 10)),
            when=(V >= 15,),
            says="At n SNR³ in [15, 40] the fitted network has loss at most 0.05 and error at most 0.01 with probability 0.9 or more",
            wrong={"harmful": {"event": harmful}},
        ),
        "harmful": Part(
            Guarantee(harmful, Rational(9, 10)),
            when=(V <= Rational(1, 5),),
            says="At n SNR³ in [0.1, 0.2] the fitted network has loss at least 0.6 and error at least 0.4 with probability 0.9 or more",
            wrong={"benign": {"event": benign}},
        ),
    },
    notes="The polylogarithmic factors and d = poly(n, m) of the theorem are not covered. At q = 2 the crossing drifts "
    "(logarithmically), and q = 1 has another law. L_D is the logistic loss on fresh data, not the 0-1 error.",
)
