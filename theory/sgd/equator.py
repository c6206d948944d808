"""The mean equation of online SGD near the equator: no d is left for k = 3 at steps cd^{−3/2}, and for k ≥ 3 the way is spent there.

In the mean ṁ = η(A(m) − ηvdm/2) with A ≍ m^{k−1}. For k = 3 and η = cd^{−3/2} the overlap x = √d m obeys x' = cAx² − c²vx/2 in τ = t/d², without d. The
flow ṁ = m^{k−1} takes (m₀^{−(k−2)} − m₁^{−(k−2)})/(k − 2) from m₀ = d^{−1/2} to m₁: the share of the way to 0.9 spent below 0.5 tends to 1 for
k ≥ 3, but to 5/9 for k = 1. The runs are in sgd.online_information_exponent.
"""

import sympy as sp

from lemmata import *
from lemmata.theory.sgd.notation import d, source

s = sp.Symbol("s", positive=True)
step, A, v, x = (
    Symbol("c", "step over d^(−3/2)", Positive),
    Symbol("A", "drift over m²", Positive),
    Symbol("v", "second moment of the gradient", Positive),
    Symbol("x", "overlap times √d", Reals),
)
half, ninety, pace = Rational(1, 2), Rational(9, 10), Rational(3, 2)


def travel(order, end):
    """The time of ṁ = m^(order − 1) from d^(−1/2) to an end."""
    return Integral(s ** (1 - order), (s, 1 / sqrt(d), end)).doit()


def share(order):
    """The part of the way to 0.9 that is spent below 0.5."""
    return travel(order, half) / travel(order, ninety)


size = step / d**pace
scaled = sqrt(d) * d**2 * size * (A * (x / sqrt(d)) ** 2 - size * v * d * (x / sqrt(d)) / 2)
unscaled = step * A * x**2 - step**2 * v * x / 2
flow = Ladder(d, (10**4, 10**6, 10**8, 10**10, 10**12))
roots = (1 / sqrt(d), 1 / d)

claim = Claim(
    "sgd.equator",
    source=source("Complexity of SGD Learning / Introduction: Information Exponent", paper="benarous2021"),
    domain=Domain(
        (d >= 8, d <= 1000), core=(d <= 40, step >= half, step <= 2, A >= half, A <= 2, v >= half, v <= 2, x >= half, x <= 3)
    ),
    parts={
        "scaling": Part(
            Identity(scaled, unscaled),
            says="With x = √d m, steps cd^{−3/2} and d² steps as unit of time the mean equation has no d left",
            proof="normal",
            wrong={"spread_not_halved": {"right": step * A * x**2 - step**2 * v * x}},
        ),
        "equator_k_3": Part(
            Limit(share(3), 1, ladder=flow, expansion=roots),
            says="For k = 3 the share of the flow's way to 0.9 that is spent below 0.5 tends to 1",
            wrong={"equator_for_k_1": {"quantity": share(1)}},
        ),
        "equator_k_4": Part(Limit(share(4), 1, ladder=flow, expansion=(1 / d, 1 / d**2)), says="So it does for k = 4"),
        "no_plateau_k_1": Part(Limit(share(1), Rational(5, 9), ladder=flow, expansion=roots), says="For k = 1 it tends to 5/9"),
    },
    notes="The shares of the way are those without noise.",
)
