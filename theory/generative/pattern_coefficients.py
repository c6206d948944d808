"""Hermite coefficients of links with two values, in closed form, by the places where they switch.

He_k φ has the primitive -He_{k-1} φ, so that E[σ He_k] is a signed sum of He_{k-1} φ over the switches, for both signs of z. Stated are
the coefficients 3, 5 and 6 of the patterns that are witnesses of these exponents in generative.examples_any_k.
"""

import sympy as sp

from lemmata import *
from lemmata.theory.generative.examples_any_k import EDGE
from lemmata.theory.generative.notation import Z, source

low, mid, high = (
    Symbol(s, m, Positive)
    for s, m in (("s", "first switch"), ("u", "from the first switch to the second"), ("v", "to the third"))
)
second, third = low + mid, low + mid + high


def term(order, x):
    return He(order - 1, x) * phi(x)


def basis(order):
    return h(order, Z)


odd = Piecewise((sp.sign(Z) * basis(5), And(Abs(Z) > low, Abs(Z) < second)), (0, True))
even = Piecewise(  # less 1, which leaves a bounded set
    (-basis(6), Or(Abs(Z) < low, And(Abs(Z) > second, Abs(Z) < third))), (0, True)
)
of_odd = 2 * (term(5, low) - term(5, second)) / sqrt(120)
of_even = 2 * (term(6, low) - term(6, second) + term(6, third)) / sqrt(720)

claim = Claim(
    "generative.pattern_coefficients",
    source=source(),
    domain=Domain(core=(low >= 0.3, low <= 1, mid >= 0.3, mid <= 1, high >= 0.3, high <= 1)),
    parts={
        "three": Part(
            Identity(Mean(sp.sign(Z) * sp.sign(EDGE - Abs(Z)) * basis(3)), -4 * log(2) * phi(0) / sqrt(6)),
            says="For sgn(z) sgn(√(2 ln 2) − |z|) E[σ He_3] is −4 ln 2 φ(0)",
            wrong={"half": {"right": -2 * log(2) * phi(0) / sqrt(6)}},
        ),
        "five": Part(
            Identity(Mean(odd), of_odd, scale=Rational(1, 5)),
            says="For sgn(z)1{s_1 < |z| < s_2}, which is to be taken twice from sgn(z), E[σ He_5] is 2(He_4φ(s_1) − He_4φ(s_2))",
            wrong={"unsigned": {"right": 2 * (term(5, low) + term(5, second)) / sqrt(120)}},
        ),
        "six": Part(
            Identity(Mean(even), of_even, scale=Rational(1, 5)),
            says="For 1{s_1 < |z| < s_2 or |z| > s_3}, less 1, E[σ He_6] is 2(He_5φ(s_1) − He_5φ(s_2) + He_5φ(s_3))",
            wrong={"unsigned": {"right": 2 * (term(6, low) + term(6, second) + term(6, third)) / sqrt(720)}},
        ),
    },
    uses=("generative.examples_any_k",),
)
