"""Proofs of false statements, each of which the kernel must refuse; and every automatic rule thrown at each of them."""

from __future__ import annotations

import copy
import dataclasses
import pickle
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest
import sympy as sp

from lemmata.theory.kernel import Fact, Kernel, Refused, prove
from lemmata.theory.language.arrays import PSD, Array, UnitVector
from lemmata.theory.language.calculus import LINKS, POLYNOMIALS, Function, Gradient, Slope
from lemmata.theory.language.claim import Claim
from lemmata.theory.language.definitions import Definition
from lemmata.theory.language.domain import Domain
from lemmata.theory.language.errors import ClaimError
from lemmata.theory.language.kinds import Existence, Guarantee, Identity, Inequality, Within
from lemmata.theory.language.laws import Bernoulli, Exponential, Normal, Rademacher, Sphere, Student, Uniform
from lemmata.theory.language.operators import Mean, Probability, Variance
from lemmata.theory.language.sampled import Sampled
from lemmata.theory.language.symbols import Counts, Integers, Naturals, NonNegative, NumberSet, Positive, Reals, Symbol

a, b = Symbol("a", "a positive number", Positive), Symbol("b", "another positive number", Positive)
x, y, t = (Symbol(s, f"the number {s}", Reals) for s in "xyt")
u = Symbol("u", "a number that is not negative", NonNegative)
n, d, m = (Symbol(s, f"the size {s}", Naturals) for s in "ndm")
p, q = (Symbol(s, f"the count {s}", Counts) for s in "pq")
w = Symbol("w", "an integer", Integers)
i = sp.Symbol("i", integer=True, positive=True)
j = sp.Symbol("j", integer=True, nonnegative=True)
Z, W = Sampled("Z", Normal()), Sampled("W", Normal())
V = Sampled("V", Uniform(0, 1))
R = Sampled("R", Rademacher())
X, K, A, B = Array("X", "design", n, d), Array("K", "kernel", n, n, kind=PSD), Array("A", "a", n, n), Array("B", "b", n, n)
v, e = Array("v", "a column", n), Sampled("ε", Uniform(-1, 1), n)
link, poly = Function("σ", "a link", of=LINKS), Function("f", "a polynomial", of=POLYNOMIALS(3))
M = (X * X.T + a * sp.Identity(n)).inv()
P = (X.T * X + a * sp.Identity(d)).inv()
tr = sp.Trace


@dataclass(frozen=True)
class Lie:
    """A false statement, what its author offers as a proof, and the domain on which it is claimed."""

    name: str
    statement: Any
    proof: Callable[[Any], Any]
    domain: tuple[Any, ...] = ()
    when: tuple[Any, ...] = ()


LIES: list[Lie] = []


def lie(name: str, statement: Any, proof: Callable[[Any], Any], *domain: Any, when: tuple[Any, ...] = ()) -> None:
    LIES.append(Lie(name, statement, proof, domain, when))


def sides(rule: str, statement: Any) -> Callable[[Any], Any]:
    """The proof that applies one rule to both sides of the statement."""
    return lambda k: getattr(k, rule)(statement.left, statement.right)


def by(rule: str, name: str, statement: Any, *domain: Any) -> None:
    lie(name, statement, sides(rule, statement), *domain)


