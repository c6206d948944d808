"""Proofs of false statements by what a rule might take for granted: a time, a sign, a set, a size, a side that is defined."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
import sympy as sp
from proving import Case, proved, refused

from lemmata.theory.language.arrays import PSD, Array, Orthogonal
from lemmata.theory.language.calculus import LINKS, Entrywise, Function, Gradient
from lemmata.theory.language.functions import He
from lemmata.theory.language.iteration import Iterate
from lemmata.theory.language.kinds import Existence, Identity, Inequality, Optimality
from lemmata.theory.language.laws import Exponential, Normal, Rademacher, Student
from lemmata.theory.language.matrices import Eigenvalue
from lemmata.theory.language.operators import Mean, Probability, Variance
from lemmata.theory.language.sampled import Sampled
from lemmata.theory.language.symbols import Counts, Integers, Naturals, NonNegative, NumberSet, Positive, Reals, Symbol

a = Symbol("a", "a positive number", Positive)
x, y = (Symbol(s, f"the number {s}", Reals) for s in "xy")
r = Symbol("r", "a ratio", NonNegative)
n, m = (Symbol(s, f"the size {s}", Naturals) for s in "nm")
p, q = (Symbol(s, f"the count {s}", Counts) for s in "pq")
last = Symbol("aa", "the last index", Naturals)
i = sp.Symbol("i", integer=True, positive=True)
j = sp.Symbol("j", integer=True, nonnegative=True)
k0 = sp.Symbol("k", integer=True)
even, nonzero = sp.Symbol("e", integer=True, even=True), sp.Symbol("l", integer=True, nonzero=True)
Z, X = Sampled("Z", Normal()), Sampled("X", Exponential(1))
signs = Sampled("s", Rademacher(), n)
ξ, η = Sampled("ξ", Normal()), Sampled("η", Normal())
K, C = Array("K", "kernel", n, n, kind=PSD), Array("C", "another kernel", n, n, kind=PSD)
Q, A, B = Array("Q", "rotation", n, n, kind=Orthogonal), Array("A", "a matrix", n, n), Array("B", "a matrix", m, m)
unit, square = sp.Integer(1), sp.Lambda(x, x**2)

LIES: dict[str, Case] = {}


def lie(name: str, statement: Any, proof: Callable[[Any], Any], *domain: Any) -> None:
    assert name not in LIES
    LIES[name] = (statement, proof, domain)


# -- paths: a step that does not look at the state, a law that looks at the clock
constant, clocked = Iterate(x, unit, sp.Integer(0), p), Iterate(x, q, sp.Integer(5), p, clock=q)
lie("a step before the start", Identity(constant.at(0), 1), lambda k: k.step(constant.at(0)))
lie("a step to any time", Identity(constant.end, 1), lambda k: k.step(constant.end))
lie("a step of the clock to any time", Identity(clocked.end, p - 1), lambda k: k.step(clocked.end))
renewed = Iterate(x, ξ, sp.Integer(5), p, fresh=ξ)
lie(
    "a step under the mean before the start",
    Identity(Mean(renewed.end**2), 1),
    lambda k: k.rewrite(k.mean_step(Mean(renewed.end**2), {ξ: η}), by=k.mean(Mean(η**2))),
)
old, new = Sampled("ξ", Normal(q)), Sampled("η", Normal(q))
growing = Iterate(x, x + old, sp.Integer(0), unit, fresh=old, clock=q)
lie(
    "a law that changes with the clock",
    Identity(Mean(growing.at(1) ** 2), Mean((growing.at(0) + new) ** 2)),
    lambda k: k.mean_step(Mean(growing.at(1) ** 2), {old: new}),
)

# -- means: of what is no real number, of a random number of terms, of entries below a sum
lie(
    "Jensen for a root of a negative number", Inequality(Mean(sp.sqrt(Z)) ** 2, Mean(Z)), lambda k: k.jensen(square, sp.sqrt(Z))
)
root = Mean(sp.sqrt(Z) * (sp.sqrt(Z) + 1))
lie("linearity for a root of a negative number", Identity(root, Mean(Z) + Mean(sp.sqrt(Z))), lambda k: k.linear(root))
many = sp.Sum(2**i, (i, 1, sp.Max(1, sp.floor(Z**2))))
lie("a sum of a random number of terms", Inequality(Mean(many) ** 2, Mean(many**2)), lambda k: k.jensen(square, many))
lie(
    "Stein for the Hermite polynomial of degree -1",
    Identity(Mean(Z * He(p, Z)), Mean(p * He(p - 1, Z))),
    lambda k: k.stein(Mean(Z * He(p, Z)), Z),
)
total = sp.Sum(signs[m], (m, 1, n))
lie(
    "one sign for all in the square of a sum", Identity(Mean(total**2), n**2), lambda k: k.mean(Mean(total**2)).to(n**2), m <= n
)
lie(
    "one sign for all in the exponential of a sum",
    Identity(Mean(sp.exp(total)), (sp.exp(n) + sp.exp(-n)) / 2),
    lambda k: k.mean(Mean(sp.exp(total))).to((sp.exp(n) + sp.exp(-n)) / 2),
    m <= n,
)

# -- series: the sign of the terms from a domain that an instance leaves; the sum of the terms is 0, that of their means 1
terms = r**j * ((j + 1) * sp.exp(-(j + 1) * X) - x * j * sp.exp(-j * X))
telescope = (j + 1) * sp.exp(-(j + 1) * X) - j * sp.exp(-j * X)
lie(
    "a mean of a telescoping series",
    Identity(Mean(sp.Sum(telescope, (j, 0, sp.oo))), sp.Sum(Mean(telescope), (j, 0, sp.oo))),
    lambda k: k.instance(k.exchange(Mean(sp.Sum(terms, (j, 0, sp.oo)))), {x: unit, r: unit}),
    x <= 0,
    r < sp.Rational(1, 2),
)

# -- sums: deltas and indices with more assumptions than their range has
for name, delta in {"affine": sp.KroneckerDelta(i, 2 * i - 3), "square": sp.KroneckerDelta(i, i**2 - 6)}.items():
    picked = sp.Sum(delta * sp.KroneckerDelta(i, last), (i, 1, n))
    lie(f"a second delta, {name}", Identity(picked, 1), lambda k, e=picked: k.collapse(e), last <= n)
at_zero, alternating = sp.Sum(sp.KroneckerDelta(k0, 0), (k0, -1, 1)), sp.Sum((-1) ** k0 * x, (k0, 0, n))
lie("an index that is never 0", Identity(at_zero, 0), lambda k: k.reindex(at_zero, 0, index=nonzero))
lie("an even index", Identity(alternating, sp.Sum(x, (even, 0, n))), lambda k: k.reindex(alternating, 0, index=even))

# -- sets, sizes, cases
lie(
    "an orthogonal matrix of another size replaced by any matrix",
    Identity(sp.Trace(B.T * B), m + 0 * sp.Trace(Q)),
    lambda k: k.both(k.instance(k.instance(k.words(Q.T * Q, sp.Identity(n)), {n: m}), {Q.xreplace({n: m}): B}), "trace").to(m),
    sp.Trace(Q) <= n,
)
lie(
    "the cases of a root that may not be defined",
    Inequality(0, x),
    lambda k: k.cases(
        {
            sp.sqrt(x) >= 0: k.monotone(k.flip(k.hypothesis(sp.sqrt(x) >= 0)), "square"),
            sp.sqrt(x) < 0: k.monotone(k.negate(k.hypothesis(sp.sqrt(x) < 0)), "square"),
        }
    ),
)
cubic = a**3 - 2 * a**2 + 2 * a
ramped, plain = (sp.Trace(Entrywise(sp.Lambda(a, f), A)) for f in (sp.Max(0, cubic), cubic))
lie(
    "what holds for positive numbers put for any entry",
    Identity(x * ramped + x, x * (plain + 1)),
    lambda k: k.flip(k.rewrite(k.normal(x * (ramped + 1), x * ramped + x), by=k.minmax(sp.Max(0, cubic), cubic))),
)
paths = [Iterate(a, f - 1, sp.Integer(0), sp.Integer(2)) for f in (sp.Max(0, cubic), cubic)]
lie(
    "what holds for positive numbers put for any state",
    Identity(x * paths[0].at(2) + x, x * (paths[1].at(2) + 1)),
    lambda k: k.flip(
        k.rewrite(k.normal(x * (paths[0].at(2) + 1), x * paths[0].at(2) + x), by=k.minmax(sp.Max(0, cubic), cubic))
    ),
)
lie(
    "a witness outside of the domain",
    Existence(sp.Eq(x + 1, 0), {x: -1}),
    lambda k: k.witness(sp.Eq(x + 1, 0), {x: -1}),
    x >= 0,
)
twice = sp.Trace(sp.MatAdd(K, C, K))
lie(
    "a summand that stands twice",
    Identity(twice, sp.Sum(Eigenvalue(K + C, i), (i, 1, n))),
    lambda k: k.spectrum(twice, K + C, i),
)
lie("a derivative in an integer", Identity(Gradient(n**2 * x, n), 2 * n * x), lambda k: k.derivative(Gradient(n**2 * x, n)))


# -- what a condition binds: an index of a sum, a state at any time, any entry of a matrix
def _index_of_a_condition(k: Any) -> Any:
    """5 <= i for i >= 5 alone; summed over 1..3, the index stands in no side any more."""
    summed = k.sum(k.compare(sp.Integer(5), k0, given=(k0 >= 5,)), (k0, 1, 3))
    fact = k.then(k.normal(15 + 0 * x, sp.Sum(sp.Integer(5), (k0, 1, 3))), summed).then(k.terms_of(sp.Sum(k0, (k0, 1, 3))))
    return k.add(k.instance(fact, {k0: sp.Integer(7)}), k.compare(x, x + 1))


whole = Symbol("w", "an integer", Integers)
fives, numbers = sp.Sum(sp.Integer(5), (whole, 1, 3)), sp.Sum(whole, (whole, 1, 3))
lie("a value put for the index of a condition", Inequality(15 + x, 7 + x), _index_of_a_condition)
lie(
    "a domain on a variable of the name of an index",
    Inequality(whole + fives, whole + numbers + 1),
    lambda k: k.add(k.sum(k.compare(sp.Integer(5), whole), (whole, 1, 3)), k.compare(whole, whole + 1)),
    whole >= 5,
)
state = Symbol("state 0", "any state of a path", Reals)
inverted = [Iterate(y, 1 / y, x, length).at(1) for length in (p, p + 1)]
lie(
    "a value put for any state of a path",
    Identity(*inverted),
    lambda k: k.instance(k.horizon(inverted[0], p + 1), {state: sp.Integer(1)}),
    p >= 1,
)
anything, entry = sp.Symbol("z", real=True), Symbol("entry", "any entry of a matrix", Reals)
logs = Entrywise(sp.Lambda(anything, sp.log(anything)), A)
lie(
    "a domain on a variable of the name of any entry",
    Identity(entry * sp.Trace(K * logs), entry * sp.Trace(logs.T * K)),
    lambda k: k.words(entry * sp.Trace(K * logs), entry * sp.Trace(logs.T * K)),
    entry > 0,
)


# -- sets: the entries of an array, the ends of a set of numbers
above, other = (Array(name, "a positive column", n, of=Positive) for name in ("v", "w"))
share = Symbol("s", "a share", NumberSet("[0, 1]", 0, 1, closed=(True, True), assumptions={"nonnegative": True}))
meet = sp.Eq(sp.Trace(above.T * other), -sp.Trace(other.T * other))
lie("a negative column for a positive one", Existence(meet, {above: -other}), lambda k: k.witness(meet, {above: -other}))
gap = sp.Trace((above + other).T * (above + other))
lie("an optimum outside of the entries' set", Optimality(gap, {above: -other}), lambda k: k.nonneg(gap))
lie("a share of 2", Existence(sp.Eq(share, 2), {share: 2}), lambda k: k.witness(sp.Eq(share, 2), {share: 2}))
lie("an optimum beyond the end of a set", Optimality((share - 2) ** 2, {share: 2}), lambda k: k.nonneg((share - 2) ** 2))


# -- the mean of a conditional variance, derivatives of entries at a corner, a sum over the size of its matrix
heavy = Sampled("T", Student(sp.Rational(3, 2)))
spread = Mean(Variance(heavy * sp.cos(Z), over=Z))
lie("a conditional variance whose mean is infinite", Inequality(0, spread), lambda k: k.nonneg(spread))
link = Function("σ", "a link", of=LINKS)
for name, f in {
    "|z|": sp.Lambda(anything, sp.Abs(anything)),
    "floor": sp.Lambda(anything, sp.floor(anything)),
    "a link": link,
}.items():
    turned = Gradient(sp.Trace(Entrywise(f, x * A)), x)
    value = sp.Trace(A * sp.HadamardProduct(sp.Identity(n), Entrywise(f, x * A.T, 1)))
    lie(f"the derivative of {name} of entries, in a number", Identity(turned, value), lambda k, e=turned: k.derivative(e))
over_size = sp.Sum(Eigenvalue(K, n), (n, 1, n))
lie("a sum over the size of its matrix", Identity(sp.Trace(K), over_size), lambda k: k.spectrum(sp.Trace(K), K, n))


# -- what is not there: an entry, a law, an event, a term of a sum
column, normal = Array("v", "a column", n), Sampled("g", Normal(), n)
lie("an entry between two entries", Identity(Mean(normal[n / 2] ** 2), 1), lambda k: k.mean(Mean(normal[n / 2] ** 2)), n >= 2)
for index in (n + 1, n / 2):
    lie(f"the entry number {index} of a column", Inequality(0, column[index] ** 2), lambda k, e=column[index]: k.nonneg(e**2))
nowhere, undefined = Probability(Sampled("N", Normal(x)) > 0), Probability(sp.log(Z) > y)
lie("the probability under a law that is none", Inequality(0, nowhere), lambda k: k.nonneg(nowhere))
lie("the probability of an event that is not defined", Inequality(0, undefined), lambda k: k.nonneg(undefined))
fraction = sp.Sum(Mean(Z**2) / (i - 3), (i, 1, n))
lie("a mean divided by 0 below a sum", Identity(fraction, sp.Sum(1 / (i - 3), (i, 1, n))), lambda k: k.mean(fraction))
nothing = sp.Sum(Mean(Z) / (i - 3) + 1, (i, 1, n))
lie("0/0 below a sum", Identity(nothing, n), lambda k: k.mean(nothing).to(n))
poles, moved = sp.Sum(1 / (i - 3), (i, 1, n)), sp.Sum(1 / (j - 2), (j, 0, n - 1))
lie("reindexing a sum with a pole", Identity(poles, moved), lambda k: k.reindex(poles, 1, index=j))
endless = sp.Sum(sp.KroneckerDelta(j, q) * x + Mean(Z**2), (j, 0, sp.oo))
lie("a delta in a divergent series", Identity(endless, x + sp.Sum(Mean(Z**2), (j, 0, sp.oo))), lambda k: k.collapse(endless))


@pytest.mark.parametrize("name", LIES)
def test_is_refused(name: str) -> None:
    refused(LIES[name])


TRUE: dict[str, Case] = {
    "a step after the start": (Identity(constant.at(p), 1), lambda k: k.step(constant.at(p)), (p >= 1,)),
    "a witness in the domain": (Existence(sp.Eq(x - 1, 0), {x: 1}), lambda k: k.witness(sp.Eq(x - 1, 0), {x: 1}), (x >= 0,)),
    "one delta of two": (
        Identity(
            sp.Sum(sp.KroneckerDelta(i, 2 * i - 3) * sp.KroneckerDelta(i, last), (i, 1, n)),
            sp.KroneckerDelta(last, 2 * last - 3),
        ),
        lambda k: k.collapse(sp.Sum(sp.KroneckerDelta(i, 2 * i - 3) * sp.KroneckerDelta(i, last), (i, 1, n))),
        (last <= n,),
    ),
    "cases of what is defined": (
        Inequality(x, sp.Abs(x)),
        lambda k: k.cases({s: k.compare(x, sp.Abs(x), given=(s,)) for s in (x >= 0, x < 0)}),
        (),
    ),
    "a mean of a series whose terms have a sign": (
        Identity(Mean(sp.Sum(terms, (j, 0, sp.oo))), sp.Sum(Mean(terms), (j, 0, sp.oo))),
        lambda k: k.exchange(Mean(sp.Sum(terms, (j, 0, sp.oo)))),
        (x <= 0, r < sp.Rational(1, 2)),
    ),
    "a share of one": (
        Existence(sp.Eq(2 * share, 1), {share: sp.S.Half}),
        lambda k: k.witness(sp.Eq(2 * share, 1), {share: sp.S.Half}),
        (),
    ),
    "a sum of entries": (
        Inequality(0, sp.Sum(column[i] ** 2, (i, 1, n))),
        lambda k: k.nonneg(sp.Sum(column[i] ** 2, (i, 1, n))),
        (),
    ),
    "a sum of one term": (
        Identity(sp.Sum(sp.sqrt(j) * x, (j, 0, 0)), 0),
        lambda k: k.terms_of(sp.Sum(sp.sqrt(j) * x, (j, 0, 0))),
        (),
    ),
}


@pytest.mark.parametrize("name", TRUE)
def test_is_proved(name: str) -> None:
    proved(TRUE[name])
