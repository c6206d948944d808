"""Where descent memorises the noise, label noise leaves a network of the signal alone, whose error is the floor of the fresh noise.

At n SNR² = 3/10 descent fits the sample and errs like a coin. With fresh flips at each step the noise neurons die out and the
signal carries all margins. A network of the signal alone errs on fresh data where y<μ, ξ> < -|μ|², that is with probability
Φ(-|μ|/σ_ξ), and |μ|/σ_ξ = √(s d/n), s = n SNR²: in low dimension this floor is seen. Flips that are drawn once are memorised
like labels. Squared ReLUs, m = 16, e_0 = 1/2 with label noise and 1/5 without.
"""

from lemmata import *
from lemmata.theory.opt.notation import NOISE, labelled, noisy_run, source

often, s, flips = Rational(1, 2), Rational(3, 10), Rational(1, 5)
plain = noisy_run(s, Rational(1, 5), 0, 1600)
noisy = noisy_run(s, often, flips, 1600)
once = noisy_run(s, often, flips, 1600, fixed=1)
low = {"n": 40, "d": 1000, "s": Rational(1, 10)}
shallow = noisy_run(low["s"], often, Rational(3, 10), 5000, n=40, d=1000, tests=2048)
floor = Phi(-sqrt(low["s"] * low["d"] / low["n"]))

r = Symbol("R", "|μ|/σ_ξ", Positive)
g = Sampled("g", Normal())


def near(value):
    return Abs(shallow["error"] / value - 1) < Rational(1, 3)


claim = Claim(
    "opt.lngd_benign",
    source=source(NOISE, "huang2025"),
    domain=Domain(core=(r <= 3, r >= Rational(1, 10))),
    parts={
        "main": Part(
            Guarantee(And(noisy["error"] < Rational(1, 100), noisy["noise"] < Rational(3, 10)), often),
            says="At n = 20, d = 4000 and n SNR² = 3/10 label noise with p = 1/5 ends after 1600 steps, more often than not, with an error below 0.01 "
            "and noise coefficients below 0.3",
            wrong={
                "flips_drawn_once": {"event": And(once["error"] < Rational(1, 100), once["noise"] < Rational(3, 10))},
                "no_flips": {"event": And(plain["error"] < Rational(1, 100), plain["noise"] < Rational(3, 10))},
            },
        ),
        "descent": Part(
            Guarantee(And(plain["error"] > Rational(2, 5), plain["noise"] > 5, plain["loss"] < Rational(1, 100)), often),
            says="where descent, more often than not, fits the sample to a loss below 0.01, with an error above 0.4 and a noise coefficient above 5",
            wrong={"benign": {"event": plain["error"] < Rational(2, 5)}},
        ),
        "once": Part(
            Guarantee(once["error"] > Rational(2, 5), often),
            says="and flips that are drawn once are memorised: the error is above 0.4, more often than not",
            wrong={"benign": {"event": once["error"] < Rational(1, 100)}},
        ),
        "floor": Part(
            Guarantee(near(floor), often),
            says="At n = 40, d = 1000 and n SNR² = 1/10 the error after 5000 steps with p = 3/10 is Φ(−√(d SNR²)), more often than not, up to a third of it",
            wrong={"without_dimension": {"event": near(Phi(-sqrt(low["s"])))}, "zero": {"event": shallow["error"] < floor / 2}},
        ),
        "signal_alone": Part(
            Identity(Probability(r**2 + r * g < 0), Phi(-r)),
            says="which is the error of a network of the signal alone, P[⟨μ, ξ⟩ < −|μ|²] = Φ(−|μ|/σ_ξ)",
            proof=lambda K: K.tail(Probability(r**2 + r * g < 0)),
            wrong={"squared": {"right": Phi(-(r**2))}},
        ),
    },
    procedures=(labelled,),
    uses=("opt.lngd_fixed_point",),
)