# fmt: off
# -- conclusions that are none -----------------------------------------------------------------------------------------
characteristic = Identity(Mean(sp.cos(a * Z)), sp.Rational(251, 250) * sp.exp(-(a**2) / 2))
lie("a step 1 = 1 for 1.004 exp(-a²/2)", characteristic, lambda k: k.normal(sp.Integer(1), sp.Integer(1)))
lie("a true fact about another statement", characteristic, lambda k: k.normal((a + 1) ** 2, a**2 + 2 * a + 1))
lie("the true neighbour of the statement", characteristic, lambda k: k.mean(Mean(sp.cos(a * Z))))
lie("no proof but a word", characteristic, lambda k: True)
lie("the statement itself as its proof", characteristic, lambda k: characteristic)
lie("nothing returned", characteristic, lambda k: None)
lie("a step whose sides are identical on construction", Identity(x + 1, x + 2), lambda k: k.normal(x + x, 2 * x))
lie("a fact of another kernel", Identity((x + 1) ** 2, x**2 + 2 * x + 2), lambda k: Kernel().normal((x + 1) ** 2, x**2 + 2 * x + 1))
lie("an inequality read as an identity", Identity(sp.Integer(0), x**2), lambda k: k.nonneg(x**2))
lie("an inequality turned round", Inequality(x**2, 0), lambda k: k.nonneg(x**2))
lie("the fact for one value read for all", Identity((x + y) * (x - y), x**2 - 1), lambda k: k.instance(k.normal((x + y) * (x - y), x**2 - y**2), {y: sp.Integer(1)}))

# -- arithmetic ----------------------------------------------------------------------------------------------------------
by("normal", "a removed singularity", Identity((x**2 - 1) / (x - 1) - (x + 1), 0))
by("normal", "a removed singularity inside the domain [0, 2]", Identity((x**2 - 1) / (x - 1), x + 1), x >= 0, x <= 2)
by("normal", "log xy for real x", Identity(sp.log(x * y), sp.log(x) + sp.log(y)), x * y > 0)
by("normal", "log x² = 2 log x", Identity(sp.log(x**2), 2 * sp.log(x)))
by("normal", "sqrt(x²) = x", Identity(sp.sqrt(x**2), x))
by("normal", "sqrt(xy) = sqrt x sqrt y", Identity(sp.sqrt(x * y), sp.sqrt(x) * sp.sqrt(y)), x * y >= 0)
by("normal", "a branch cut: (x²)^(3/2) = x³", Identity((x**2) ** sp.Rational(3, 2), x**3))
by("normal", "a branch cut: log exp(ix) = ix", Identity(sp.log(sp.exp(sp.I * x)), sp.I * x))
by("normal", "a branch cut: (x^(1/3))³ = x below zero", Identity((x ** sp.Rational(1, 3) + 1) * x ** sp.Rational(2, 3), x + x ** sp.Rational(2, 3)))
by("normal", "division by a vanishing quantity", Identity(x * (y + 1 / x), x * y + 1), x >= -1)
by("normal", "division by a difference that vanishes", Identity((a**2 - b**2) / (a - b), a + b))
by("normal", "a binomial at negative integers", Identity(sp.binomial(w, p) * p, w * sp.binomial(w - 1, p - 1)))
by("normal", "symmetry of the binomial at negative integers", Identity(sp.binomial(w, q), sp.binomial(w, w - q)))
by("normal", "a factorial at a negative integer", Identity(sp.factorial(w), w * sp.factorial(w - 1)))
by("normal", "0.1 + 0.2 = 3/10 in floats", Identity(x + sp.Float(0.1) + sp.Float(0.2), x + sp.Rational(3, 10)))
by("normal", "tanh 20 = 1", Identity(sp.tanh(20), 1))
by("normal", "tanh x = 1 beyond 20", Identity(sp.tanh(x), 1), x >= 20)
by("normal", "1 = exp(-10^4) + 1", Identity(1 + sp.exp(-10000), 1))
thin = x * (x - 1) * (x - 2) * (x - 3)
by("normal", "true at x = 0, 1, 2, 3 only", Identity(thin, 0))
by("normal", "true at 2^61 points only", Identity(sp.Product(x - i, (i, 1, 2**61)), 0))
by("normal", "|x| = x", Identity(sp.Abs(x), x))
by("normal", "x^w x^-w = 1 at x = 0", Identity(x**w * (1 + x ** (-w)), x**w + 1))
by("normal", "tan x cos x = sin x at π/2", Identity(sp.tan(x) * sp.cos(x), sp.sin(x)))
by("normal", "a sum whose terms are constant, of n - 3 terms", Identity(sp.Sum(x, (i, 1, n - 3)), x * (n - 3)))
by("normal", "division by the index from 0 on", Identity(sp.Sum(i * x / (i * (1 + 1 / i)), (i, 0, p)), sp.Sum(i * x / (i + 1), (i, 0, p))))
by("normal", "linearity of a sum that diverges", Identity(sp.Sum((1 + 1 / i) - 1 / i + x / i, (i, 1, sp.oo)), x))
by("normal", "an undefined mean cancels", Identity((x + 1) * Mean(Sampled("C", Student(1))) - x * Mean(Sampled("C", Student(1))), Mean(Sampled("C", Student(1)))))

