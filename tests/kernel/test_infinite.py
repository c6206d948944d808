"""Infinite series: what converges, known sums, first terms, bounds term by term, means; false ones are refused."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
import sympy as sp
from proving import Case, proved, refused

from lemmata.theory.kernel import Kernel, Refused
from lemmata.theory.kernel.conditions import summable
from lemmata.theory.kernel.decide import Decider
from lemmata.theory.language.arrays import Array
from lemmata.theory.language.calculus import Gradient
from lemmata.theory.language.functions import He, h
from lemmata.theory.language.kinds import Identity, Inequality
from lemmata.theory.language.laws import Normal, Student, Uniform
from lemmata.theory.language.operators import Mean
from lemmata.theory.language.sampled import Sampled
from lemmata.theory.language.symbols import Counts, Integers, Naturals, NonNegative, Positive, Reals, Symbol

a, b = Symbol("a", "a positive number", Positive), Symbol("b", "another positive number", Positive)
x, y, r, s = (Symbol(name, f"the number {name}", Reals) for name in "xyrs")
u = Symbol("u", "a number that is not negative", NonNegative)
n, p, w = Symbol("n", "a size", Naturals), Symbol("p", "a count", Counts), Symbol("w", "an integer", Integers)
i = sp.Symbol("i", integer=True, positive=True)
j = sp.Symbol("j", integer=True, nonnegative=True)
k_ = sp.Symbol("k", integer=True)
v = Array("v", "a column", n)
Z, W, V = Sampled("Z", Normal()), Sampled("W", Normal()), Sampled("V", Uniform(0, 1))
T = Sampled("T", Student(2))
oo, fact = sp.oo, sp.factorial
inside = (r > -1, r < 1)

CONVERGES: list[tuple[Any, tuple[Any, ...]]] = [
    (r**i, inside),
    (i**3 * r**i, inside),
    (r ** (2 * i + 1) / i, inside),
    (x * sp.exp(-a * i), ()),
    (i * sp.exp(-a * i**2), ()),
    (1 / i**2, ()),
    (i ** (-a), (a > 1,)),
    (sp.sqrt(i) / (i**2 + 1), ()),
    (sp.log(i) ** 2 / i**2, ()),
    (1 / (a * i + b) ** sp.Rational(3, 2), ()),
    (x**i / fact(i), ()),
    (i**5 * x**i / sp.sqrt(fact(i)), ()),
    (sp.cos(x * i) / i**2, ()),
    ((-1) ** i / i**2, ()),
    (1 / i - 1 / (i + 1), ()),
    ((2 * r) ** i, (2 * r > -1, 2 * r < 1)),
    (sp.Abs(r) ** i, inside),
    (r ** (i**2), inside),
    (1 / i**2 + r**i, inside),
]
DIVERGES: list[tuple[Any, tuple[Any, ...]]] = [
    (1 / i, ()),
    ((-1) ** i / i, ()),
    (r**i, ()),
    (r**i, (r > -1, r <= 1)),
    (r**i, (r >= -1, r < 1)),
    (r**i / i, (r >= -1, r <= 1)),
    ((r * s) ** i, inside),
    (sp.exp(x * i), ()),
    (sp.exp(-u * i), ()),
    (sp.exp(-x * i**2), ()),
    (i ** (-a), (a >= 1,)),
    (1 / (x * i + 1) ** 2, (x >= 0,)),
    (1 / (i * sp.log(i + 1)), ()),
    (sp.log(i) ** 2 / i, ()),
    (fact(i) * r**i, inside),
    (fact(2 * i) / fact(i) ** 2 * r**i, inside),
    (sp.sin(1 / i), ()),
    (sp.Integer(1), ()),
    (x, ()),
    (i**2 * sp.sin(i), ()),
    (v[i] / i**2, ()),
    (Z / i**2, ()),
    (1 / i**2 + 1 / i, ()),
    (sp.tan(i) / i**2, ()),
    (r ** (-i), inside),
    (r ** sp.sqrt(i), inside),
    (1 / (1 + sp.Sum(1 / k_, (k_, 1, i))), ()),
]


@pytest.mark.parametrize(("term", "domain"), CONVERGES, ids=str)
def test_is_seen_to_converge(term: Any, domain: tuple[Any, ...]) -> None:
    assert Decider(domain).holds(summable(term, i, sp.Integer(1)))


@pytest.mark.parametrize(("term", "domain"), DIVERGES, ids=str)
def test_is_not_said_to_converge(term: Any, domain: tuple[Any, ...]) -> None:
    assert not Decider(domain).holds(summable(term, i, sp.Integer(1)))


FALSE: dict[str, Case] = {}
TRUE: dict[str, Case] = {}


def case(table: dict[str, Case], name: str, statement: Any, proof: Callable[[Any], Any], *domain: Any) -> None:
    assert name not in table
    table[name] = (statement, proof, domain)


def false(name: str, statement: Any, proof: Callable[[Any], Any], *domain: Any) -> None:
    case(FALSE, name, statement, proof, *domain)


def true(name: str, statement: Any, proof: Callable[[Any], Any], *domain: Any) -> None:
    case(TRUE, name, statement, proof, *domain)


def S(f: Any, index: Any = j, low: Any = 0) -> Any:
    return sp.Sum(f, (index, low, oo))


geometric = S(r**j)
# -- known series -----------------------------------------------------------------------------------------------------------
false("the geometric series everywhere", Identity(geometric, 1 / (1 - r)), lambda k: k.series(geometric))
false("the geometric series at its edge", Identity(geometric, 1 / (1 - r)), lambda k: k.series(geometric), r >= -1, r < 1)
false("from 1 on as from 0 on", Identity(S(r**i, i, 1), 1 / (1 - r)), lambda k: k.series(S(r**i, i, 1)), *inside)
false("a sign that alternates", Identity(S((-r) ** j), 1 / (1 - r)), lambda k: k.series(S((-r) ** j)), *inside)
false("from a negative index on", Identity(S(r**k_, k_, w), r**w / (1 - r)), lambda k: k.series(S(r**k_, k_, w)), *inside)
false("an index below its set", Identity(S(r**j, j, -1), r**-1 / (1 - r)), lambda k: k.series(S(r**j, j, -1)), r > 0, r < 1)
false("the exponential from 1 on", Identity(S(x**i / fact(i), i, 1), sp.exp(x)), lambda k: k.series(S(x**i / fact(i), i, 1)))
false(
    "the exponential of another sign", Identity(S((-x) ** j / fact(j)), sp.exp(x)), lambda k: k.series(S((-x) ** j / fact(j)))
)
false("the harmonic series has a sum", Identity(S(1 / i, i, 1), sp.pi), lambda k: k.series(S(1 / i, i, 1)))
false("a rate that may be 0", Identity(S(sp.exp(-u * j)), 1 / (1 - sp.exp(-u))), lambda k: k.series(S(sp.exp(-u * j))))
false(
    "a polynomial without its factor",
    Identity(S(j * r**j), 1 / (1 - r) ** 2),
    lambda k: k.series(S(j * r**j)).to(1 / (1 - r) ** 2),
    *inside,
)

true("the geometric series", Identity(geometric, 1 / (1 - r)), lambda k: k.series(geometric), *inside)
true("from a count on", Identity(S(r**j, j, p), r**p / (1 - r)), lambda k: k.series(S(r**j, j, p)), *inside)
true(
    "of even powers",
    Identity(S(x * r ** (2 * j + 1)), x * r / (1 - r**2)),
    lambda k: k.series(S(x * r ** (2 * j + 1))),
    *inside,
)
true("of exponentials", Identity(S(sp.exp(-a * j)), 1 / (1 - sp.exp(-a))), lambda k: k.series(S(sp.exp(-a * j))))
mean_of_it = r * (1 + r) / (1 - r) ** 3
true(
    "squares times powers",
    Identity(S(i**2 * r**i, i, 1), mean_of_it),
    lambda k: k.series(S(i**2 * r**i, i, 1)).to(mean_of_it),
    *inside,
)
true("the exponential", Identity(S(x**j / fact(j)), sp.exp(x)), lambda k: k.series(S(x**j / fact(j))))
true(
    "the exponential from 2 on",
    Identity(S(x**i / fact(i), i, 2), sp.exp(x) - 1 - x),
    lambda k: k.series(S(x**i / fact(i), i, 2)),
)

# -- arithmetic, first terms, bounds -----------------------------------------------------------------------------------------
square = S(1 / i**2, i, 1)
false("a series from 0 that divides by its index", Inequality(0, S(1 / k_**2, k_, 0)), lambda k: k.nonneg(S(1 / k_**2, k_, 0)))
false(
    "linearity where one half diverges",
    Identity(S(1 / i - 1 / (i + 1), i, 1), S(1 / i, i, 1) - S(1 / (i + 1), i, 1)),
    lambda k: k.normal(S(1 / i - 1 / (i + 1), i, 1), S(1 / i, i, 1) - S(1 / (i + 1), i, 1)),
)
false(
    "infinity minus infinity",
    Identity(S(x + 1, i, 1) - S(x, i, 1), S(sp.Integer(1), i, 1) + 0 * x),
    lambda k: k.normal(S(x + 1, i, 1) - S(x, i, 1), S(sp.Integer(1), i, 1)),
)
false("a series that diverges is not negative", Inequality(0, S(1 / i, i, 1)), lambda k: k.nonneg(S(1 / i, i, 1)))
false(
    "an alternating series is not negative",
    Inequality(0, S((-1) ** i / i**2, i, 1)),
    lambda k: k.nonneg(S((-1) ** i / i**2, i, 1)),
)
false(
    "a bound that holds from 2 on",
    Inequality(S(1 / i**2, i, 1), S(1 / (i + sp.S.Half) ** 2, i, 1)),
    lambda k: k.sum(k.compare(1 / i**2, 1 / (i + sp.S.Half) ** 2), (i, 1, oo)),
)
false(
    "a bound whose right side diverges",
    Inequality(square, S(1 / i, i, 1)),
    lambda k: k.sum(k.compare(1 / i**2, 1 / i), (i, 1, oo)),
)
false("the last term of a series", Identity(geometric, geometric + r**p), lambda k: k.peel(geometric), *inside)
false("a first term too many", Identity(geometric, 1 + S(r**j, j, 2)), lambda k: k.first_terms(geometric, 2), *inside)
false(
    "a negative number of first terms",
    Identity(geometric, sp.Sum(r**j, (j, 0, w - 1)) + S(r**j, j, w)),
    lambda k: k.first_terms(geometric, w),
    *inside,
)
false("first terms of what diverges", Identity(S(r**j), 1 + S(r**j, j, 1)), lambda k: k.first_terms(S(r**j), 1))
false(
    "a delta in a series, before its first index",
    Identity(S(sp.KroneckerDelta(j, w) * r**j), r**w),
    lambda k: k.collapse(S(sp.KroneckerDelta(j, w) * r**j)),
    *inside,
)
false(
    "Cauchy and Schwarz for what diverges",
    Inequality(S(1 / i, i, 1) ** 2, S(1 / i, i, 1) * S(1 / i, i, 1) + 1),
    lambda k: k.cauchy_schwarz(1 / sp.sqrt(i), 1 / sp.sqrt(i), limits=(i, 1, oo)),
)
false("the terms of a series written out", Identity(geometric, 1 + r), lambda k: k.terms_of(geometric), *inside)
false(
    "a product without end",
    Identity(sp.Product(1 + r**i, (i, 1, oo)), 1 + r),
    lambda k: k.normal(sp.Product(1 + r**i, (i, 1, oo)) + 0, 1 + r),
    *inside,
)
false(
    "a cited series that diverges",
    Inequality(0, S(1 / i, i, 1)),
    lambda k: k.le(k.cite("a", Inequality(-1, S(1 / i, i, 1) - 1), source="s"), k.compare(x, x + 1)),
)
false(
    "a slope of a series term by term",
    Identity(Gradient(geometric, r), S(j * r ** (j - 1))),
    lambda k: k.derivative(Gradient(geometric, r)),
    *inside,
)

true(
    "a series is linear",
    Identity(S(2 / i**3 + x / i**2, i, 1), 2 * S(1 / i**3, i, 1) + x * square),
    lambda k: k.normal(S(2 / i**3 + x / i**2, i, 1), 2 * S(1 / i**3, i, 1) + x * square),
)
true("first terms", Identity(geometric, 1 + r + S(r**j, j, 2)), lambda k: k.first_terms(geometric, 2), *inside)
true(
    "the first p terms",
    Identity(geometric, sp.Sum(r**j, (j, 0, p - 1)) + S(r**j, j, p)),
    lambda k: k.first_terms(geometric, p),
    *inside,
)
true("a sum of positive terms", Inequality(0, square), lambda k: k.nonneg(square))
true(
    "a bound term by term",
    Inequality(S(1 / (i**2 * (1 + a * i)), i, 1), square),
    lambda k: k.sum(k.compare(1 / (i**2 * (1 + a * i)), 1 / i**2), (i, 1, oo)),
)
true(
    "a bound by the geometric series",
    Inequality(S(r ** (2 * j) / (1 + j)), 1 / (1 - r**2)),
    lambda k: k.sum(k.compare(r ** (2 * j) / (1 + j), r ** (2 * j)), (j, 0, oo)).then(k.series(S(r ** (2 * j)))),
    *inside,
)
true(
    "Cauchy and Schwarz",
    Inequality(S(1 / i**3, i, 1) ** 2, square * S(1 / i**4, i, 1)),
    lambda k: k.cauchy_schwarz(1 / i, 1 / i**2, limits=(i, 1, oo)),
)

# -- means ------------------------------------------------------------------------------------------------------------------


def exchanged(table: dict[str, Case], name: str, f: Any, index: Any, low: Any, *domain: Any) -> None:
    e = Mean(S(f, index, low))
    case(table, name, Identity(e, S(Mean(f), index, low)), lambda k: k.exchange(e), *domain)


exchanged(FALSE, "a mean of a series that diverges", Z**2 / i, i, 1)
exchanged(FALSE, "a series of means that are infinite", T**2 / i**2, i, 1)
exchanged(FALSE, "a conditional series of means", (-1) ** i * Z**2 / i, i, 1)
exchanged(FALSE, "Hermite modes at correlation 1", r**j * h(j, Z), j, 0, r >= -1, r <= 1)
exchanged(FALSE, "monic Hermite modes, which grow", r**j * He(j, Z), j, 0, *inside)
exchanged(FALSE, "a bounded factor with coefficients that do not fall", sp.cos(j * Z), j, 0)
exchanged(FALSE, "a tangent is not bounded", r**j * sp.tan(j * Z), j, 0, *inside)
false(
    "a mean over some samples",
    Identity(Mean(S(r**j * Z * W), over=(Z,)), 0),
    lambda k: k.exchange(Mean(S(r**j * Z * W), over=(Z,))),
    *inside,
)
false("the mean under a series by the rule of means", Identity(Mean(S(r**j * Z)), 0), lambda k: k.mean(Mean(S(r**j * Z))))
both = Mean(S(r**j * h(j, Z)) * S(s**i * h(i, Z), i, 1))
false("two series at once, one of which need not converge", Identity(both, 0), lambda k: k.exchange(both), *inside)
shared = Mean(S(r**j * h(j, Z)) ** 2)
false("the square of a series, one index for two", Identity(shared, 1), lambda k: k.exchange(shared), *inside)
beside = Mean(S(r**j * h(j, Z)) * sp.exp(Z**2))
false("a series beside what has no second moment", Identity(beside, 1), lambda k: k.exchange(beside), *inside)

exchanged(TRUE, "Hermite modes", r**j * h(j, Z), j, 0, *inside)
exchanged(TRUE, "cosines", r**j * sp.cos(j * Z), j, 0, *inside)
exchanged(TRUE, "terms that are not negative", Z**2 / i**2, i, 1)
exchanged(TRUE, "of any sign, by second moments", x * Z**3 / i**2, i, 1)
exchanged(TRUE, "powers of a uniform number", r**j * V, j, 0, *inside)
modes = Mean(S(h(j, Z) * r**j))
true(
    "the mean of a Hermite series is its first coefficient",
    Identity(modes, 1),
    lambda k: k.exchange(modes).then(k.mean(S(Mean(h(j, Z) * r**j)))),
    *inside,
)
pair = S(r**j * h(j, Z) * h(p, Z))
true(
    "a mode of a Hermite series",
    Identity(Mean(pair), r**p),
    lambda k: k.exchange(Mean(pair)).then(k.mean(S(Mean(r**j * h(j, Z) * h(p, Z))))).to(r**p),
    *inside,
)


def twice_summed(k: Any) -> Any:
    """The terms of a double series are at most those of another whose rows converge, and whose rows' sums do not."""
    rows = k.sum(k.compare(r ** (2 * j) / (1 + i), r ** (2 * j)), (j, 0, oo))
    return k.sum(rows, (i, 1, oo))


