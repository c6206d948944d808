"""Corners of normal numbers, Hermite polynomials of correlated ones, changes of normal numbers: refused and proved."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
import sympy as sp
from proving import Case, proved, refused

from lemmata.theory.kernel import Kernel
from lemmata.theory.language.arrays import Array
from lemmata.theory.language.calculus import LINKS, POLYNOMIALS, Function
from lemmata.theory.language.functions import He, Phi, h, phi
from lemmata.theory.language.kinds import Identity
from lemmata.theory.language.laws import Normal, Student, Uniform
from lemmata.theory.language.operators import Mean
from lemmata.theory.language.sampled import Sampled
from lemmata.theory.language.symbols import Counts, Integers, Naturals, NonNegative, Positive, Reals, Symbol
from lemmata.theory.language.words import dot, norm, sq

a, b = Symbol("a", "a positive number", Positive), Symbol("b", "another positive number", Positive)
x, y, r, t = (Symbol(s, f"the number {s}", Reals) for s in "xyrt")
u = Symbol("u", "a number that is not negative", NonNegative)
n = Symbol("n", "a size", Naturals)
p, q, w = Symbol("p", "a count", Counts), Symbol("q", "a count", Counts), Symbol("w", "an integer", Integers)
i = sp.Symbol("i", integer=True, positive=True)
j = sp.Symbol("j", integer=True, nonnegative=True)
X, Z, W = (Sampled(s, Normal()) for s in "XZW")
V, S, B = Sampled("V", Normal(b)), Sampled("S", Normal(u)), Sampled("B", Uniform(-1, 1))
g, g2 = Sampled("g", Normal(), n), Sampled("h", Normal(), n)
v, m = Array("v", "a column", n), Array("m", "a column", n)
link, f = Function("σ", "a link", of=LINKS), Function("f", "a polynomial", of=POLYNOMIALS(3))
root = sp.sqrt(2 * sp.pi)
Y = r * Z + sp.sqrt(1 - r**2) * W
Max, Abs = sp.Max, sp.Abs

FALSE: dict[str, Case] = {}
TRUE: dict[str, Case] = {}


def mean(table: dict[str, Case], name: str, body: Any, value: Any, *domain: Any) -> None:
    """E body = value, by the closed form of the mean."""
    e = Mean(body)
    case(table, name, Identity(e, value), lambda k: k.mean(e).to(value), *domain)


def case(table: dict[str, Case], name: str, statement: Any, proof: Callable[[Any], Any], *domain: Any) -> None:
    assert name not in table
    table[name] = (statement, proof, domain)


# -- corners -------------------------------------------------------------------------------------------------------------
mean(FALSE, "the ramp has half the mean of |Z|, twice", Max(0, Z), 2 / root)
mean(FALSE, "the second moment of the ramp is 1", Max(0, Z) ** 2, 1)
mean(FALSE, "an affine ramp without the spread", Max(0, x + y * Z), x * Phi(x) + phi(x), y > 0)
mean(FALSE, "an affine ramp where the slope may be 0", Max(0, x + y * Z), x * Phi(x / y) + y * phi(x / y), y >= 0)
mean(FALSE, "an affine ramp with a slope of any sign", Max(0, x + y * Z), x * Phi(x / y) + y * phi(x / y), sp.Ne(y, 0))
mean(
    FALSE, "a ramp of a number that may be constant", Max(0, x + S), x * Phi(x / sp.sqrt(u)) + sp.sqrt(u) * phi(x / sp.sqrt(u))
)
mean(FALSE, "a ramp times its number, of a slope that may be 0, divided", Z * Max(0, y * Z) / y, sp.S.Half)
mean(FALSE, "a ramp of a uniform number", Max(0, B), 1 / root)
mean(FALSE, "a ramp of Student's law", Max(0, Sampled("T", Student(3))), 1 / root)
mean(FALSE, "two different ramps", Max(0, Z) * Max(0, Z + 1), 0)
mean(FALSE, "the square of a ramp as a ramp of the square", Max(0, Z**2 - 1), 0)
mean(FALSE, "a ramp inside a ramp", Max(0, 1 - Max(0, Z)), 1 - 1 / root)
mean(FALSE, "the ramp times an exponential", Max(0, Z) * sp.exp(Z), sp.exp(sp.S.Half) / root)
mean(FALSE, "|Z|³ by the second moment", Abs(Z) ** 3, 2 / root)
mean(FALSE, "an arbitrary power of a ramp", Max(0, Z) ** p, sp.S.Half)
mean(FALSE, "a larger of two as the larger mean", Max(Z, x), Max(0, x))

mean(TRUE, "the mean of the ramp", Max(0, Z), 1 / root)
mean(TRUE, "its second moment", Max(0, Z) ** 2, sp.S.Half)
mean(TRUE, "its third moment", Max(0, Z) ** 3, 2 / root)
mean(TRUE, "its variance", (Max(0, Z) - 1 / root) ** 2, sp.S.Half - 1 / (2 * sp.pi))
mean(TRUE, "of variance b", Max(0, V) ** 4, 3 * b**2 / 2)
mean(TRUE, "of variance that may be 0", Max(0, S), sp.sqrt(u) / root)
mean(TRUE, "affine", Max(0, x + a * Z), x * Phi(x / a) + a * phi(x / a))
mean(TRUE, "affine, squared", Max(0, x + a * Z) ** 2, (x**2 + a**2) * Phi(x / a) + a * x * phi(x / a))
mean(TRUE, "affine, falling", Max(0, x - a * Z), x * Phi(x / a) + a * phi(x / a))
mean(TRUE, "a slope of any sign, not 0", Max(0, x + y * Z), x * Phi(x / Abs(y)) + Abs(y) * phi(x / Abs(y)), sp.Ne(y, 0))
mean(TRUE, "the ramp against its number", Z * Max(0, Z), sp.S.Half)
mean(TRUE, "the ramp against He_3", He(3, Z) * Max(0, Z), 0)
mean(TRUE, "the leaky ramp", (Max(0, Z) - a * Max(0, -Z)) ** 2, (1 + a**2) / 2)
mean(TRUE, "the absolute value", Abs(Z), 2 / root)
mean(TRUE, "|Z|³", Abs(Z) ** 3, 4 / root)
mean(TRUE, "the larger of a number and a constant", Max(Z, x), x * Phi(x) + phi(x))

# -- Hermite polynomials of correlated numbers ----------------------------------------------------------------------------
fact = sp.factorial
mean(FALSE, "Mehler without the factorial", He(p, Z) * He(q, Y), sp.KroneckerDelta(p, q) * r**q, r >= -1, r <= 1)
mean(FALSE, "Mehler with the square of the correlation", He(p, Z) * He(p, Y), fact(p) * r ** (2 * p), r >= -1, r <= 1)
mean(FALSE, "Mehler beyond correlation 1", He(p, Z) * He(p, Y), fact(p) * r**p)
mean(FALSE, "Mehler where the second variance is not 1", He(p, Z) * He(p, r * Z + x * W), fact(p) * r**p, r >= -1, r <= 1)
mean(
    FALSE,
    "Mehler where the variance is stated to be another",
    He(p, Z) * He(p, r * Z + x * W),
    fact(p) * r**p,
    sp.Eq(r**2 + x**2, 2),
)
mean(FALSE, "Mehler for numbers that are not centred", He(p, Z) * He(p, Y + 1), fact(p) * r**p, r >= -1, r <= 1)
mean(FALSE, "Mehler for a uniform number", He(p, Z) * He(p, r * Z + B), fact(p) * r**p, sp.Eq(r, 0))
mean(FALSE, "Mehler for three polynomials", He(p, Z) * He(p, Y) * He(p, W), 0, r >= -1, r <= 1)
mean(FALSE, "Mehler for degrees that may be negative", He(w, Z) * He(w, Y), fact(w) * r**w, r >= -1, r <= 1)
mean(FALSE, "one polynomial has mean 0 at every degree", He(p, Y), 0, r >= -1, r <= 1)
mean(FALSE, "entries beyond the end of a column", He(p, g[1]) * He(p, (g[1] + g[2]) / sp.sqrt(2)), fact(p) / sp.sqrt(2) ** p)

mean(TRUE, "Mehler", He(p, Z) * He(q, Y), sp.KroneckerDelta(p, q) * fact(q) * r**q, r >= -1, r <= 1)
mean(TRUE, "Mehler for orthonormal polynomials", h(p, Z) * h(p, Y), r**p, r >= -1, r <= 1)
mean(TRUE, "Mehler by a relation", He(p, Z) * He(p, r * Z + x * W), fact(p) * r**p, sp.Eq(r**2 + x**2, 1))
mean(
    TRUE,
    "Mehler under another variance",
    He(p, V / sp.sqrt(b)) * He(p, V / sp.sqrt(2 * b) + W / sp.sqrt(2)),
    fact(p) * sp.sqrt(2) ** (-p),
)
mean(TRUE, "one polynomial", He(p, Y), sp.KroneckerDelta(p, 0), r >= -1, r <= 1)
mean(TRUE, "degrees that are numbers, and a square", He(2, Z) * He(2, (Z + W) / sp.sqrt(2)) * Z**2, 5)
mean(TRUE, "entries of a column", He(p, g[1]) * He(p, (g[1] + g[2]) / sp.sqrt(2)), fact(p) / sp.sqrt(2) ** p, n >= 2)
series = [sp.Sum(m[i] * He(i, one), (i, 1, n)) for one in (Z, Y)]
mean(
    TRUE,
    "a mode of one series against another",
    series[0].function.xreplace({i: n}) * He(n, Y),
    m[n] * fact(n) * r**n,
    r >= -1,
    r <= 1,
)

# -- other normal numbers of the same covariances ---------------------------------------------------------------------------


def same(table: dict[str, Case], name: str, old: Any, new: Any, forms: Any, *domain: Any) -> None:
    e, other = Mean(old), Mean(new)
    case(table, name, Identity(e, other), lambda k: k.joint_law(e, forms), *domain)


ramp = Max(0, dot(v, g))
same(FALSE, "a column against a number of half its spread", ramp, Max(0, norm(v) * Z / 2), {dot(v, g): norm(v) * Z / 2})
same(FALSE, "a column against the sum of its coefficients", ramp, Max(0, sq(v) * Z), {dot(v, g): sq(v) * Z})
same(
    FALSE,
    "two forms that are correlated against two that are not",
    Max(0, dot(v, g)) * Max(0, dot(m, g)),
    Max(0, norm(v) * Z) * Max(0, norm(m) * W),
    {dot(v, g): norm(v) * Z, dot(m, g): norm(m) * W},
)
same(
    FALSE,
    "a form that stands outside as well",
    Max(0, x * Z + y * W) * Z,
    Max(0, sp.sqrt(x**2 + y**2) * X) * Z,
    {x * Z + y * W: sp.sqrt(x**2 + y**2) * X},
)
same(
    FALSE,
    "a new sample that is there already",
    Max(0, x * Z + y * W) * X,
    Max(0, sp.sqrt(x**2 + y**2) * X) * X,
    {x * Z + y * W: sp.sqrt(x**2 + y**2) * X},
)
same(FALSE, "a form with a constant", Max(0, x * Z + 1), Max(0, x * W), {x * Z + 1: x * W})
same(FALSE, "a square as a form", Max(0, Z**2 - 1), Max(0, sp.sqrt(2) * W), {Z**2 - 1: sp.sqrt(2) * W})
same(
    FALSE,
    "a uniform number as a normal one",
    sp.tanh(B + Z),
    sp.tanh(sp.sqrt(sp.Rational(4, 3)) * W),
    {B + Z: sp.sqrt(sp.Rational(4, 3)) * W},
)
same(FALSE, "the sign of a correlation", sp.tanh(Z) * sp.tanh(Y), sp.tanh(Z) * sp.tanh(-Y), {Z: Z, Y: -Y}, r >= -1, r <= 1)
each = sp.Sum(g[i] * x, (i, 1, n))
same(FALSE, "one number for every entry of a column", Max(0, each), Max(0, sp.Sum(Z * x, (i, 1, n))), {g[i]: Z})
same(FALSE, "a random coefficient", Max(0, W * Z), Max(0, X), {W * Z: X})
same(FALSE, "a mean that may not exist", sp.exp(Z**2 * a), sp.exp(W**2 * a), {Z: W})
under = Mean(Z * W * V, over=(Z,))
case(
    FALSE,
    "a mean over some of the samples",
    Identity(under, Mean(W * X * V, over=(X,))),
    lambda k: k.joint_law(under, {Z: W, W: X}),
)

same(TRUE, "a form in a column is a number", ramp, Max(0, norm(v) * Z), {dot(v, g): norm(v) * Z})
same(
    TRUE,
    "a sum of two numbers",
    Max(0, x * Z + y * W),
    Max(0, sp.sqrt(x**2 + y**2) * X),
    {x * Z + y * W: sp.sqrt(x**2 + y**2) * X},
)
same(
    TRUE,
    "two forms in a column",
    He(p, dot(v, g)) * He(q, dot(m, g)),
    He(p, Z) * He(q, Y),
    {dot(v, g): Z, dot(m, g): Y},
    sp.Eq(sq(v), 1),
    sp.Eq(sq(m), 1),
    sp.Eq(dot(v, m), r),
    r >= -1,
    r <= 1,
)
same(
    TRUE,
    "forms in two columns",
    sp.tanh(dot(v, g) + dot(m, g2)),
    sp.tanh(sp.sqrt(sq(v) + sq(m)) * Z),
    {dot(v, g) + dot(m, g2): sp.sqrt(sq(v) + sq(m)) * Z},
)
case(
    TRUE,
    "the second moment of a ramp in d dimensions",
    Identity(Mean(ramp**2), sq(v) / 2),
    lambda k: k.joint_law(Mean(ramp**2), {dot(v, g): norm(v) * Z}).then(k.mean(Mean(Max(0, norm(v) * Z) ** 2))).to(sq(v) / 2),
)


@pytest.mark.parametrize("name", FALSE)
def test_is_refused(name: str) -> None:
    refused(FALSE[name])


@pytest.mark.parametrize("name", TRUE)
def test_is_proved(name: str) -> None:
    proved(TRUE[name])


RAMPS = [
    Max(0, x + y * Z) ** 3 * Z**2,
    Max(-1, x - y * Z) * Z,
    sp.Min(x, y * Z) ** 2,
    Abs(x + y * Z) ** 3,
    Abs(V - x) * V**3,
    (Max(0, Z) + x * Abs(Z)) ** 2,
    Max(Z, 2 * Z + x),
]


@pytest.mark.parametrize("body", RAMPS, ids=str)
@pytest.mark.parametrize("values", [{x: 0.7, y: -1.3, b: 0.6}, {x: -1.9, y: 0.4, b: 2.5}])
def test_the_moments_of_corners_agree_with_integrals(body: Any, values: dict[Any, float]) -> None:
    exact = {k: sp.Rational(str(value)) for k, value in values.items()}
    closed = float(sp.N(Kernel().mean(Mean(body)).right.xreplace(exact), 20))
    grid = np.linspace(-14, 14, 560_001)
    z = sp.Symbol("z", real=True)
    inner = body.xreplace({Z: z, V: sp.sqrt(b) * z}).xreplace(exact)
    weights = np.exp(-(grid**2) / 2) / np.sqrt(2 * np.pi) * (grid[1] - grid[0])
    assert abs(closed - float((sp.lambdify(z, inner, "numpy")(grid) * weights).sum())) < 1e-8 * max(1, abs(closed))


def test_parseval_for_polynomials_of_correlated_numbers() -> None:
    """E f(Z) f(Y) = sum over k of r^k E[f h_k]², for every polynomial of degree 3."""
    left = Mean(f(Z) * f(Y))
    right = sp.Add(*(r**k * Mean(f(Z) * h(k, Z)) ** 2 for k in range(4)))

    def proof(k: Any) -> Any:
        def expanded(one: Any, two: Any) -> Any:
            return k.mean(one).then(k.flip(k.mean(two).to(k.mean(one).right)))

        return k.coefficients(left, right, of=f, proof=expanded)

    proved((Identity(left, right), proof, (r >= -1, r <= 1)))