# -- signs -----------------------------------------------------------------------------------------------------------------
lying = Symbol("y", "a number of [-1, 1]", NumberSet("[-1, 1]", -1, 1, closed=(True, True), assumptions={"positive": True}))
raw = sp.Symbol("r", positive=True)
lie("-y <= 0 on [-1, 1] by a lying set", Inequality(-lying, 0), lambda k: k.flip(k.nonneg(lying)), lying >= -1, lying <= 1)
lie("a symbol with no declaration", Inequality(-y, 0), lambda k: k.instance(k.rewrite(k.nonneg(raw), by=k.normal(raw + 0, raw)), {raw: y}))
lie("x >= 0 for real x", Inequality(0, x), lambda k: k.nonneg(x))
lie("a product with one negative factor", Inequality(0, (x - 1) * (x - 2)), lambda k: k.nonneg((x - 1) * (x - 2)), x >= 1)
lie("a quotient by something that changes sign", Inequality(0, (x**2 + 1) / (x - 1)), lambda k: k.nonneg((x**2 + 1) / (x - 1)))
lie("an interval that sticks out", Inequality(0, 1 - x**2), lambda k: k.nonneg(1 - x**2), x >= -1, x <= sp.Rational(1001, 1000))
lie("multiplying an inequality by a real", Inequality(x, 2 * x), lambda k: k.scale(k.compare(sp.Integer(1), sp.Integer(2)), x))
lie("an integer power of what is negative", Inequality(0, -((x - y) ** n)), lambda k: k.nonneg(-((x - y) ** n)), x < y)
lie("an integer power in a product", Inequality(0, -((x - y) ** n) * (a + b)), lambda k: k.nonneg(-((x - y) ** n) * (a + b)), x < y)
lie("an integer power below the line", Inequality(0, (x - y) ** n / (a + 1)), lambda k: k.nonneg((x - y) ** n / (a + 1)), x < y)
lie("a gap read with the wrong sign through its name", Inequality(0, y - x), lambda k: k.nonneg(y - x), Definition("g", "a gap", x - y) >= 0)
lie("chaining <= with >=", Inequality(x, x - 1), lambda k: k.le(k.compare(x, x + 1), k.flip(k.compare(x - 1, x + 1))))
lie("the reciprocal of an inequality of signs", Inequality(1, 1 / x), lambda k: k.monotone(k.compare(x, sp.Integer(1)), "inverse"), x <= 1, sp.Ne(x, 0))
lie("a square of an inequality of signs", Inequality(x**2, 1), lambda k: k.monotone(k.compare(x, sp.Integer(1)), "square"), x <= 1)
lie("cases that do not cover", Inequality(0, x**3), lambda k: k.cases({x >= 0: k.nonneg(x**3, given=(x >= 0,)), x >= 1: k.nonneg(x**3, given=(x >= 1,))}))
lie("cases whose assumption is kept silent", Inequality(0, x), lambda k: k.nonneg(x, given=(x >= 0,)))
lie("the larger of two is the first", Identity(sp.Max(x, y), x), lambda k: k.minmax(sp.Max(x, y), x))
lie("the smaller of two is above", Inequality(x, sp.Min(x, y)), lambda k: k.minmax(sp.Min(x, y), x))

