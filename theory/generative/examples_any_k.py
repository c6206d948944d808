"""Links of generative exponent 3, 4, 5 and 6: two values, with switches that cancel the lower coefficients.

Every function of a two-valued label is affine in it, so k* = IE. Witnesses: k = 3, sgn(z) sgn(a - |z|) with a = √(2 ln 2); k = 4,
1{a < |z| < b} with aφ(a) = bφ(b), a < 1 free; k = 5, the odd pattern +, -, + with switches 0.93332917 and 1.95854582; k = 6,
1{z_1 < |z| < z_2 or |z| > z_3} with z_1 free. The switches are certified by an interval Newton step; the lower coefficients vanish by
their equations, the k-th is a ball without 0.
"""

import sympy as sp
from flint import arb

from lemmata import *
from lemmata.theory.algebra.exponents import generative_exponent
from lemmata.theory.algebra.patterns import PATTERNS, certified_switches, coefficient, first_nonzero
from lemmata.theory.generative.notation import Lambda, decided, first, source, z

k, a = Symbol("k", "generative exponent", Naturals), Symbol("a", "the switch that is free", Positive)
T = sp.Symbol("σ")
EDGE = sqrt(2 * log(2))
REFERENCE = {3: "-1.1061029", 4: "-0.8226580", 5: "2.6661048", 6: "1.9110872"}
c = {i: Symbol(f"c_{i}", f"coefficient {i} of the witness for it") for i in REFERENCE}


def switches(order, free):
    """Of the witness, as balls; k = 6 takes 0.05 + 0.55a as its first."""
    return certified_switches(order, {4: free, 6: 0.05 + 0.55 * free}.get(order))


def found(witness, p):
    """The first coefficient that is not zero, of the pattern with the switches named."""
    name, order = witness[T].func.__name__, int(p.k)
    values = switches(order, p.a)
    if name == "unit" and order == 3:
        values = (arb(1),)
    if name == "reciprocal" and order == 4:
        values = (arb(p.a), 1 / arb(p.a))
    text = ", ".join(x.str(12, radius=False) for x in values)
    return Certificate(first_nonzero(order, values) == order, "ball", f"switches {text}")


def closed(witness, p):
    """The link for k = 3 by the general tool."""
    return decided(generative_exponent(sp.sign(z) * sp.sign(witness[a] - Abs(z)), z), 3)


def coefficients(witness, p):
    values = {i: coefficient(PATTERNS[i], certified_switches(i), i) for i in REFERENCE}
    holds = all(abs(values[i] - arb(witness[c[i]])) < 6e-8 for i in values)
    return Certificate(bool(holds), "ball", "; ".join(f"k = {i}: {value.str(10, radius=False)}" for i, value in values.items()))


def pattern(name):
    return {T: sp.Function(name)(k, a)}


claim = Claim(
    "generative.examples_any_k",
    source=source(),
    domain=Domain((k >= 3, k <= 6, a < 1), core=(k >= 3, k <= 6, a >= 0.06, a <= 0.94)),
    parts={
        "main": Part(
            Existence(first(k, Lambda, k, a), pattern("certified"), certificate=found),
            says="There are links of generative exponent 3, 4, 5 and 6, those of 4 and 6 with a free switch",
            wrong={"unit_switch": {"witness": pattern("unit")}, "reciprocal": {"witness": pattern("reciprocal")}},
        ),
        "three": Part(
            Existence(first(Integer(3), Lambda, a), {a: EDGE}, certificate=closed),
            says="sgn(z) sgn(√(2 ln 2) − |z|) has generative exponent 3",
            wrong={"unit_switch": {"witness": {a: Integer(1)}}},
        ),
        "coefficients": Part(
            Existence(
                And(*(Eq(c[i], sp.Function("α")(i)) for i in c)),
                {c[i]: v for i, v in REFERENCE.items()},
                certificate=coefficients,
            ),
            says="E[σ He_k] = −1.1061029, −0.8226580, 2.6661048 and 1.9110872 for k = 3, ..., 6 (to seven digits)",
            wrong={"sixth_digit": {"witness": {c[i]: v for i, v in {**REFERENCE, 5: "2.6661058"}.items()}}},
        ),
    },
    uses=("generative.definition",),
    notes="That every k* occurs is quoted, and so is that independent Gaussian noise leaves k*; the four witnesses are certified here.",
)
