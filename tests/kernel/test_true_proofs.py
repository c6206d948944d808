"""True statements that the kernel must prove, each within a second, and what the proofs rest on."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import pytest
import sympy as sp

from lemmata.theory.algebra.ball_eval import enclose
from lemmata.theory.algebra.balls import expectation
from lemmata.theory.kernel import Condition, Kernel, Outcome, prove
from lemmata.theory.language.arrays import PD, PSD, Array, Orthogonal, Projection, UnitVector
from lemmata.theory.language.calculus import POLYNOMIALS, SMOOTH, Entrywise, Function, Gradient, Slope
from lemmata.theory.language.claim import Claim
from lemmata.theory.language.definitions import Definition
from lemmata.theory.language.domain import Domain
from lemmata.theory.language.functions import He
from lemmata.theory.language.kinds import Existence, Guarantee, Identity, Inequality, Optimality, Within
from lemmata.theory.language.laws import Bernoulli, Exponential, Normal, Rademacher, Sphere, Student, Uniform
from lemmata.theory.language.matrices import OperatorNorm
from lemmata.theory.language.operators import Mean, Probability, Variance
from lemmata.theory.language.sampled import Sampled
from lemmata.theory.language.symbols import Counts, Naturals, Positive, Reals, Symbol
from lemmata.theory.language.words import dot, eigenvalue, quad, sq

a, b = Symbol("a", "a positive number", Positive), Symbol("b", "another positive number", Positive)
x, y = (Symbol(s, f"the number {s}", Reals) for s in "xy")
n, d, m = (Symbol(s, f"the size {s}", Naturals) for s in "ndm")
p, q = (Symbol(s, f"the count {s}", Counts) for s in "pq")
i = sp.Symbol("i", integer=True, positive=True)
j = sp.Symbol("j", integer=True, nonnegative=True)
Z, W = Sampled("Z", Normal()), Sampled("W", Normal())
V, R = Sampled("V", Uniform(0, 1)), Sampled("R", Rademacher())
X, K, A, B = Array("X", "design", n, d), Array("K", "kernel", n, n, kind=PSD), Array("A", "a", n, n), Array("B", "b", n, n)
C, Q = Array("C", "covariance", n, n, kind=PD), Array("Q", "a rotation", n, n, kind=Orthogonal)
v = Array("v", "a column", n)
e, g = Sampled("ε", Uniform(-a, a), n), Sampled("g", Normal(), n)
one = sp.Identity
tr = sp.Trace


def attempt(statement: Any, proof: Callable[[Any], Any], *domain: Any, when: tuple[Any, ...] = ()) -> Outcome:
    claim = Claim(id="true.proof", says="a true statement", statement=statement, proof=proof, domain=Domain(*domain), when=when)
    start = time.perf_counter()
    outcome = prove(claim)
    assert time.perf_counter() - start < 4, "a proof takes a second, on a machine that is shared"
    return outcome


TRUE: dict[str, tuple[Any, Callable[[Any], Any], tuple[Any, ...]]] = {}


def true(name: str, statement: Any, proof: Any, *domain: Any) -> None:
    rule = (lambda k: getattr(k, proof)(statement.left, statement.right)) if isinstance(proof, str) else proof
    TRUE[name] = (statement, rule, domain)


# fmt: off
# -- arithmetic
true("a square", Identity((x + y) ** 2, x**2 + 2 * x * y + y**2), "normal")
true("a fraction off its pole", Identity((x**2 - 1) / (x - 1), x + 1), "normal", x > 1)
true("the logarithm of a product of positive numbers", Identity(sp.log(a * b), sp.log(a) + sp.log(b)), "normal")
true("a root of a product", Identity((sp.sqrt(a * b) + 1) * sp.sqrt(a), a * sp.sqrt(b) + sp.sqrt(a)), "normal")
true("Pascal's factor", Identity(sp.binomial(n, p) * p, n * sp.binomial(n - 1, p - 1)), "normal", p >= 1, p <= n)
true("sin² + cos² = 1", Identity(sp.sin(x) ** 2 + sp.cos(x) ** 2, 1), "normal")
true("linearity of a finite sum", Identity(sp.Sum(i + x, (i, 1, n)), sp.Sum(i, (i, 1, n)) + n * x), "normal")
true("a bound of the domain that is better than that of the set", Identity((x + 1) / (n + p - 1), x / (n + p - 1) + 1 / (n + p - 1)), "normal", n >= 3)
true("a difference that is stated not to vanish", Identity((a**2 - b**2) / (a - b), a + b), "normal", sp.Ne(a, b))

g_ = Definition("g", "a gap", x - y)
true("a condition on a name that is defined", Inequality(0, x - y), lambda k: k.nonneg(x - y), g_ > 0)
true("scaling by a name that is defined", Inequality(2 * x * y * (x - y), (x**2 + y**2) * g_), lambda k: k.scale(k.compare(2 * x * y, x**2 + y**2), g_), g_ >= 0)
true("an even power that is a symbol", Inequality(0, (x - y) ** (2 * n) * (a + b)), lambda k: k.nonneg((x - y) ** (2 * n) * (a + b)))
true("a symbolic power of a sum", Inequality(0, 2 ** n * sp.Sum(i**2, (i, 1, n)) ** a), lambda k: k.nonneg(2 ** n * sp.Sum(i**2, (i, 1, n)) ** a))
true("a trace beside a number", Inequality(b, b + tr(K)), lambda k: k.compare(b, b + tr(K)))

# -- means
true("the characteristic function", Identity(Mean(sp.cos(a * Z)), sp.exp(-(a**2) / 2)), lambda k: k.mean(Mean(sp.cos(a * Z))), a > 0)
true("a Gaussian integral up to its edge", Identity(Mean(sp.exp(a * Z**2)), 1 / sp.sqrt(1 - 2 * a)), lambda k: k.mean(Mean(sp.exp(a * Z**2))), a < sp.S.Half)
true("the moment generating function", Identity(Mean(sp.exp(x * Z)), sp.exp(x**2 / 2)), lambda k: k.mean(Mean(sp.exp(x * Z))))
true("the sixth moment", Identity(Mean(Z**6), 15), lambda k: k.mean(Mean(Z**6)))
true("independent factors", Identity(Mean((Z + W) ** 2 * V), 1), lambda k: k.mean(Mean((Z + W) ** 2 * V)))
true("Student's variance above two", Identity(Mean(Sampled("T", Student(m)) ** 2), m / (m - 2)), lambda k: k.mean(Mean(Sampled("T", Student(m)) ** 2)), m >= 3)
true(
    "an exponential law",
    Identity(Mean(sp.exp(Sampled("E", Exponential(a)) / 2)), 1 / (1 - a / 2)),
    lambda k: k.mean(Mean(sp.exp(Sampled("E", Exponential(a)) / 2))),
    a < 2,
)
true("signs", Identity(Mean(sp.exp(a * R)), sp.exp(a) / 2 + sp.exp(-a) / 2), lambda k: k.mean(Mean(sp.exp(a * R))))
coin = Sampled("c", Bernoulli(x))
true("a coin", Identity(Variance(coin), x * (1 - x)), lambda k: k.mean(Variance(coin)).then(k.normal(k.mean(Variance(coin)).right, x * (1 - x))), x >= 0, x <= 1)
true("Hermite polynomials are orthogonal", Identity(Mean(He(p, Z) * He(q, Z)), sp.factorial(q) * sp.KroneckerDelta(p, q)), lambda k: k.mean(Mean(He(p, Z) * He(q, Z))))
true("a quadratic form", Identity(Mean(quad(A, e)), a**2 / 3 * tr(A)), lambda k: k.mean(Mean(quad(A, e))))
true("a quadratic form under a covariance", Identity(Mean(quad(A, Sampled("u", Normal(C), n))), tr(C * A)), lambda k: k.mean(Mean(quad(A, Sampled("u", Normal(C), n)))))
true("the square of a Gaussian quadratic form", Identity(Mean(quad(K, g) ** 2), tr(K) ** 2 + 2 * tr(K * K)), lambda k: k.mean(Mean(quad(K, g) ** 2)))
true("a point of a sphere", Identity(Mean(quad(A, Sampled("s", Sphere(1), n))), tr(A) / n), lambda k: k.mean(Mean(quad(A, Sampled("s", Sphere(1), n)))))
square = Mean(quad(A, Sampled("s", Sphere(a), n)) ** 2)
on_sphere = a**4 * (tr(A) ** 2 + tr(A * A) + tr(A * A.T)) / (n * (n + 2))
true("four factors on a sphere", Identity(square, on_sphere), lambda k: k.mean(square).to(on_sphere))
sixth = Mean(dot(v, Sampled("s", Sphere(1), n)) ** 6)
true("six factors on a sphere", Identity(sixth, 15 * sq(v) ** 3 / (n * (n + 2) * (n + 4))), lambda k: k.mean(sixth).to(15 * sq(v) ** 3 / (n * (n + 2) * (n + 4))))
unit = Array("w", "a unit vector", n, kind=UnitVector)
true("a unit vector", Identity(tr(A * unit * unit.T * unit * unit.T) + sq(unit), quad(A, unit) + 1), "words")
slope = Slope(quad(A, v) * sq(g) / n, v, along=v)
moved = 2 * quad(A, v)
true("the mean of a slope", Identity(Mean(slope), moved), lambda k: k.le(k.average(k.derivative(slope)), k.mean(Mean(k.derivative(slope).right))).to(moved))
ones = sp.OneMatrix(n, d)
true("a matrix of ones", Identity(tr(A * ones * X.T), tr(ones.T * A.T * X)), "words")
G = Sampled("G", Normal(), n, d)
true("a Gaussian matrix", Identity(Mean(tr(A * G * G.T)), d * tr(A)), lambda k: k.mean(Mean(tr(A * G * G.T))))
f3 = Function("f", "a polynomial", of=POLYNOMIALS(p))
true("Stein's lemma for polynomials", Identity(Mean(Z * f3(Z)), Mean(f3.prime(Z))), lambda k: k.stein(Mean(Z * f3(Z)), Z))
true("linearity of the mean", Identity(Mean(x * sp.tanh(Z) + 2 * Z), x * Mean(sp.tanh(Z)) + 2 * Mean(Z)), lambda k: k.linear(Mean(x * sp.tanh(Z) + 2 * Z)))

# -- matrices
M, P = (X * X.T + a * one(n)).inv(), (X.T * X + a * one(d)).inv()
true("push-through", Identity(X.T * M, P * X.T), "words")
true("degrees of freedom of both sides", Identity(tr(X * X.T * M), tr(X.T * X * P)), "words")
true("the traces of both resolvents differ by n - d", Identity(a * tr(M) - a * tr(P), n - d), "words")
true("Tr 1_n = Tr 1_d where n = d", Identity(tr(X * X.T * M) + a * tr(M), tr(X.T * X * P) + a * tr(P)), lambda k: _square(k), sp.Eq(n, d))
true("the resolvent identity", Identity(K * (K + a * one(n)).inv(), one(n) - a * (K + a * one(n)).inv()), "words")
true("rotation under a trace", Identity(tr(A * B * A.T), tr(A.T * A * B)), "words")
true("a product of traces stays one", Identity((tr(A) + tr(B)) ** 2, tr(A + B) ** 2), "words")
true("an orthogonal matrix", Identity(tr(Q * A * Q.T), tr(A)), "words")
D = Array("D", "projection", n, n, kind=Projection)
true("a projection", Identity((one(n) - D) * (one(n) - D), one(n) - D), "words")
true("the inverse of a definite product", Identity((C * K * C + C).inv() * C * (K * C + one(n)), one(n)), lambda k: _inverse_product(k))

B2 = Array("B_2", "b", d, d)
true("both resolvents in one word", Identity(tr(X * P * B2 * X.T * M), tr(M * M * X * B2 * X.T)), "words")

# -- derivatives
true("a polynomial", Identity(Gradient(x**3 * y, x), 3 * x**2 * y), lambda k: k.derivative(Gradient(x**3 * y, x)))
true("the logarithm", Identity(Gradient(sp.log(1 + x**2), x), 2 * x / (1 + x**2)), lambda k: k.derivative(Gradient(sp.log(1 + x**2), x)))
w = Array("w", "weights", d)
true("least squares", Identity(Gradient(sq(X * w - v), w), 2 * X.T * (X * w - v)), lambda k: _gradient(k))
true(
    "a resolvent along a direction",
    Identity(Slope(tr((A * A.T + a * one(n)).inv()), A, along=B), -2 * tr((A * A.T + a * one(n)).inv() * B * A.T * (A * A.T + a * one(n)).inv())),
    lambda k: _resolvent(k),
)

N = Symbol("N", "the width", Naturals)
U, head = Array("U", "weights of the first layer", d, N), Array("h", "the head", N)
smooth = Function("σ", "a smooth link", of=SMOOTH)
rest = smooth.entrywise(X * U) * head / sp.sqrt(N) - v
layer = 2 * X.T * sp.HadamardProduct(rest * head.T, smooth.prime(X * U)) / (n * sp.sqrt(N))
true("the gradient of a layer", Identity(Gradient(sq(rest) / n, U), layer), lambda k: k.derivative(Gradient(sq(rest) / n, U)).to(layer))
z = sp.Symbol("z", real=True)
true("an entrywise square", Identity(Entrywise(z**2, A), sp.HadamardProduct(A, A)), "entries")
true("a trace of an entrywise product", Identity(tr(A.T * B), tr(B.T * A)), "entries")
true("entrywise products are bilinear", Identity(sp.HadamardProduct(A + B, K), sp.HadamardProduct(K, A) + sp.HadamardProduct(K, B)), "words")

# -- signs and inequalities
true("a sum of squares", Inequality(0, x**2 - 2 * x * y + 2 * y**2), lambda k: k.nonneg(x**2 - 2 * x * y + 2 * y**2))
true("arithmetic and geometric mean", Inequality(2 * x * y, x**2 + y**2), lambda k: k.compare(2 * x * y, x**2 + y**2))
true("on an interval", Inequality(x * (1 - x), sp.Rational(1, 4)), lambda k: k.compare(x * (1 - x), sp.Rational(1, 4)), x >= 0, x <= 1)
true("from two bounds", Inequality(0, (n - d) * (1 - a)), lambda k: k.nonneg((n - d) * (1 - a)), n >= d, a <= 1)
true("by balls", Inequality(sp.sin(x), x + sp.Rational(1, 100)), lambda k: k.compare(sp.sin(x), x + sp.Rational(1, 100)), x >= 0, x <= 2)
true("a trace of a semidefinite matrix", Inequality(0, tr(X.T * K * X)), lambda k: k.nonneg(tr(X.T * K * X)))
true("Jensen", Inequality(Mean(V) ** 2, Mean(V**2)), lambda k: k.jensen(sp.Lambda(x, x**2), V))
true("the mean of an inequality", Inequality(Mean(2 * Z * W), Mean(Z**2 + W**2)), lambda k: k.average(k.compare(2 * Z * W, Z**2 + W**2)))
true("a chain", Inequality(sp.exp(-(x**2)), 1), lambda k: k.monotone(k.compare(-(x**2), sp.Integer(0)), "exp"))
true("cases", Inequality(x, sp.Abs(x)), lambda k: k.cases({x >= 0: k.compare(x, sp.Abs(x), given=(x >= 0,)), x < 0: k.compare(x, sp.Abs(x), given=(x < 0,))}))
true("the larger of two", Identity(sp.Max(x, y), x), lambda k: k.minmax(sp.Max(x, y), x), x >= y)
true("a norm that is bounded", Inequality(2 * OperatorNorm(A), 2), lambda k: k.scale(k.compare(OperatorNorm(A), sp.Integer(1)), 2), OperatorNorm(A) <= 1)

# -- sums, induction
total = sp.Sum(i, (i, 1, n))
true("Gauss", Identity(total, n * (n + 1) / 2), lambda k: k.induction(_one(k), lambda h: k.rewrite(k.peel(total.xreplace({n: n + 1})), by=h), over=n))
true("an index shifted", Identity(sp.Sum(1 / i, (i, 1, n)), sp.Sum(1 / (j + 1), (j, 0, n - 1))), lambda k: k.reindex(sp.Sum(1 / i, (i, 1, n)), 1, j))
true(
    "a sum of identities",
    Identity(sp.Sum((i + x) ** 2, (i, 1, n)), sp.Sum(i**2 + 2 * i * x + x**2, (i, 1, n))),
    lambda k: k.sum(k.normal((i + x) ** 2, i**2 + 2 * i * x + x**2), (i, 1, n)),
)
true("a delta", Identity(sp.Sum(sp.KroneckerDelta(j, q) * x**j, (j, 0, p)), x**q), lambda k: k.collapse(sp.Sum(sp.KroneckerDelta(j, q) * x**j, (j, 0, p))), q <= p)

power = sp.Sum(2**i, (i, 1, n))
true("an induction on an inequality", Inequality(n, power), lambda k: _powers(k))

# -- other kinds
true("a two-sided bound", Within(x**2, 0, 1), lambda k: (k.nonneg(x**2), k.compare(x**2, sp.Integer(1))), x >= -1, x <= 1)
true("a witness", Existence(sp.Eq(x**2, 2), {x: sp.sqrt(2)}), lambda k: k.witness(sp.Eq(x**2, 2), {x: sp.sqrt(2)}))
true("a minimum", Optimality((x - a) ** 2 + y, {x: a}), lambda k: k.compare(y, (x - a) ** 2 + y))
true("a probability is no less than 0", Guarantee(Z > a, 0), lambda k: k.nonneg(Probability(Z > a)))
# fmt: on


def _powers(k: Any) -> Any:
    """n <= 2 + 4 + ... + 2^n."""
    first = k.le(k.compare(sp.Integer(1), sp.Integer(2)), k.flip(k.terms_of(sp.Sum(2**i, (i, 1, 1)))))

    def step(h: Any) -> Any:
        grown = k.add(h, k.compare(sp.Integer(1), 2 ** (n + 1), given=()))
        return k.le(grown, k.flip(k.peel(power.xreplace({n: n + 1}))))

    return k.induction(first, step, over=n)


def _square(k: Any) -> Any:
    """With n = d stated, Tr 1_n + ... = n = d = Tr 1_d + ..."""
    left = k.words(tr(X * X.T * M) + a * tr(M), n)
    right = k.words(tr(X.T * X * P) + a * tr(P), d)
    return left.then(k.hypothesis(sp.Eq(n, d))).then(k.flip(right))


def _inverse_product(k: Any) -> Any:
    E = C * K * C + C
    return k.words(E.inv() * C * (K * C + one(n)), one(n))


def _gradient(k: Any) -> Any:
    slope = k.derivative(Gradient(sq(X * w - v), w))
    return slope.then(k.words(slope.right, 2 * X.T * (X * w - v)))


def _resolvent(k: Any) -> Any:
    statement = TRUE["a resolvent along a direction"][0]
    slope = k.derivative(statement.left)
    return slope.then(k.words(slope.right, statement.right))


def _one(k: Any) -> Any:
    return k.terms_of(sp.Sum(i, (i, 1, 1)))


def test_a_stated_eigenvalue_is_found_however_its_product_is_written() -> None:
    """(A X)'(A X) of an instance is X'A'A X of the domain; its largest eigenvalue says nothing of its inverse."""
    L = Array("L", "features", n, d)
    statement = Identity(tr(A * X * (X.T * A.T * A * X).inv() * X.T * A.T), d)

    def proof(k: Any) -> Any:
        return k.instance(k.words(tr(L * (L.T * L).inv() * L.T), d), {L: A * X})

    outcomes = [attempt(statement, proof, n >= d, eigenvalue(X.T * A.T * A * X, which) > 0) for which in (d, 1)]
    assert [o.status for o in outcomes] == ["proved", "failed"]