# -- means -----------------------------------------------------------------------------------------------------------------
square = Mean(sp.exp(a * Z**2))
lie("E exp(aZ²) for every a > 0", Identity(square, (1 - 2 * a) ** sp.Rational(-1, 2)), lambda k: k.mean(square))
lie("E exp(aZ²) up to a = 1/2", Identity(square, 1 / sp.sqrt(1 - 2 * a)), lambda k: k.mean(square), a <= sp.Rational(1, 2))
cauchy, student = Sampled("C", Student(1)), Sampled("T", Student(m))
lie("the mean of a Cauchy variable", Identity(Mean(cauchy), 0), lambda k: k.mean(Mean(cauchy)))
lie("the variance of Student's law at any df", Identity(Mean(student**2), m / (m - 2)), lambda k: k.mean(Mean(student**2)))
lie("Student's variance at df > 1", Identity(Mean(student**2), m / (m - 2)), lambda k: k.mean(Mean(student**2)), m > 1)
lie("dependent factors split", Identity(Mean(Z * Z**3), Mean(Z) * Mean(Z**3)), lambda k: k.mean(Mean(Z * Z**3)))
ball = Sampled("s", Sphere(), n)
lie("entries of a sphere split", Identity(Mean(ball[1] ** 2 * ball[2] ** 2), 1 / n**2), lambda k: k.mean(Mean(ball[1] ** 2 * ball[2] ** 2)), n >= 2)
normal = (tr(A) ** 2 + tr(A * A) + tr(A * A.T)) / n**2
lie("four factors on a sphere are not normal", Identity(Mean(tr(A * ball * ball.T) ** 2), normal), lambda k: k.mean(Mean(tr(A * ball * ball.T) ** 2)).to(normal))
unit, other = (Array(name, "a unit vector", n, kind=UnitVector) for name in "wu")
by("words", "a unit vector times its transpose is the identity", Identity(tr(A * unit * unit.T), tr(A)))
by("words", "two unit vectors agree", Identity(tr(unit.T * other), 1))
lie("two means share one sample", Identity(Mean(Z) * Mean(Z), Mean(Z**2)), lambda k: k.mean(Mean(Z**2)))
lie("a mean that is a product", Identity(Mean(sp.exp(x * Z)), sp.exp(x * Mean(Z))), lambda k: k.mean(Mean(sp.exp(x * Z))))
lie(
    "the mean of exp for an exponential law, any rate",
    Identity(Mean(sp.exp(a * Sampled("E", Exponential(1)))), 1 / (1 - a)),
    lambda k: k.mean(Mean(sp.exp(a * Sampled("E", Exponential(1))))),
)
wild = Mean(sp.cos(a * Z * W) * sp.exp(sp.Rational(3, 5) * W**2))
lie("Fubini without integrability", Identity(wild, 1 / sp.sqrt(a**2 - sp.Rational(1, 5))), lambda k: k.mean(wild), a > 1)
coin = Sampled("c", Bernoulli(x))
lie("a probability outside [0, 1]", Identity(Mean(coin), x), lambda k: k.mean(Mean(coin)))
lie("Jensen the wrong way", Inequality(Mean(V**2), Mean(V) ** 2), lambda k: k.jensen(sp.Lambda(t, t**2), V))
lie("Jensen for what is not convex", Inequality(Mean(Z) ** 3, Mean(Z**3)), lambda k: k.jensen(sp.Lambda(t, t**3), Z))
lie("Jensen where the mean is infinite", Inequality(Mean(cauchy) ** 2, Mean(cauchy**2)), lambda k: k.jensen(sp.Lambda(t, t**2), cauchy))
lie(
    "a mean under an infinite sum",
    Identity(Mean(sp.Sum(Z**j / sp.factorial(j), (j, 0, sp.oo))), 1),
    lambda k: k.mean(Mean(sp.Sum(Z**j / sp.factorial(j), (j, 0, sp.oo)))),
)
lie("Stein's lemma for a link with a kink, and without growth", Identity(Mean(Z * link(Z)), Mean(link.prime(Z))), lambda k: k.stein(Mean(Z * link(Z)), Z))
lie("Stein's lemma for a uniform law", Identity(Mean(V * poly(V)), Mean(poly.prime(V))), lambda k: k.stein(Mean(V * poly(V)), V))
lie("the noise is not centred", Identity(Mean(tr(v.T * Sampled("η", Uniform(0, 1), n))), 0), lambda k: k.mean(Mean(tr(v.T * Sampled("η", Uniform(0, 1), n)))))
lie("a fourth moment by pairings, uniform noise", Identity(Mean(tr(e.T * e) ** 2), (n**2 + 2 * n) / sp.Integer(9)), lambda k: k.mean(Mean(tr(e.T * e) ** 2)))
lie(
    "the sample inside an inverse",
    Identity(Mean(tr((e * e.T + a * sp.Identity(n)).inv())), n / (a + sp.Rational(1, 3))),
    lambda k: k.mean(Mean(tr((e * e.T + a * sp.Identity(n)).inv()))),
)
lie("the mean of an inverse", Identity(Mean(1 / (1 + V)), sp.Rational(2, 3)), lambda k: k.mean(Mean(1 / (1 + V))))
lie("a variance as a second moment", Identity(Variance(V), sp.Rational(1, 3)), lambda k: k.mean(Variance(V)))
lie("linearity with a mean that is not there", Identity(Mean(x * cauchy + Z), x * Mean(cauchy) + Mean(Z)), lambda k: k.linear(Mean(x * cauchy + Z)))

