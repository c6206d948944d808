"""Benign overfitting turns into harmful overfitting at one value of n SNR^q, whatever the sample size.

With σ = max(·, 0)^q, q > 2, and a small start, signal and noise race: an inner product obeys u' = c u^(q-1) and blows up at
1/((q-2) c u₀^(q-2)), with c proportional to SNR²/2 and u₀ to s₀ SNR for the signal, c to 1/n and u₀ to s₀ for the noise.
So the ratio of the two times is (n/2) SNR^q times a ratio of Gaussian maxima to the power q - 2, which is near 1 (and holds
the logarithms of the tilde of Ω̃): the boundary is at n SNR^q = 2. With Ω in the place of Ω̃ both hypotheses of the theorem
would hold at n SNR^q = Θ(1), and its conclusions contradict each other. Units σ_ξ² d = 1, |μ| = SNR; the noise is orthogonal to
the signal; full-batch descent until the training loss is at most ``stop``. Judged by events: the test loss is at most 0.35.
"""

from lemmata import *
from lemmata.theory.cnn.notation import d, source

h = Symbol("h", "number of samples of each class", Naturals)
q = Symbol("q", "power of the activation", Naturals)
s0 = Symbol("s₀", "standard deviation of <w, ξ> at the start", Positive, latex="s_0")
snr = Symbol("SNR", "signal-to-noise ratio |μ|/|ξ|", Positive, latex=r"\mathrm{SNR}")
n, m = 2 * h, 16

PARAMETERS = ("n", "d", "SNR", "q", "m", "s0", "rate", "stop")
OUTPUTS = {"loss": "logistic loss on fresh data", "error": "share of fresh data with the wrong sign", "train": "training loss"}
literal = Procedure("literal", "descent on the weights of the two-layer network in R^d", PARAMETERS, OUTPUTS)
training = Procedure("training", "the same in the coordinates that descent moves", PARAMETERS, OUTPUTS)
FIXED = {"m": m, "s0": s0, "d": d}
COARSE = {"rate": Rational(1, 2), "stop": Rational(1, 20)}


def side(v, low, high):
    """A network at q = 3 and n SNR³ = v, trained to a loss of at most 0.02: (test loss and error at most, at least)."""
    ratio = (v / n) ** Rational(1, 3)
    slow = Rational(1, 10) / Maximum(1, n * ratio**2)
    run = literal(n=n, SNR=ratio, q=3, **FIXED, rate=slow, stop=Rational(1, 50))
    fitted = run["train"] <= Rational(1, 50)
    if low:
        return And(fitted, run["loss"] <= low[0], run["error"] <= low[1])
    return And(fitted, run["loss"] >= high[0], run["error"] >= high[1])


LOW, HIGH = (Rational(1, 20), Rational(1, 100)), (Rational(3, 5), Rational(2, 5))
well = Probability(literal(n=n, SNR=snr, q=q, **FIXED, **COARSE)["loss"] <= Rational(7, 20))
critical = (2 / n) ** (1 / q)

claim = Claim(
    "cnn.cao_phase",
    source=source("MAIN RESULTS"),
    domain=Domain(
        (q >= 3, q <= 4, h >= 4, d >= 400, s0 <= Rational(3, 10)),
        core=(h <= 8, d <= 2000, s0 >= Rational(1, 20), s0 <= Rational(1, 10)),
    ),
    parts={
        "main": Part(
            Phase(well, Rational(1, 2), critical, control=snr, rising=True, span=(Rational(1, 2), 2)),
            says="For (ReLU)^q, q = 3 or 4, more than half of the trained networks overfit benignly (test loss at most 0.35 at training "
            "loss 0.05) from n SNR^q = 2 on, whatever n and q",
            wrong={
                "power_q-1": {"critical": (2 / n) ** (1 / (q - 1))},
                "power_2q": {"critical": (2 / n) ** (1 / (2 * q))},
                "n_squared": {"critical": (4 / n**2) ** (1 / q)},
                "snr_alone": {"critical": Rational(1, 2) ** (2 / q)},
                "swapped": {"rising": False},
            },
        ),
        "harmful": Part(
            Guarantee(side(Rational(1, 5), None, HIGH), Rational(9, 10)),
            says="At q = 3 and n SNR³ = 1/5 nine tenths fit the sample to a loss of 0.02 and have test loss 0.6 and error 0.4 at least",
            wrong={"swapped_harmful": {"event": side(Rational(1, 5), LOW, None)}, "at_three": {"event": side(3, None, HIGH)}},
        ),
        "benign": Part(
            Guarantee(side(15, LOW, None), Rational(9, 10)),
            says="At q = 3 and n SNR³ = 15 nine tenths fit the sample to a loss of 0.02 and have test loss 0.05 and error 0.01 at most",
            wrong={"swapped_benign": {"event": side(15, None, HIGH)}, "at_three": {"event": side(3, LOW, None)}},
        ),
    },
    procedures=(literal, training),
    reductions=(
        Reduction(literal, training, small={"h": 2, "d": 40, "s₀": Rational(3, 10), "SNR": Rational(4, 5)}, how="observables"),
    ),
    notes="Networks of 16 neurons of each sign. The polylogarithmic thresholds and d = poly(n, m) of the theorem are not covered. At q = 2 the boundary drifts, with a "
    "logarithm, and q = 1 has another law.",
)
