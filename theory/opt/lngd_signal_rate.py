"""At stage two the signal grows at the rate e_0 n SNR² δ per step, δ the drift at which memorised noise neither grows nor dies.

For the squared ReLU a memorised <w_r, ξ_i> is multiplied by 1 + a(b_i - sigmoid(M_i)) at each step, a = 2e_0, b_i = 1 with
probability 1 - p. It neither grows nor dies if (1 - p) log(1 + a(p + δ)) + p log(1 - a(1 - p - δ)) = 0, where δ is the mean of
1 - p - sigmoid(M_i): the flips fluctuate, and logarithms are concave, so δ > 0, δ = ap(1 - p)/2 + O(a²). The signal averages
over n flips and grows by 1 + 2e_0 (n SNR²/2) δ. This is derived here and not printed; that one neuron dominates a sample, and
the mean over samples, are taken for granted. Runs: n = 20, m = 16, d = 4000, n SNR² = 3/10, e_0 = 1/10.
"""

from lemmata import *
from lemmata.theory.opt.notation import NOISE, labelled, noisy_run, p, source

x, y = Symbol("δ", "drift", NonNegative, latex=r"\delta"), Symbol("y", "one over a", Naturals)
a = Symbol("a", "twice the step size e_0", Positive)
often, s = Rational(1, 2), Rational(3, 10)


def exponent(at, size=a, flips=p):
    """The mean of the logarithm of the factor of a memorised coefficient."""
    return (1 - flips) * log(1 + size * (flips + at)) + flips * log(1 - size * (1 - flips - at))


def drift(size=a, flips=p):
    return Root(x, Eq(exponent(x, size, flips), 0), "first", (Integer(0), Rational(1, 2)))


rate, flips = Rational(1, 10), Rational(3, 10)
speed = rate * s * drift(2 * rate, flips)
run = noisy_run(s, rate, flips, 6000)["pace"]


def close(value):
    return (run / value - 1) ** 2 < Rational(4, 100)


claim = Claim(
    "opt.lngd_signal_rate",
    source=source(NOISE, "huang2025"),
    domain=Domain(
        a * (1 - p) < 1, core=(a >= Rational(1, 20), a <= Rational(4, 5), p >= Rational(1, 20), p <= Rational(9, 20))
    ),
    parts={
        "main": Part(
            Guarantee(close(speed), often),
            says="More often than not the signal grows from 1/25 to 2/5 at the rate e_0 n SNR² δ up to 20 %, at e_0 = 1/10, p = 3/10, n = 20, d = 4000 and "
            "n SNR² = 3/10",
            wrong={
                "linear": {"event": close(rate * flips * (1 - flips) * s)},
                "half": {"event": close(speed / 2)},
                "p_alone": {"event": close(rate**2 * flips * s)},
            },
        ),
        "leading": Part(
            Limit(y * drift(1 / y), p * (1 - p) / 2, ladder=Ladder(y, (10, 30, 100, 300, 1000)), expansion=(1 / y, y**-2)),
            says="The drift that keeps the noise is δ = ap(1 − p)/2 in leading order, so that the rate is e_0²p(1 − p) n SNR²",
            wrong={"whole": {"value": p * (1 - p)}, "p_alone": {"value": p / 2}},
        ),
        "without_drift": Part(
            Inequality(exponent(Integer(0)), -(a**2) * p * (1 - p) / 2),
            says="Without drift the mean logarithm is at most −a²p(1 − p)/2: fluctuations alone let the noise die, so the drift is positive",
            wrong={"twice": {"right": -(a**2) * p * (1 - p)}},
        ),
        "kept": Part(
            Identity(exponent(drift()), Integer(0), scale=a * p),
            says="There the mean logarithm of the factor of a memorised coefficient is 0",
            wrong={"no_drift": {"left": exponent(Integer(0))}},
        ),
    },
    procedures=(labelled,),
    uses=("opt.lngd_fixed_point",),
)