# -- derivatives -------------------------------------------------------------------------------------------------------------
kink = Gradient(sp.Abs(x), x)
lie("the derivative of |x| at 0", Identity(kink, sp.sign(x)), lambda k: k.derivative(kink))
under = Gradient(Mean(sp.cos(x * cauchy)), x)
lie("differentiation under a mean", Identity(under, Mean(-cauchy * sp.sin(x * cauchy))), lambda k: k.derivative(under))
series = Gradient(sp.Sum(sp.sin(i**2 * x) / i**2, (i, 1, sp.oo)), x)
lie("differentiation under an infinite sum", Identity(series, sp.Sum(sp.cos(i**2 * x), (i, 1, sp.oo))), lambda k: k.derivative(series))
lie("a derivative at the edge of the logarithm", Identity(Gradient(sp.log(x), x), 1 / x), lambda k: k.derivative(Gradient(sp.log(x), x)))
G = Array("G", "direction", n, n)
slope = Slope(tr(A.inv()), A, along=G)
lie("the derivative of an inverse that is not there", Identity(slope, -tr(A.inv() * G * A.inv())), lambda k: k.derivative(slope))
lie("the derivative in a symmetric matrix along any other", Identity(Slope(tr(K * K), K, along=G), 2 * tr(K * G)), lambda k: k.derivative(Slope(tr(K * K), K, along=G)))

