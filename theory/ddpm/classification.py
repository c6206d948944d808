"""A classifier learns the dominant feature if its neurons grow at least exponentially; with ReLU it learns both in proportion to n SNR².

With squared ReLUs signal and noise coefficients grow exponentially at rates with the ratio n SNR²/2, so that the larger rate
wins by orders of magnitude: at n SNR² = 3/10 the largest <w, μ> stays below a hundredth of the largest <w, ξ_i>, at 10 it is
fifty times above. With ReLU both grow linearly and the ratio is between s/4 and 11s/20, s = n SNR²: neither is "approximately
0" where the other is not. Which one wins is decided by n SNR² at n = 8 and 32 alike, and not by n SNR. The print does not state
the activation. Runs: n = 20, m = 16, d = 2000, starts of size 1/1000, until
the training loss is 1/50; largest over neurons and samples.
"""

from lemmata import *
from lemmata.theory.ddpm.notation import source

fitted = Procedure(
    "fitted",
    "descent of the two-layer classifier until it fits",
    ("n", "m", "d", "s", "q", "s0", "rate", "stop", "steps"),
    {"signal": "largest |⟨w, μ⟩|", "noise": "largest |⟨w, ξ_i⟩|", "ratio": "their ratio", "train": "training loss"},
)
SIZES = {"n": 20, "m": 16, "d": 2000, "s0": Rational(1, 1000), "rate": Rational(1, 5), "stop": Rational(1, 50), "steps": 3000}
often = Rational(1, 2)
snr = Symbol("s", "n SNR²", Positive)
weak, strong = Rational(3, 10), Integer(10)


def run(s, q=2, n=20):
    return fitted(s=s, q=q, **(SIZES | {"n": n}))


def fits(found):
    return found["train"] <= SIZES["stop"]


def noise_wins(s, *of):
    found = run(s, *of)
    return And(fits(found), 100 * found["ratio"] < 1, found["noise"] > 1)


def signal_wins(s, *of):
    found = run(s, *of)
    return And(fits(found), found["ratio"] > 50, found["signal"] > 1)


def proportional(q=1, power=1):
    """The ratio over s is between 1/4 and 11/20."""
    found = run(snr, q)
    return And(fits(found), found["ratio"] > snr**power / 4, found["ratio"] < Rational(11, 20) * snr**power)


claim = Claim(
    "ddpm.classification",
    source=source("DIFFUSION MODEL FEATURE LEARNING"),
    domain=Domain(core=(snr >= Rational(1, 10), snr <= 10)),
    parts={
        "main": Part(
            Guarantee(noise_wins(weak), often),
            says="With squared ReLUs, more often than not, the noise dominates the signal a hundredfold at n SNR² = 0.3",
            printed=Print(
                readings={
                    "squared_relu": ({"event": noise_wins(Rational(1, 10))}, "holds"),
                    "relu": ({"event": noise_wins(weak, 1)}, "fails"),
                },
                erratum=Erratum.unclear(
                    "the activation is not printed: with squared ReLUs one feature dominates by orders of magnitude; with ReLU the ratio of the two "
                    "is of order n SNR², as it is for the diffusion model"
                ),
            ),
            wrong={"swapped": {"event": signal_wins(weak)}},
        ),
        "signal": Part(
            Guarantee(signal_wins(strong), often),
            says="and the signal the noise fiftyfold at 10",
            wrong={"swapped": {"event": noise_wins(strong)}, "relu": {"event": signal_wins(strong, 1)}},
        ),
        "sizes": Part(
            Guarantee(
                And(signal_wins(strong, 2, 8), signal_wins(strong, 2, 32), noise_wins(weak, 2, 8), noise_wins(weak, 2, 32)),
                often,
            ),
            says="With n = 8 and with n = 32 samples it is the same two",
            wrong={"n_snr": {"event": And(signal_wins(strong, 2, 8), signal_wins(strong * 8 / 32, 2, 32))}},
        ),
        "relu": Part(
            Guarantee(proportional(), often),
            when=(snr >= Rational(1, 10), snr <= 10),
            says="With ReLU the ratio of the two is between 1/4 and 11/20 times n SNR², from n SNR² = 1/10 to 10",
            wrong={"squared_relu": {"event": proportional(2)}, "root": {"event": proportional(power=often)}},
        ),
    },
    procedures=(fitted,),
)
