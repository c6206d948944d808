"""Signal and noise with and without label noise: descent ends with noise that grows like a logarithm, label noise with signal alone.

Without label noise the margin M_i of a sample that the noise carries has M' = 4e_0|ξ_i|²/(σ_ξ²d) M/(1 + e^M) for the squared
ReLU, however many neurons share it: Ei(M_i) + log M_i grows linearly and M_i like log t, unbounded. The signal grows until the
loss is gone, by a factor below 3 at n SNR² = 3/10. With label noise the signal grows by a factor above 20 while the noise stays
bounded, and in the end the noise is gone. Runs as in opt.lngd_benign; "exponentially" is opt.lngd_signal_rate. The two pictures
beside the table, errors over sample size and n SNR², are not run: at small n SNR² they take 1/(n SNR²) as many steps, and opt.lngd_benign has one place of either kind.
"""

from lemmata import *
from lemmata.theory.opt.notation import NOISE, labelled, noisy_run, source

often = Rational(1, 2)
u, M = Symbol("u", "a margin", Positive), Symbol("M", "margin", Positive)
start, c, T = (
    Symbol("M₀", "margin at the start", Positive, latex="M_0"),
    Symbol("c", "4e_0 times the relative square of the sample's noise", Positive),
    Symbol("T", "time", Positive),
)
end = Flow(M, c * M / (1 + exp(M)), start, T)


def grown(power=1):
    """∫ (1 + e^u)/u^power du along the way: the change of Ei + log for the power 1."""
    return Integral((1 + exp(u)) / u**power, (u, start, end))


plain = noisy_run(Rational(3, 10), Rational(1, 5), 0, 3000)
noisy = noisy_run(Rational(3, 10), often, Rational(1, 5), 1600)
claim = Claim(
    "opt.lngd_component_table",
    source=source(NOISE, "huang2025"),
    domain=Domain(core=(start >= Rational(1, 2), start <= 2, c >= Rational(1, 10), c <= 2, T >= Rational(1, 2), T <= 20)),
    parts={
        "main": Part(
            Guarantee(And(plain["noise"] > 50 * plain["signal"], plain["noise"] > plain["half"], plain["grown"] < 3), often),
            says="Without label noise, at n = 20, d = 4000 and n SNR² = 3/10, after 3000 steps the noise is, more often than not, 50 times above the signal and "
            "has grown since half of them, and the signal has grown less than threefold",
            wrong={
                "signal_first": {"event": plain["noise"] < plain["signal"]},
                "bounded": {"event": plain["noise"] <= plain["half"]},
            },
        ),
        "label_noise": Part(
            Guarantee(And(noisy["grown"] > 20, noisy["peak"] < 15, noisy["noise"] < Rational(3, 10)), often),
            says="With label noise, p = 1/5, in 1600 steps the signal grows, more often than not, more than twentyfold, and the noise stays below 15 and ends below 0.3",
            wrong={"like_descent": {"event": And(noisy["grown"] < 3, noisy["noise"] > 5)}},
        ),
        "law": Part(
            Guarantee(Abs(plain["law"] - 1) < Rational(1, 10), often),
            says="Without it the mean of Ei(M_i) + log M_i grows by 4e_0|ξ_i|²/(σ_ξ²d) a step over the second half up to 10 %, more often than not",
            wrong={
                "twice": {"event": Abs(plain["law"] - 2) < Rational(1, 10)},
                "half": {"event": Abs(plain["law"] - often) < Rational(1, 10)},
            },
        ),
        "integral": Part(
            Identity(grown(), c * T),
            says="because M′ = cM/(1 + e^M) has ∫(1 + e^u)/u du = cT along its way",
            wrong={"squared": {"right": c * T / 2}, "other_power": {"left": grown(2)}},
        ),
    },
    procedures=(labelled,),
    uses=("opt.lngd_benign",),
)