# -- matrices ------------------------------------------------------------------------------------------------------------------
by("words", "Tr 1_n = Tr 1_d", Identity(tr(X * X.T * M) + a * tr(M), tr(X.T * X * P) + a * tr(P)))
by("words", "matrices commute", Identity(A * B, B * A))
by("words", "three factors under a trace swapped", Identity(tr(A * B * A * A * B * B), tr(B * B * A * A * B * A)))
by("words", "a general matrix is symmetric", Identity(tr(A * B), tr(A.T * B)))
by("words", "the trace of a product is a product of traces", Identity(tr(A * B), tr(A) * tr(B)))
by("words", "the square of a trace", Identity(tr(A) ** 2, tr(A * A)))
by("words", "the inverse of what may be singular", Identity((A * B + B).inv() * A * B, sp.Identity(n) - (A * B + B).inv() * B))
by("words", "K is invertible because it is positive semidefinite", Identity(tr((K * K + K).inv() * K * K), n - tr((K * K + K).inv() * K)))
by("words", "the inverse of a sum", Identity((K + a * sp.Identity(n)).inv(), K + sp.Identity(n) / a))
by("words", "a real shift is positive", Identity(K * (K + x * sp.Identity(n)).inv(), sp.Identity(n) - x * (K + x * sp.Identity(n)).inv()))
by("words", "push-through with the wrong shift", Identity(X.T * M, (X.T * X + 2 * a * sp.Identity(d)).inv() * X.T))
by("words", "Tr 1 = 1", Identity(tr(K * M + (sp.Identity(n) - K) * M), tr(M) + n - 1))
reversed_word = Identity(tr(A * B * A * A * B * B), tr(B * B * A * A * B * A))
lie(
    "the trace of a word read backwards, true at n = 2, read as one for all sizes", reversed_word, lambda k: k.at_sizes(reversed_word.left, reversed_word.right, {n: 2})
)
cayley = Identity(2 * tr(A**3), 3 * tr(A) * tr(A * A) - tr(A) ** 3)
lie("an identity of 2 x 2 matrices read as one for all sizes", cayley, lambda k: k.at_sizes(cayley.left, cayley.right, {n: 2}))

# -- sums, induction, citations ------------------------------------------------------------------------------------------------
total = sp.Sum(i, (i, 1, n))
lie("induction without a base", Identity(total, n * (n + 1) / 2 + 1), lambda k: k.induction(None, lambda h: _gauss(k, h), over=n))
lie(
    "induction with the base of another statement",
    Identity(total, n * (n + 1) / 2 + 1),
    lambda k: k.induction(k.normal((a + 1) ** 2, a**2 + 2 * a + 1), lambda h: _gauss(k, h), over=n),
)
lie("the hypothesis of an induction as its result", Identity(total, n**2), lambda k: _leak(k))
lie(
    "an induction whose step does not reach the next number",
    Identity(total, n),
    lambda k: k.induction(k.terms_of(sp.Sum(i, (i, 1, 1))), lambda h: _gauss(k, h), over=n),
)
lie(
    "reindexing by a half",
    Identity(sp.Sum(1 / i, (i, 1, n)), sp.Sum(1 / (i + sp.S.Half), (i, sp.S.Half, n - sp.S.Half))),
    lambda k: k.reindex(sp.Sum(1 / i, (i, 1, n)), sp.S.Half),
)
lie(
    "a sum over an identity that fails at one index",
    Identity(sp.Sum((i**2 - 1) / (i - 1), (i, 1, n)), sp.Sum(i + 1, (i, 1, n))),
    lambda k: k.sum(k.normal((i**2 - 1) / (i - 1), i + 1), (i, 1, n)),
)
lie("the statement itself is cited", characteristic, lambda k: k.cite("folklore", characteristic, source="everybody"))
twice = Identity(2 * characteristic.left, 2 * characteristic.right)
lie("the statement is cited in disguise", characteristic, lambda k: k.scale(k.cite("folklore", twice, source="everybody"), sp.S.Half))
tangent = Inequality(sp.log(x), x - 1)
lie(
    "a cited theorem whose hypothesis fails",
    Inequality(sp.log(x), x),
    lambda k: k.le(k.cite("the logarithm lies below its tangent", tangent, source="a book", requires=(x > 0,)), k.compare(x - 1, x)),
)
lie(
    "a hypothesis handed over that is another one",
    Inequality(y, 1 + x),
    lambda k: k.le(k.cite("a theorem", Inequality(y, x), source="a book", requires=(x > 5,), hypotheses=(k.nonneg(y**2),)), k.compare(x, 1 + x)),
)
lie("quantifiers swapped: one bound for all", Inequality(x, 5), lambda k: k.instance(k.compare(x, x + u), {u: 5 - x}))
lie("a value outside the set of its symbol", Inequality(0, -(x**2)), lambda k: k.instance(k.nonneg(a), {a: -(x**2)}))
lie("a sample put for a symbol, under a mean", Identity(Mean(Z * x), Mean(Z * Z)), lambda k: k.instance(k.mean(Mean(Z * x + Z)), {x: Z}))
lie(
    "a variable captured by a sum",
    Identity(sp.Sum(x * i, (i, 1, 3)), 6 * x + 1),
    lambda k: k.instance(k.normal(sp.Sum(x * i, (i, 1, 3)) * 1, x * sp.Sum(i, (i, 1, 3))), {x: i}),
)
ramp = Mean(sp.Max(Z, 0) + 1)
lie("rewriting under a mean with a condition on the sample", Identity(ramp, Mean(Z) + 1), lambda k: k.rewrite(k.linear(ramp), by=k.minmax(sp.Max(Z, 0), Z)))