@pytest.mark.parametrize("name", TRUE)
def test_is_proved(name: str) -> None:
    statement, proof, domain = TRUE[name]
    outcome = attempt(statement, proof, *domain)
    assert outcome.status == "proved", outcome.message
    assert outcome.facts and not outcome.cited


def test_an_identity_test_says_so() -> None:
    """A polynomial too large for a normal form: established at random points, with the chance of error stated."""
    many = sp.Add(*(Symbol(f"x_{k}", "a number", Reals) for k in range(9)))
    statement = Identity((many**2 - 1) ** 8, (many - 1) ** 8 * (many + 1) ** 8)
    outcome = prove(
        Claim(id="true.large", says="large", statement=statement, proof=lambda k: k.normal(statement.left, statement.right))
    )
    assert outcome.status == "proved" and outcome.how == "identity test" and 0 < outcome.error < 1e-30


def test_fixed_sizes_are_stated_with_the_fact() -> None:
    k = Kernel()
    left, right = 2 * tr(A**3), 3 * tr(A) * tr(A * A) - tr(A) ** 3
    fact = k.at_sizes(left, right, {n: 2})
    assert fact.how.sizes == (("n", 2),) and fact.left != left


GAUSSIAN = [z**4 * sp.exp(z / 3), sp.cos(2 * z) * sp.exp(z), z**2 * sp.exp(-(z**2)), sp.sin(z) ** 2, sp.cosh(z / 2) * z**2]


@pytest.mark.parametrize("g", GAUSSIAN, ids=str)
def test_closed_gaussian_means_agree_with_certified_quadrature(g: Any) -> None:
    value = Kernel().mean(Mean(g.xreplace({z: Z}))).right
    assert expectation(g, z, 20).overlaps(enclose(value, 20).real)


def test_conditions_are_kept_and_those_of_the_sets_are_not() -> None:
    k = Kernel()
    assert [str(c) for c in k.mean(Mean(sp.exp(x * Z**2))).conditions] == ["1 - 2*x > 0"]
    assert k.normal((x * y + x) / x, y + 1).conditions == (Condition("nonzero", (x,)),)
    assert k.normal((a * y + a) / a, y + 1).conditions == ()