grid = [sp.Sum(f, (j, 0, oo), (i, 1, oo)) for f in (r ** (2 * j) / (1 + i), r ** (2 * j))]
false("a double series of which only the rows converge", Inequality(*grid), twice_summed, *inside)

Y = s * Z + sp.sqrt(1 - s**2) * W
product = Mean(S(r**j * h(j, Z)) * S(r**i * h(i, Y), i, 0 + 1))


def parseval(k: Any) -> Any:
    doubled = k.exchange(product)
    return doubled.then(k.mean(doubled.right)).then(k.series(S(r ** (2 * i) * s**i, i, 1)))


true(
    "Parseval for two series of correlated numbers",
    Identity(product, r**2 * s / (1 - r**2 * s)),
    parseval,
    *inside,
    s > 0,
    s < 1,
    r**2 * s < 1,
    r**2 * s > -1,
)
true(
    "squares with geometric weights",
    Identity(Mean(S(Z**2 * r**j)), 1 / (1 - r)),
    lambda k: k.exchange(Mean(S(Z**2 * r**j))).then(k.mean(S(Mean(Z**2 * r**j)))).then(k.series(S(r**j))),
    *inside,
)


@pytest.mark.parametrize("name", FALSE)
def test_is_refused(name: str) -> None:
    refused(FALSE[name])


@pytest.mark.parametrize("name", TRUE)
def test_is_proved(name: str) -> None:
    proved(TRUE[name])


@pytest.mark.parametrize(
    "term",
    [
        sp.Integral(sp.exp(-(x**2)), (x, 0, oo)),
        sp.Sum(1 / i**2, (i, 1, oo), (j, 1, oo)),
        sp.Sum(r**k_, (k_, -oo, 0)),
        sp.Sum(r**k_, (k_, oo, oo)),
        sp.Sum(r**k_, (k_, 0, 2 * oo + n)) * 0 + sp.Sum(sp.oo * r**k_, (k_, 0, n)),
    ],
)
def test_no_other_infinite_end_enters(term: Any) -> None:
    with pytest.raises(Refused):
        Kernel().normal(term + y, y + term + y - y + 0 * y + 1)