# -- other kinds -----------------------------------------------------------------------------------------------------------------
lie(
    "√2 with wrong last digits",
    Existence(sp.Eq(x**2, 2), {x: sp.Rational(141421356237309505, 10**17)}),
    lambda k: k.witness(sp.Eq(x**2, 2), {x: sp.Rational(141421356237309505, 10**17)}),
)
lie(
    "a float as a witness",
    Existence(sp.Eq(x, sp.Rational(3, 10)), {x: sp.Float(0.1) + sp.Float(0.2)}),
    lambda k: k.witness(sp.Eq(x, sp.Rational(3, 10)), {x: sp.Float(0.1) + sp.Float(0.2)}),
)
lie("the witness of another condition", Existence(x**2 < 0, {x: 1}), lambda k: k.witness(x**2 > 0, {x: 1}))
lie("one half of a two-sided bound", Within(x, x - 1, x - 2), lambda k: k.compare(x - 1, x))
lie("a probability above its bound", Guarantee(Z > 0, sp.Rational(3, 4)), lambda k: k.nonneg(Probability(Z > 0)))
# fmt: on


def _gauss(k: Any, h: Any) -> Any:
    """The honest step of Gauss' sum: add the next term."""
    grown = k.peel(total.xreplace({n: n + 1}))
    return k.rewrite(grown, by=h)


def _leak(k: Any) -> Any:
    kept: list[Any] = []
    try:
        k.induction(k.terms_of(sp.Sum(i, (i, 1, 1))), lambda h: kept.append(h), over=n)
    except Refused:
        pass
    return kept[0] if kept else None


def claim(case: Lie, proof: Any) -> Claim | None:
    """The claim, or nothing where the language already refuses the sentence."""
    try:
        return Claim(
            id="false.proof", says=case.name, statement=case.statement, proof=proof, domain=Domain(*case.domain), when=case.when
        )
    except ClaimError:
        return None


NAMES = [case.name for case in LIES]


@pytest.mark.parametrize("case", LIES, ids=NAMES)
def test_is_refused(case: Lie) -> None:
    made = claim(case, case.proof)
    if made is None:
        return
    outcome = prove(made)
    assert outcome.status in ("failed", "none"), (case.name, outcome)
    assert outcome.message and "\n" not in outcome.message


