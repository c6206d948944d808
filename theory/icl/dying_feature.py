"""Under birth and death alone the true one of two negatively correlated features dies out if it has little mass.

Two unit features of correlation g, the first one true, with masses s and 1 - s that move at -sV and the opposite, V the first
variation of the loss at the true one (icl.birth_death). For g < 0 and s < -g/(1 - g), V > 0, and so for ever: the mass of the true feature falls
to 0, and the density of the true measure in the learned one grows without bound.
"""

import sympy as sp

from lemmata import *
from lemmata.theory.icl.notation import source

g = Symbol("g", "correlation of the two features", NumberSet("(-1, 1)", -1, 1, ordinary=(-0.9, 0.9)))
s = Symbol("s", "mass of the true feature", NumberSet("(0, 1)", 0, 1, ordinary=(0.02, 0.9)))
t = Symbol("t", "time", Positive)
signs = sp.ImmutableMatrix([[1, 1], [1, -1], [-1, 1], [-1, -1]])
first, second = signs[:, 0], g * signs[:, 0] + sqrt(1 - g**2) * signs[:, 1]
h = s * first + (1 - s) * second
fit = (first.T * h)[0] / (h.T * h)[0]
force = -2 * fit * ((first - fit * h).T * first)[0] / 4
c, q = s + (1 - s) * g, s**2 + 2 * s * (1 - s) * g + (1 - s) ** 2
closed = -2 * c * (1 - s) ** 2 * (1 - g**2) / q**2
x = sp.Symbol("x", real=True)
later = Flow(x, -x * closed.xreplace({s: x}), s, t)

claim = Claim(
    "icl.dying_feature",
    source=source("Decay speed of objective"),
    domain=Domain((1 - g**2 > 0, q > 0, (h.T * h)[0] > 0), core=(t >= Rational(1, 2), t <= 5)),
    parts={
        "force": Part(
            Identity(force, closed),
            says="For two unit features of correlation g the first variation at the true one is −2c(1 − s)²(1 − g²)/q², "
            "c = s + (1 − s)g, positive for g < 0 and s < −g/(1 − g)",
            proof="normal",
            wrong={"not_squared": {"right": -2 * c * (1 - s) ** 2 * (1 - g**2) / q}},
        ),
        "dies_out": Part(
            Inequality(later, s),
            when=(s < -g / (1 - g),),
            says="There the mass of the true feature falls under birth and death, and dμ°/dμ grows",
            wrong={"always": {"when": ()}},
        ),
    },
)
