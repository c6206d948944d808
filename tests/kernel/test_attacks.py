"""Further proofs of false statements: tricks with names, bound variables, declarations, caches and conditions.

Each goes at one way in which a rule could be led to believe more than was said.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
import sympy as sp

from lemmata.theory.kernel import Kernel, prove
from lemmata.theory.language.arrays import PSD, Array, Orthogonal
from lemmata.theory.language.calculus import LINKS, POLYNOMIALS, Entrywise, Function, Gradient, Slope
from lemmata.theory.language.claim import Claim
from lemmata.theory.language.definitions import Definition
from lemmata.theory.language.domain import Domain
from lemmata.theory.language.errors import ClaimError
from lemmata.theory.language.functions import He, Phi
from lemmata.theory.language.kinds import Existence, Guarantee, Identity, Inequality, Optimality, Within
from lemmata.theory.language.laws import Bernoulli, ChiSquare, Normal, Student, Uniform
from lemmata.theory.language.matrices import Eigenvalue, FrobeniusNorm, NuclearNorm
from lemmata.theory.language.operators import Mean, Probability, Variance
from lemmata.theory.language.sampled import Sampled
from lemmata.theory.language.symbols import Counts, Integers, Naturals, NonNegative, NumberSet, Positive, Reals, Symbol
from lemmata.theory.language.words import sq

a, b = Symbol("a", "a positive number", Positive), Symbol("b", "another positive number", Positive)
x, y, t = (Symbol(s, f"the number {s}", Reals) for s in "xyt")
u = Symbol("u", "a number that is not negative", NonNegative)
n, d, m = (Symbol(s, f"the size {s}", Naturals) for s in "ndm")
p, q = (Symbol(s, f"the count {s}", Counts) for s in "pq")
w = Symbol("w", "an integer", Integers)
i = sp.Symbol("i", integer=True, positive=True)
j = sp.Symbol("j", integer=True, nonnegative=True)
r = sp.Symbol("r", integer=True)
Z, W = Sampled("Z", Normal()), Sampled("W", Normal())
V, c = Sampled("V", Uniform(0, 1)), Sampled("c", Bernoulli(sp.S.Half))
X, K, A, B = Array("X", "design", n, d), Array("K", "kernel", n, n, kind=PSD), Array("A", "a", n, n), Array("B", "b", n, n)
v, e = Array("v", "a column", n), Sampled("ε", Uniform(-1, 1), n)
g = Sampled("g", Normal(), n)
link, poly = Function("σ", "a link", of=LINKS), Function("f", "a polynomial", of=POLYNOMIALS(3))
tr, one = sp.Trace, sp.Identity

ATTACKS: dict[str, tuple[Callable[[], Any], Callable[[Any], Any], tuple[Any, ...]]] = {}


def attack(name: str, statement: Callable[[], Any], proof: Callable[[Any], Any], *domain: Any) -> None:
    assert name not in ATTACKS
    ATTACKS[name] = (statement, proof, domain)


# fmt: off
# -- hypotheses about a variable that is bound
size = Mean(sp.Abs(Z))
attack(
    "the sign of a mean from the sign of its sample, in cases",
    lambda: Inequality(size, sp.Abs(Mean(Z))),
    lambda k: k.cases({sp.Ge(Z, 0): k.compare(size, sp.Abs(Mean(Z)), given=(Z >= 0,)), sp.Lt(Z, 0): k.compare(size, sp.Abs(Mean(Z)), given=(Z < 0,))}),
)
attack("the sign of a mean from a domain on its sample", lambda: Inequality(0, Mean(Z**3) + Mean(Z) - 0 * x), lambda k: k.nonneg(Mean(Z**3) + Mean(Z)), Z >= 0)
five = sp.Sum(r - 5, (r, 1, 3))
attack(
    "a bound index taken for a free one",
    lambda: Inequality(0, five),
    lambda k: k.cases({r >= 5: k.nonneg(five, given=(r >= 5,)), r < 5: k.nonneg(five, given=(r >= 5,))}),
)
attack("a bound index taken for a free one, by an instance", lambda: Inequality(0, five), lambda k: k.instance(k.nonneg(five, given=(r >= 5,)), {r: sp.Integer(7)}))
twice = sp.Sum(r * sp.Sum((r**2 + r) / r, (r, -1, 1)), (r, 1, 2))
plain = sp.Sum(r * sp.Sum(r + 1, (r, -1, 1)), (r, 1, 2))
attack("one index bound twice", lambda: Identity(twice, plain), lambda k: k.normal(twice, plain))
inner = [sp.Sum((r**2 + r) / r, (r, -1, 1)) * r, sp.Sum(r + 1, (r, -1, 1)) * r]
attack(
    "summing over an index that is bound inside",
    lambda: Identity(sp.Sum(inner[0], (r, 1, n)), sp.Sum(inner[1], (r, 1, n))),
    lambda k: k.sum(k.normal(*inner), (r, 1, n)),
)

# -- names
k0, i0, i1 = (sp.Symbol(s, integer=True) for s in ("_k0", "_i0", "_i1"))
attack(
    "a name that renaming uses",
    lambda: Identity(sp.Sum(r**2, (r, 1, 3)) * x, 14 * x + 1),
    lambda k: k.instance(k.normal(sp.Sum(r * k0, (r, 1, 3)) * x, k0 * x * sp.Sum(r, (r, 1, 3))), {k0: sp.Integer(2)}),
)
attack(
    "a name that joining sums uses",
    lambda: Identity(sp.Sum(r, (r, 1, 3)) * 2, 28),
    lambda k: k.instance(k.normal(sp.Sum(r * i1, (r, 1, 3)), sp.Sum(r**2, (r, 1, 3))), {i1: sp.Integer(2)}),
)
attack(
    "a free index that a sum catches",
    lambda: Identity(sp.Sum(r * w, (r, 1, 3)), sp.Sum(r**2, (r, 1, 3))),
    lambda k: k.instance(k.normal(sp.Sum(r * w, (r, 1, 3)), w * sp.Sum(r, (r, 1, 3))), {w: r}),
)
attack(
    "a polynomial whose coefficients are assumed to vanish",
    lambda: Identity(poly(t), 0),
    lambda k: k.coefficients(poly(t), sp.Integer(0), of=poly, proof=lambda l, z: k.hypothesis(sp.Eq(l, 0))),
)


# -- declarations that share a term
def _orthogonal(k: Any) -> Any:
    Q = Array("A", "a rotation that has the name of a general matrix", n, n, kind=Orthogonal)
    return k.words(tr(Q * B * Q.T), tr(B))


def _polynomial(k: Any) -> Any:
    f = Function("σ", "a polynomial that has the name of a link", of=POLYNOMIALS(2))
    return k.stein(Mean(Z * f(Z)), Z)


def _coefficients(k: Any) -> Any:
    f = Function("σ", "a polynomial that has the name of a link", of=POLYNOMIALS(0))
    return k.coefficients(f(x), f(y), of=f, proof=lambda l, rr: k.normal(l + 0, rr))


attack("a matrix declared twice", lambda: Identity(tr(A * B * A.T), tr(B)), _orthogonal)
attack("a function declared twice", lambda: Identity(Mean(Z * link(Z)), Mean(link.prime(Z))), _polynomial)
attack("a constant function of the name of a link", lambda: Identity(link(x), link(y)), _coefficients)
attack(
    "a lying symbol of an honest one's name",
    lambda: Inequality(-Symbol("h", "a number", NumberSet("[-1, 1]", -1, 1, assumptions={"positive": True})), 0),
    lambda k: k.flip(k.nonneg(Symbol("h", "a positive number", Positive))),
)
attack(
    "a square that is even by assumption",
    lambda: Identity((-1) ** Symbol("h", "an integer", NumberSet("ℤ", -sp.oo, sp.oo, integer=True, assumptions={"even": True})) + x, x + 1),
    lambda k: k.normal(sp.Integer(1) + x, x + 1),
)


# -- sizes
def _resized(k: Any) -> Any:
    """X is n x d; with n = d it becomes another matrix, which could then be put to zero."""
    fact = k.words(tr(X.T * X) + tr(one(n)), n + tr(X * X.T))
    resized = k.rewrite(fact, by=k.hypothesis(sp.Eq(n, d)))
    other = Array("X", "design", d, d)
    return k.instance(resized, {other: sp.ZeroMatrix(d, d)})


attack("an array of another size by rewriting its size", lambda: Identity(tr(X.T * X) + n, d), _resized, sp.Eq(n, d))
attack(
    "a unit of the wrong size",
    lambda: Identity(tr(one(n)) + tr(X * X.T), tr(one(d)) + tr(X.T * X)),
    lambda k: k.words(tr(one(n)) + tr(X * X.T), tr(one(d)) + tr(X.T * X)),
)
attack("n read as d where it is only at least d", lambda: Identity(tr(one(n)) + x, d + x), lambda k: k.words(tr(one(n)) + x, d + x), n >= d)
attack("an index beyond the end of a column", lambda: Identity(Mean(g[1] * g[2] + 1), 1), lambda k: k.mean(Mean(g[1] * g[2] + 1)))
pairs = sp.Sum(sp.Sum(Mean(g[i] * g[j]), (i, 1, n)), (j, 1, n))
attack("two indices that may be the same", lambda: Identity(pairs, 0), lambda k: k.mean(pairs))
attack(
    "two indices that become the same",
    lambda: Identity(sp.Sum(Mean(g[i] * g[n + 1 - i]), (i, 1, n)), 0),
    lambda k: k.mean(sp.Sum(Mean(g[i] * g[n + 1 - i]), (i, 1, n))),
)

# -- means
attack("a removed singularity at an atom", lambda: Identity(Mean((c + c**2) / c), sp.Rational(3, 2)), lambda k: k.mean(Mean((c + c**2) / c)))
attack("a constant that divides by zero", lambda: Identity(Mean(Z**2 / x), 1 / x), lambda k: k.mean(Mean(Z**2 / x)))
attack("the inverse of what may be singular, as a constant", lambda: Identity(Mean(tr(A.inv() * g * g.T)), tr(A.inv())), lambda k: k.mean(Mean(tr(A.inv() * g * g.T))))
attack("a law with a negative variance", lambda: Identity(Mean(Sampled("N", Normal(x)) ** 2), x), lambda k: k.mean(Mean(Sampled("N", Normal(x)) ** 2)))
attack(
    "a uniform law the wrong way round",
    lambda: Identity(Mean(Sampled("U", Uniform(x, y))), (x + y) / 2),
    lambda k: k.mean(Mean(Sampled("U", Uniform(x, y)))).to((x + y) / 2),
)
attack(
    "a covariance that is none",
    lambda: Identity(Mean(tr(A * Sampled("u", Normal(B), n) * Sampled("u", Normal(B), n).T)), tr(A * B)),
    lambda k: k.mean(Mean(tr(A * Sampled("u", Normal(B), n) * Sampled("u", Normal(B), n).T))),
)
mixed = Sampled("M", Normal(V))
attack(
    "a variance that is random",
    lambda: Identity(Mean(mixed**2 * V), Mean(V) ** 2),
    lambda k: k.mean(Mean(mixed**2 * V)).to(sp.Rational(1, 4)).then(k.flip(k.mean(Mean(V) ** 2))),
)
attack(
    "the variance of a sum of dependent terms",
    lambda: Identity(Variance(Z + Z**3), Variance(Z) + Variance(Z**3)),
    lambda k: k.mean(Variance(Z + Z**3)).then(k.flip(k.mean(Variance(Z) + Variance(Z**3)))),
)
attack("conditional and full mean", lambda: Identity(Mean(Z * W**2, over=(W,)), 0), lambda k: k.mean(Mean(Z * W**2)))
attack(
    "linearity where one half is infinite",
    lambda: Identity(Mean(Sampled("T", Student(2)) ** 2 + Z), Mean(Sampled("T", Student(2)) ** 2) + Mean(Z)),
    lambda k: k.linear(Mean(Sampled("T", Student(2)) ** 2 + Z)),
)
attack("a chi-square with no degrees of freedom", lambda: Identity(Mean(Sampled("χ", ChiSquare(x))), x), lambda k: k.mean(Mean(Sampled("χ", ChiSquare(x)))))
attack(
    "Hermite polynomials under another variance",
    lambda: Identity(Mean(He(p, Sampled("Y", Normal(4))) ** 2), sp.factorial(p)),
    lambda k: k.mean(Mean(He(p, Sampled("Y", Normal(4))) ** 2)),
)
attack(
    "Hermite polynomials of negative degree",
    lambda: Identity(Mean(He(w, Z) * He(q, Z)), sp.factorial(q) * sp.KroneckerDelta(w, q)),
    lambda k: k.mean(Mean(He(w, Z) * He(q, Z))),
)
attack(
    "a delta outside its sum",
    lambda: Identity(sp.Sum(sp.KroneckerDelta(j, q) * x**j, (j, 0, p)), x**q),
    lambda k: k.collapse(sp.Sum(sp.KroneckerDelta(j, q) * x**j, (j, 0, p))),
)
attack("Jensen on a half line for a normal variable", lambda: Inequality(1 / Mean(Z + 5), Mean(1 / (Z + 5))), lambda k: k.jensen(sp.Lambda(t, 1 / t), Z + 5))
attack("Jensen with a coefficient of any sign", lambda: Inequality(x * Mean(V) ** 2, Mean(x * V**2)), lambda k: k.jensen(sp.Lambda(t, x * t**2), V))
attack("Jensen with a constant that is not defined", lambda: Inequality(Mean(V) ** 2 + 1 / x, Mean(V**2 + 1 / x)), lambda k: k.jensen(sp.Lambda(t, t**2 + 1 / x), V))
attack("Jensen with a sample that stays outside", lambda: Inequality(Mean(V) ** 2 + W, Mean(V**2 + W)), lambda k: k.jensen(sp.Lambda(t, t**2 + W), V))
attack("a median taken for a mean", lambda: Identity(Mean(Phi(Z)), Phi(Mean(Z)) + x - x + 0 * y + sp.S.Half), lambda k: k.mean(Mean(Phi(Z))))
attack("Stein's lemma with a kink", lambda: Identity(Mean(Z * sp.Abs(Z)), Mean(sp.sign(Z))), lambda k: k.stein(Mean(Z * sp.Abs(Z)), Z))
attack("Stein's lemma without growth", lambda: Identity(Mean(Z * sp.exp(Z**2)), Mean(2 * Z * sp.exp(Z**2))), lambda k: k.stein(Mean(Z * sp.exp(Z**2)), Z))

attack("the mean of an inequality that holds on one side only", lambda: Inequality(Mean(sp.Max(Z, 0)), Mean(Z)), lambda k: k.average(k.minmax(sp.Max(Z, 0), Z)))
attack(
    "the mean of an inequality whose mean is infinite",
    lambda: Inequality(0, Mean(Sampled("T", Student(2)) ** 2)),
    lambda k: k.average(k.nonneg(Sampled("T", Student(2)) ** 2)),
)

# -- matrices
attack(
    "a trace inside an inverse, differentiated as if it were constant",
    lambda: Identity(Slope(tr((tr(A) * K + one(n)).inv()), A, along=B), 0),
    lambda k: k.derivative(Slope(tr((tr(A) * K + one(n)).inv()), A, along=B)),
)
moving = Entrywise(sp.Lambda(t, t * tr(A)), A)
attack(
    "a function that moves with its matrix",
    lambda: Identity(Slope(tr(moving), A, along=B), tr(A) * tr(B)),
    lambda k: k.derivative(Slope(tr(moving), A, along=B)).to(tr(A) * tr(B)),
)
attack(
    "the entrywise product with a word out of order",
    lambda: Identity(sp.HadamardProduct(A * B, K), sp.HadamardProduct(B * A, K)),
    lambda k: k.words(sp.HadamardProduct(A * B, K), sp.HadamardProduct(B * A, K)),
)
attack(
    "the entrywise product as the product under a trace",
    lambda: Identity(tr(sp.HadamardProduct(A, B)), tr(A * B)),
    lambda k: k.words(tr(sp.HadamardProduct(A, B)), tr(A * B)),
)
attack(
    "the derivative of an entrywise link with a kink",
    lambda: Identity(Slope(tr(link.entrywise(A)), A, along=B), tr(sp.HadamardProduct(link.prime(A), B))),
    lambda k: k.derivative(Slope(tr(link.entrywise(A)), A, along=B)),
)


class Half(sp.Abs):  # type: ignore[misc]
    """Something that calls itself an absolute value."""


attack("a class of one's own", lambda: Inequality(0, Half(x) + y**2), lambda k: k.nonneg(Half(x) + y**2))
attack(
    "the norm at zero",
    lambda: Identity(Gradient(FrobeniusNorm(v), v), v / FrobeniusNorm(v)),
    lambda k: k.derivative(Gradient(FrobeniusNorm(v), v)).to(v / FrobeniusNorm(v)),
)
attack(
    "a column that stands there by its entries",
    lambda: Identity(Slope(v[1] ** 2 + sq(v), v, along=v), 2 * sq(v)),
    lambda k: k.derivative(Slope(v[1] ** 2 + sq(v), v, along=v)),
)
attack(
    "matrices compared as numbers",
    lambda: Existence(sp.Eq(A * B, B * A, evaluate=False), {x: 1}),
    lambda k: k.witness(sp.Eq(A * B, B * A, evaluate=False), {x: sp.Integer(1)}),
)
attack("matrices compared as numbers by normal form", lambda: Identity(A * B + B, B * A + B), lambda k: k.normal(A * B + B, B * A + B))
attack(
    "an entrywise function that is not defined",
    lambda: Identity(sp.HadamardProduct(Entrywise(1 / sp.Symbol("z", real=True), A), A, A), A),
    lambda k: k.entries(sp.HadamardProduct(Entrywise(1 / sp.Symbol("z", real=True), A), A, A), A),
)
attack("the entrywise square as the square", lambda: Identity(sp.HadamardProduct(A, A), A * A), lambda k: k.entries(sp.HadamardProduct(A, A), A * A))
attack("a difference of semidefinite matrices", lambda: Inequality(0, tr(K * K - K)), lambda k: k.nonneg(tr(K * K - K)))
attack("the trace of a product of semidefinite matrices' commutator", lambda: Inequality(0, tr(K * A * A.T * A)), lambda k: k.nonneg(tr(K * A * A.T * A)))
attack(
    "the least eigenvalue of what is not symmetric",
    lambda: Identity((A + one(n)).inv() * A, one(n) - (A + one(n)).inv()),
    lambda k: k.words((A + one(n)).inv() * A, one(n) - (A + one(n)).inv()),
    Eigenvalue(A, n) > 0,
)
attack(
    "a positive largest eigenvalue",
    lambda: Identity((K * K + K).inv() * K * K, one(n) - (K * K + K).inv() * K),
    lambda k: k.words((K * K + K).inv() * K * K, one(n) - (K * K + K).inv() * K),
    Eigenvalue(K, 1) > 0,
)
attack("the value zero for a definite matrix", lambda: Inequality(0, -tr(A * A.T)), lambda k: k.instance(k.nonneg(tr(K)), {K: -A * A.T}))

# -- signs
attack(
    "1 - tanh is at least something", lambda: Inequality(sp.Rational(1, 10), 1 - sp.tanh(x)), lambda k: k.compare(sp.Rational(1, 10), 1 - sp.tanh(x)), x >= 0, x <= 2
)
attack("strict at a closed end", lambda: Identity((1 / (1 - x) + 1) * (1 - x), 2 - x), lambda k: k.normal((1 / (1 - x) + 1) * (1 - x), 2 - x), x >= 0, x <= 1)
attack(
    "a quotient that is strict inside only",
    lambda: Identity((1 / (y * (1 - x)) + 1) * (1 - x), 1 / y + 1 - x),
    lambda k: k.normal((1 / (y * (1 - x)) + 1) * (1 - x), 1 / y + 1 - x),
    x >= 0,
    x <= 1,
    y >= 1,
)
attack("two ends that are formulas", lambda: Identity((1 / (x - y) + 1) * (x - y), 1 + x - y), lambda k: k.normal((1 / (x - y) + 1) * (x - y), 1 + x - y), x >= y)
attack(
    "a double root on the interval",
    lambda: Identity((1 / (x - 1) ** 2 + 1) * (x - 1) ** 2, 1 + (x - 1) ** 2),
    lambda k: k.normal((1 / (x - 1) ** 2 + 1) * (x - 1) ** 2, 1 + (x - 1) ** 2),
    x >= 0,
    x <= 3,
)
attack("an indefinite quadratic form", lambda: Inequality(0, x**2 + 3 * x * y + 2 * y**2), lambda k: k.nonneg(x**2 + 3 * x * y + 2 * y**2))
attack("a quartic that dips", lambda: Inequality(0, x**4 - 3 * x**2 + 2), lambda k: k.nonneg(x**4 - 3 * x**2 + 2))
attack("by balls next to a zero", lambda: Inequality(sp.sin(x), x - sp.Rational(1, 10**6)), lambda k: k.compare(sp.sin(x), x - sp.Rational(1, 10**6)), x >= 0, x <= 1)
attack("by balls over a pole", lambda: Inequality(0, 1 / x**2 - 1 + sp.exp(x) / x), lambda k: k.nonneg(1 / x**2 - 1 + sp.exp(x) / x), x >= -1, x <= 1)
attack("a factorial of a real", lambda: Inequality(0, sp.factorial(x)), lambda k: k.nonneg(sp.factorial(x)))
attack("a logarithm of a number below one", lambda: Inequality(0, sp.log(a)), lambda k: k.nonneg(sp.log(a)))
attack("an order of a maximum", lambda: Inequality(0, sp.Max(x, -1)), lambda k: k.nonneg(sp.Max(x, -1)))
attack(
    "a float in the domain",
    lambda: Inequality(0, sp.Rational(3, 10) - x - sp.Rational(1, 10**17)),
    lambda k: k.nonneg(sp.Rational(3, 10) - x - sp.Rational(1, 10**17)),
    x <= sp.Float(0.1) + sp.Float(0.2),
)
attack("an empty case", lambda: Inequality(0, x), lambda k: k.cases({}))
attack(
    "cases on different quantities",
    lambda: Inequality(0, x * y),
    lambda k: k.cases({x >= 0: k.nonneg(x * y, given=(x >= 0, y >= 0)), y < 0: k.nonneg(x * y, given=(x <= 0, y < 0))}),
)

# -- logic
total = sp.Sum(i, (i, 1, n))


def _mark(k: Any) -> Any:
    """The hypothesis is put for another number."""
    return k.induction(k.terms_of(sp.Sum(i, (i, 1, 1))), lambda h: k.instance(h, {n: n + 1}), over=n, of=Identity(total, n**2))


def _late(k: Any) -> Any:
    """n² <= 2^n holds at 1, 2 and from 4 on; its step only from 3 on."""
    statement = Inequality(n**2, 2**n)

    def step(h: Any) -> Any:
        doubled = k.scale(h, 2)
        return k.le(k.compare((n + 1) ** 2, 2 * n**2, given=(n >= 3,)), doubled.to(2 ** (n + 1)))

    return k.induction(k.compare(sp.Integer(1), sp.Integer(2)), step, over=n, of=statement)


attack("the hypothesis for the next number", lambda: Identity(total, n**2), _mark)
attack("a step that holds from 3 on", lambda: Inequality(n**2, 2**n), _late)
attack("an induction that starts below its set", lambda: Identity(total, n), lambda k: k.induction(k.terms_of(sp.Sum(i, (i, 1, 0))), lambda h: h, over=n, start=0))
attack("an induction over a real", lambda: Identity(x**2, x), lambda k: k.induction(k.terms_of(sp.Sum(i, (i, 1, 1))), lambda h: h, over=x))
attack("a citation of everything", lambda: Identity(x, y), lambda k: k.cite("ex falso", Identity(x, y), source="nowhere"))
attack("a citation in disguise, squared", lambda: Inequality(x, y), lambda k: k.negate(k.cite("a", Inequality(-y, -x), source="nowhere")))
attack(
    "a cited theorem under a requirement that is false",
    lambda: Inequality(x, 3 * y),
    lambda k: k.le(k.cite("a", Inequality(x, 2 * y), source="s", requires=(sp.false,)), k.compare(2 * y, 3 * y, given=(y >= 0,))),
)
attack(
    "a citation in disguise, times a number that is then put to one",
    lambda: Inequality(x, y),
    lambda k: k.instance(k.cite("a", Inequality(a * x, a * y), source="nowhere"), {a: sp.Integer(1)}),
)
attack(
    "a citation of a matrix identity in disguise", lambda: Identity(A * B, B * A), lambda k: k.cite("a", Identity(A * B - B, B * A - B), source="nowhere").to(B * A - B)
)
attack("the optimum outside its set", lambda: Optimality((a + 1) ** 2, {a: -1}), lambda k: k.compare(sp.Integer(0), (a + 1) ** 2))
attack("the optimum outside the domain", lambda: Optimality(x**2, {x: 0}), lambda k: k.compare(sp.Integer(0), x**2), x >= 1)
attack("an optimum that depends on its variable", lambda: Optimality(x**2 + y, {x: x / 2}), lambda k: k.compare(x**2 / 4 + y, x**2 + y))
attack("a minimum read as a maximum", lambda: Optimality((x - a) ** 2, {x: a}, sense="max"), lambda k: k.compare(sp.Integer(0), (x - a) ** 2))
attack("the same half of a bound twice", lambda: Within(x**2, 0, -1), lambda k: (k.nonneg(x**2), k.nonneg(x**2)))
attack("a guarantee that is exact", lambda: Guarantee(Z > 0, sp.S.Half, exactly=True), lambda k: k.nonneg(Probability(Z > 0)))
attack("a witness outside of its set", lambda: Existence(sp.Eq(a**2, 4), {a: -2}), lambda k: k.witness(sp.Eq(a**2, 4), {a: sp.Integer(-2)}))
attack(
    "a definition that says something else",
    lambda: Identity(Definition("G", "a number", x**2) + y, x + y),
    lambda k: k.normal(Definition("G", "another number", x) + y, x + y),
)
grown = sp.Sum((i**2 + i) / i, (i, 0, p + 1))
attack(
    "rewriting below a sum whose range leaves the set",
    lambda: Identity(grown, sp.Sum(i + 1, (i, 0, p)) + ((p + 1) ** 2 + p + 1) / (p + 1)),
    lambda k: k.rewrite(k.peel(grown), by=k.normal((i**2 + i) / i, i + 1)),
)
attack("a nuclear norm as a trace", lambda: Identity(NuclearNorm(A), tr(A)), lambda k: k.normal(NuclearNorm(A), tr(A)))
attack("a sum of no terms", lambda: Identity(sp.Sum(x, (r, 1, w)), w * x), lambda k: k.normal(sp.Sum(x, (r, 1, w)), w * x))
attack("the last term of an empty sum", lambda: Identity(sp.Sum(r, (r, 1, p)), sp.Sum(r, (r, 1, p - 1)) + p), lambda k: k.peel(sp.Sum(r, (r, 1, p + 1 - 1))), p >= -3)
attack("a sum that ends at a half", lambda: Identity(sp.Sum(x, (r, 1, n / 2)), n * x / 2), lambda k: k.normal(sp.Sum(x, (r, 1, n / 2)), n * x / 2))
# fmt: on


@pytest.mark.parametrize("name", ATTACKS)
def test_is_refused(name: str) -> None:
    statement, proof, domain = ATTACKS[name]
    try:
        claim = Claim(id="false.attack", says=name, statement=statement(), proof=proof, domain=Domain(*domain))
    except ClaimError:
        return  # the language refuses the sentence already
    outcome = prove(claim)
    assert outcome.status in ("failed", "none"), outcome
    assert outcome.message and "\n" not in outcome.message


def test_the_kernel_shows_its_rules_and_nothing_that_enters_a_fact() -> None:
    k = Kernel()
    shown = {name for name in dir(k) if not name.startswith("_")}
    rules = (
        "normal words push_through mean linear stein coefficients derivative sum reindex peel collapse terms_of rewrite nonneg"
    )
    rules += " compare le flip add scale negate monotone minmax extreme jensen instance hypothesis cases induction cite witness"
    rules += " average at_sizes entries then to content number both multiply logdet sylvester cauchy_schwarz hoelder lyapunov"
    rules += " tower start step horizon mean_step tail joint_law series first_terms exchange"
    rules += " root spectrum ordered trace_bound von_neumann bounded lipschitz convex"
    assert shown == set(rules.split())


def test_a_kernel_cannot_be_given_other_conditions() -> None:
    def proof(k: Any) -> Any:
        k._relations = (x >= 0,)
        return k.nonneg(x)

    assert prove(Claim(id="false.kernel", says="x", statement=Inequality(0, x), proof=proof)).status == "failed"


def test_the_conditions_that_count_are_the_claims_whatever_a_proof_does_to_its_kernel() -> None:
    def proof(k: Any) -> Any:
        object.__setattr__(k, "_relations", (x >= 0,))
        object.__setattr__(k, "_decider", None)
        return k.nonneg(x)

    assert prove(Claim(id="false.kernel", says="x", statement=Inequality(0, x), proof=proof)).status == "failed"