@pytest.mark.parametrize("case", LIES, ids=NAMES)
def test_no_automatic_rule_proves_it(case: Lie) -> None:
    statement = case.statement
    left, right = (getattr(statement, side, None) for side in ("left", "right"))
    if left is None:
        return
    attempts: list[Callable[[Any], Any]] = [
        lambda k: k.normal(left, right),
        lambda k: k.words(left, right),
        lambda k: k.entries(left, right),
        lambda k: k.mean(left),
        lambda k: k.mean(left).to(right),
        lambda k: k.mean(left).then(k.flip(k.mean(right))),
        lambda k: k.compare(left, right),
        lambda k: k.derivative(left),
        lambda k: k.derivative(left).to(right),
        lambda k: k.minmax(left, right),
        lambda k: k.nonneg(right),
    ]
    for number, attempt in enumerate(attempts):
        made = claim(case, attempt)
        if made is None:
            return
        outcome = prove(made)
        assert outcome.status in ("failed", "none"), (case.name, number, outcome)


def test_few_of_them_are_refused_by_the_language_already() -> None:
    assert sum(claim(case, case.proof) is None for case in LIES) <= 3


def test_there_are_enough_of_them() -> None:
    assert len(LIES) >= 60 and len(set(NAMES)) == len(NAMES)


# -- forged facts ------------------------------------------------------------------------------------------------------------------
truth = Identity((x + 1) ** 2, x**2 + 2 * x + 1)
falsehood = Identity((x + 1) ** 2, x**2 + 2 * x + 2)


def forged(forge: Callable[[Any, Any], Any]) -> Any:
    def proof(k: Any) -> Any:
        return forge(k, k.normal(truth.left, truth.right))

    return prove(Claim(id="false.forged", says="a forged fact", statement=falsehood, proof=proof))


def _set(fact: Any) -> Any:
    for name in (*dir(type(fact)), "right", "_right", "statement", "_statement", "content", "_content"):
        try:
            object.__setattr__(fact, name, falsehood.right)
        except (AttributeError, TypeError):
            continue
    return fact


class _Sub(Fact):
    @property
    def right(self) -> Any:
        return falsehood.right


FORGERIES: dict[str, Callable[[Any, Any], Any]] = {
    "copy": lambda k, f: copy.copy(f),
    "deepcopy": lambda k, f: copy.deepcopy(f),
    "pickle": lambda k, f: pickle.loads(pickle.dumps(f)),
    "replace": lambda k, f: dataclasses.replace(f, right=falsehood.right),
    "setattr": lambda k, f: _set(f),
    "new": lambda k, f: Fact.__new__(Fact),
    "object.__new__": lambda k, f: object.__new__(Fact),
    "constructor": lambda k, f: Fact(falsehood.left, "=", falsehood.right),
    "subclass": lambda k, f: object.__new__(_Sub),
    "class changed": lambda k, f: (object.__setattr__(f, "__class__", _Sub), f)[1],
    "look-alike": lambda k, f: type(
        "Fact", (), {"left": falsehood.left, "right": falsehood.right, "relation": "=", "conditions": ()}
    )(),
    "other kernel": lambda k, f: Kernel().cite("anything", falsehood, source="nowhere"),
}


@pytest.mark.parametrize("name", FORGERIES)
def test_a_forged_fact_is_not_accepted(name: str) -> None:
    outcome = forged(FORGERIES[name])
    assert outcome.status == "failed" and outcome.message


def test_a_fact_cannot_be_changed() -> None:
    k = Kernel()
    fact = k.normal(truth.left, truth.right)
    with pytest.raises((AttributeError, TypeError)):
        fact.right = falsehood.right
    _set(fact)
    assert (
        prove(
            Claim(id="true.one", says="a true one", statement=truth, proof=lambda k: k.normal(truth.left, truth.right))
        ).status
        == "proved"
    )


def test_a_kernel_accepts_only_its_own_facts() -> None:
    one, other = Kernel(), Kernel()
    fact = one.normal(truth.left, truth.right)
    with pytest.raises(Refused):
        other.flip(fact)


@pytest.mark.parametrize("value", [0.5, sp.Float("0.5"), sp.oo, sp.nan, sp.zoo])
def test_no_float_and_nothing_infinite_enters(value: Any) -> None:
    with pytest.raises(Refused):
        Kernel().normal(x + value, value + x + 1 - 1 + x - x)
