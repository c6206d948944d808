"""Rules of resolvents, log-determinants, positive traces, moments, matrix means and paths: what they refuse, what they prove."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
import sympy as sp

from lemmata.theory.kernel import prove
from lemmata.theory.language.arrays import PD, PSD, Array, Orthogonal
from lemmata.theory.language.calculus import Gradient, Slope
from lemmata.theory.language.claim import Claim
from lemmata.theory.language.domain import Domain
from lemmata.theory.language.errors import ClaimError
from lemmata.theory.language.functions import Phi
from lemmata.theory.language.iteration import Iterate
from lemmata.theory.language.kinds import Identity, Inequality
from lemmata.theory.language.laws import Exponential, Normal, Student, Uniform
from lemmata.theory.language.matrices import LogDet, SpectralFunction
from lemmata.theory.language.operators import Mean, Probability
from lemmata.theory.language.sampled import Sampled
from lemmata.theory.language.symbols import Counts, Integers, Naturals, Positive, Reals, Symbol
from lemmata.theory.language.words import quad

a, b, c = (Symbol(s, f"the positive number {s}", Positive) for s in "abc")
x, y, r = (Symbol(s, f"the number {s}", Reals) for s in "xyr")
n, d = (Symbol(s, f"the size {s}", Naturals) for s in "nd")
t, T, w = Symbol("t", "a time", Counts), Symbol("T", "number of steps", Counts), Symbol("w", "an integer", Integers)
i = sp.Symbol("i", integer=True, positive=True)
f, g_ = sp.IndexedBase("f", real=True), sp.IndexedBase("g", real=True)
X, A, B = Array("X", "design", n, d), Array("A", "a matrix", n, n), Array("B", "a matrix", n, n)
K, K2, K3 = (Array(s, "kernel", n, n, kind=PSD) for s in ("K", "K_2", "K_3"))
C, Q = Array("C", "covariance", n, n, kind=PD), Array("Q", "rotation", n, n, kind=Orthogonal)
U, V, v = Array("U", "u", n, d), Array("V", "v", d, n), Array("v", "a column", n)
D, S = Array("D", "d", d, d), Array("S", "s", d, d, kind=PD)
Z, W, G = Sampled("Z", Normal()), Sampled("W", Normal()), Sampled("G", Normal(), n, d)
g, flat, heavy = Sampled("g", Normal(C), n), Sampled("u", Uniform(-1, 1), n), Sampled("H", Student(2))
xi, eta = Sampled("ξ", Normal()), Sampled("η", Normal())
one, tr = sp.Identity, sp.Trace
R, R2 = (X * X.T + a * one(n)).inv(), (X * X.T + b * one(n)).inv()
M = (K + a * one(n)).inv()

Case = tuple[Any, Callable[[Any], Any], tuple[Any, ...]]
FALSE: dict[str, Case] = {}
TRUE: dict[str, Case] = {}


def case(table: dict[str, Case], name: str, statement: Any, proof: Any, *domain: Any) -> None:
    assert name not in table
    rule = (lambda k: getattr(k, proof)(statement.left, statement.right)) if isinstance(proof, str) else proof
    table[name] = (statement, rule, domain)


def false(name: str, statement: Any, proof: Any, *domain: Any) -> None:
    case(FALSE, name, statement, proof, *domain)


def true(name: str, statement: Any, proof: Any, *domain: Any) -> None:
    case(TRUE, name, statement, proof, *domain)


# -- resolvents ----------------------------------------------------------------------------------------------------------
gram = X * X.T
false("the difference of resolvents with the wrong sign", Identity(R - R2, (a - b) * R * R2), "words")
false("the difference of resolvents where one is singular", Identity(gram.inv() - R, a * gram.inv() * R), "words")
false("resolvents of two matrices commute", Identity(M * (K2 + b * one(n)).inv(), (K2 + b * one(n)).inv() * M), "words")
false("a resolvent commutes with another matrix", Identity(R * A, A * R), "words")
false("the trace of a product of resolvents in another order", Identity(tr(R * A * R2 * B), tr(R2 * A * R * B)), "words")
false("Woodbury without the outer inverse", Identity((C + U * V).inv(), C.inv() - C.inv() * U * V * C.inv()), "words")
false(
    "Woodbury where the inner matrix may be singular",
    Identity((C + U * V).inv(), C.inv() - C.inv() * U * (one(d) + V * C.inv() * U).inv() * V * C.inv()),
    "words",
)
false(
    "the rank-one update with the trace and no 1",
    Identity((C + v * v.T).inv(), C.inv() - C.inv() * v * v.T * C.inv() / quad(C.inv(), v)),
    "words",
    quad(C.inv(), v) > 0,
)
false("partial fractions with equal shifts", Identity(R * R2, (R - R2) / (b - a)), "words")
false(
    "multiplying by a factor from the wrong side",
    Identity(A * B * K, A * K * B),
    lambda k: k.multiply(k.words(A * (B * K + 0 * K), A * B * K), right=one(n)),
)
true("the difference of two resolvents", Identity(R - R2, (b - a) * R * R2), "words")
true(
    "the difference with an inverse that is stated",
    Identity(gram.inv() - R, a * gram.inv() * R),
    "words",
    sp.Ne(sp.Determinant(gram), 0),
)
true("resolvents of one matrix commute", Identity(R * R2, R2 * R), "words")
true("partial fractions", Identity(R * R2, (R - R2) / (b - a)), "words", sp.Ne(a, b))
true(
    "Woodbury",
    Identity((C + U * S * U.T).inv(), C.inv() - C.inv() * U * (S.inv() + U.T * C.inv() * U).inv() * U.T * C.inv()),
    "words",
)
true(
    "the rank-one update",
    Identity((C + v * v.T).inv(), C.inv() - C.inv() * v * v.T * C.inv() / (1 + quad(C.inv(), v))),
    "words",
)
true(
    "push-through with a rectangular middle",
    Identity(S * X.T * (X * S * X.T + c * one(n)).inv(), (S.inv() * c + X.T * X).inv() * X.T),
    "words",
)
true(
    "traces of both sides",
    Identity(tr(R) - tr(R2), (b - a) * tr(R * R2)),
    lambda k: k.both(k.words(R - R2, (b - a) * R * R2), "trace"),
)

# -- log-determinants ----------------------------------------------------------------------------------------------------
false(
    "the log-determinant of a product of what may be singular",
    Identity(LogDet(A * B), LogDet(A) + LogDet(B)),
    lambda k: k.logdet(LogDet(A * B)),
)
false("the log-determinant of a sum", Identity(LogDet(C + K), LogDet(C) + LogDet(K)), lambda k: k.logdet(LogDet(C + K)))
false("a multiple without the size", Identity(LogDet(2 * C), sp.log(2) + LogDet(C)), lambda k: k.logdet(LogDet(2 * C)))
false(
    "Sylvester's identity with the sizes forgotten",
    Identity(LogDet(c * one(n) + X * X.T), LogDet(c * one(d) + X.T * X)),
    lambda k: k.sylvester(X, X.T, c),
)
false(
    "Sylvester's identity at c = 0",
    Identity(LogDet(x * one(n) + X * X.T), (n - d) * sp.log(sp.Abs(x)) + LogDet(x * one(d) + X.T * X)),
    lambda k: k.sylvester(X, X.T, x),
)
false("factors that are not square", Identity(LogDet(X * X.T), LogDet(X.T * X)), lambda k: k.logdet(LogDet(X * X.T)))
false(
    "the slope of a log-determinant is twice the trace",
    Identity(Gradient(LogDet(M.arg), a), 2 * tr(M)),
    lambda k: k.derivative(Gradient(LogDet(M.arg), a)),
)
false(
    "the slope where the matrix may be singular",
    Identity(Slope(LogDet(A), A, along=B), tr(A.inv() * B)),
    lambda k: k.derivative(Slope(LogDet(A), A, along=B)),
)
false(
    "the slope of a trace in a number, without its sign",
    Identity(Gradient(tr(K * M), a), tr(K * M * M)),
    lambda k: k.derivative(Gradient(tr(K * M), a)).to(tr(K * M * M)),
)
false("a derivative in a size", Identity(Gradient(tr(K * M), n), tr(M)), lambda k: k.derivative(Gradient(tr(K * M), n)))
true(
    "the log-determinant of a product",
    Identity(LogDet(2 * C * Q * M), n * sp.log(2) + LogDet(C) - LogDet(M.arg)),
    lambda k: k.logdet(LogDet(2 * C * Q * M)),
)
true(
    "Sylvester's identity",
    Identity(LogDet(c * one(n) + X * X.T), (n - d) * sp.log(c) + LogDet(c * one(d) + X.T * X)),
    lambda k: k.sylvester(X, X.T, c),
)
true(
    "the slope of a log-determinant in its shift",
    Identity(Gradient(LogDet(M.arg), a), tr(M)),
    lambda k: k.derivative(Gradient(LogDet(M.arg), a)),
)
true(
    "the gradient of a log-determinant",
    Identity(Gradient(LogDet(X * X.T + a * one(n)), X), 2 * R * X),
    lambda k: k.derivative(Gradient(LogDet(X * X.T + a * one(n)), X)).to(2 * R * X),
)
true(
    "the slope of the degrees of freedom",
    Identity(Gradient(tr(K * M), a), -tr(K * M * M)),
    lambda k: k.derivative(Gradient(tr(K * M), a)).to(-tr(K * M * M)),
)
true(
    "curvature in a shift",
    Identity(Slope(tr(M), a, along=1, order=2), 2 * tr(M * M * M)),
    lambda k: k.derivative(Slope(tr(M), a, along=1, order=2)),
)

# -- positive traces -----------------------------------------------------------------------------------------------------
false("the trace of three semidefinite matrices", Inequality(0, tr(K * K2 * K3)), lambda k: k.nonneg(tr(K * K2 * K3)))
false("the trace with a general matrix", Inequality(0, tr(K * A)), lambda k: k.nonneg(tr(K * A)))
false("a quadratic form of a general matrix", Inequality(0, quad(A, v)), lambda k: k.nonneg(quad(A, v)))
false("a negative multiple", Inequality(0, tr(-K * K2)), lambda k: k.nonneg(tr(-K * K2)))
false(
    "resolvents of different matrices do not commute",
    Inequality(0, tr(A * A.T * K * K2)),
    lambda k: k.nonneg(tr(A * A.T * K * K2)),
)


def seen(F: Any) -> tuple[Any, Any]:
    """tr M F K F' = n - a tr M."""
    inverse = (F * K * F.T + a * one(n)).inv()
    return tr(inverse * F * K * F.T), n - a * tr(inverse)


def square(F: Any, H: Any) -> Any:
    return sp.MatMul(F, K, sp.Transpose(H))


false(
    "a product with the transpose of another sum",
    Inequality(0, tr(square(A + B, A - B))),
    lambda k: k.nonneg(tr(square(A + B, A - B))),
)
true("a sum put into a resolvent", Identity(*seen(A + B)), lambda k: k.instance(k.words(*seen(A)), {A: A + B}))
true("the trace of two semidefinite matrices", Inequality(0, tr(K * K2)), lambda k: k.nonneg(tr(K * K2)))
true("the variance of ridge regression", Inequality(0, tr(K * M * C * M)), lambda k: k.nonneg(tr(K * M * C * M)))
true("a quadratic form in a resolvent", Inequality(0, quad(K * M, v)), lambda k: k.nonneg(quad(K * M, v)))
true("the degrees of freedom", Inequality(0, tr(K * M) + tr(X.T * X * S)), lambda k: k.nonneg(tr(K * M) + tr(X.T * X * S)))

# -- moments -------------------------------------------------------------------------------------------------------------
false("Cauchy-Schwarz turned round", Inequality(Mean(Z**2) * Mean(W**2), Mean(Z * W) ** 2), lambda k: k.cauchy_schwarz(Z, W))
false("Cauchy-Schwarz without squares", Inequality(Mean(Z * W), Mean(Z**2) * Mean(W**2)), lambda k: k.cauchy_schwarz(Z, W))
false(
    "Cauchy-Schwarz without second moments",
    Inequality(Mean(Z * heavy) ** 2, Mean(Z**2) * Mean(heavy**2)),
    lambda k: k.cauchy_schwarz(Z, heavy),
)
false(
    "Cauchy-Schwarz of a sum that runs backwards",
    Inequality(sp.Sum(x * y, (i, 1, w)) ** 2, sp.Sum(x**2, (i, 1, w)) * sp.Sum(y**2, (i, 1, w))),
    lambda k: k.cauchy_schwarz(x, y, (i, 1, w)),
)
false(
    "Hölder with the same exponent twice",
    Inequality(Mean(sp.Abs(Z * W)), Mean(sp.Abs(Z) ** 3) ** sp.Rational(1, 3) * Mean(sp.Abs(W) ** 3) ** sp.Rational(1, 3)),
    lambda k: k.hoelder(Z, W, 3),
)
false(
    "Hölder below 1",
    Inequality(Mean(sp.Abs(Z * W)), Mean(sp.Abs(Z) ** sp.S.Half) ** 2 / Mean(1 / (1 + W**2))),
    lambda k: k.hoelder(Z, W, sp.S.Half),
)
false("Lyapunov turned round", Inequality(Mean(Z**4) ** sp.Rational(1, 4), sp.sqrt(Mean(Z**2))), lambda k: k.lyapunov(Z, 4, 2))
false("Lyapunov's three orders out of order", Inequality(Mean(Z**2) ** 2, Mean(Z**4)), lambda k: k.lyapunov(Z, 2, 2, 4))
false(
    "the tower property with the samples of another mean",
    Identity(Mean(Z**2 * W**2), Mean(Mean(Z**2 * W**2, over=(W,)) * Z**2, over=(Z,))),
    lambda k: k.tower(Mean(Z**2 * W**2), (W,)),
)
false(
    "the tower property without a mean",
    Identity(Mean(heavy**3 * Z), Mean(Mean(heavy**3 * Z, over=(Z,)), over=(heavy,))),
    lambda k: k.tower(Mean(heavy**3 * Z), (Z,)),
)
true(
    "Cauchy-Schwarz",
    Inequality(Mean(Z * sp.tanh(W)) ** 2, Mean(Z**2) * Mean(sp.tanh(W) ** 2)),
    lambda k: k.cauchy_schwarz(Z, sp.tanh(W)),
)
true("Cauchy-Schwarz of matrices", Inequality(tr(A.T * B) ** 2, tr(A.T * A) * tr(B.T * B)), lambda k: k.cauchy_schwarz(A, B))
true(
    "Cauchy-Schwarz of a sum",
    Inequality(sp.Sum(x * i * y, (i, 1, n)) ** 2, sp.Sum((x * i) ** 2, (i, 1, n)) * sp.Sum(y**2, (i, 1, n))),
    lambda k: k.cauchy_schwarz(x * i, y, (i, 1, n)),
)
true(
    "Hölder",
    Inequality(
        Mean(sp.Abs(Z * W)),
        Mean(sp.Abs(Z) ** 3) ** sp.Rational(1, 3) * Mean(sp.Abs(W) ** sp.Rational(3, 2)) ** sp.Rational(2, 3),
    ),
    lambda k: k.hoelder(Z, W, 3),
)
true("Lyapunov", Inequality(sp.sqrt(Mean(Z**2)), Mean(Z**4) ** sp.Rational(1, 4)), lambda k: k.lyapunov(Z, 2, 4))
true(
    "the logarithm of the moments is convex",
    Inequality(Mean(sp.Abs(Z) ** 3) ** 2, Mean(Z**2) * Mean(Z**4)),
    lambda k: k.lyapunov(Z, 2, 3, 4),
)
true(
    "the tower property",
    Identity(Mean(Z**2 * sp.cos(W)), Mean(Z**2 * sp.exp(-sp.S.Half))),
    lambda k: k.rewrite(k.tower(Mean(Z**2 * sp.cos(W)), (W,)), by=k.mean(Mean(Z**2 * sp.cos(W), over=(W,)))),
)

# -- tails ---------------------------------------------------------------------------------------------------------------
even, wait = Sampled("V", Uniform(0, 1)), Sampled("E", Exponential(a))
false("the tail read from the other side", Identity(Probability(Z > x), Phi(x)), lambda k: k.tail(Probability(Z > x)))
false(
    "the variance taken for the deviation",
    Identity(Probability(Sampled("N", Normal(4)) > x), Phi(-x / 4)),
    lambda k: k.tail(Probability(Sampled("N", Normal(4)) > x)),
)
false(
    "a factor whose sign is not known", Identity(Probability(x * Z > a), Phi(-a / x)), lambda k: k.tail(Probability(x * Z > a))
)
false(
    "the tail of a uniform number beyond its range",
    Identity(Probability(even > x), 1 - x),
    lambda k: k.tail(Probability(even > x)).to(1 - x),
)
false(
    "the tail of an exponential number below 0",
    Identity(Probability(wait > x), sp.exp(-x / a)),
    lambda k: k.tail(Probability(wait > x)).to(sp.exp(-x / a)),
)
false(
    "the rate taken for the mean",
    Identity(Probability(wait > b), sp.exp(-a * b)),
    lambda k: k.tail(Probability(wait > b)).to(sp.exp(-a * b)),
)
false("a tail of two numbers", Identity(Probability(Z + W > x), Phi(-x)), lambda k: k.tail(Probability(Z + W > x)))
true("the tail of a normal number", Identity(Probability(Z > x), Phi(-x)), lambda k: k.tail(Probability(Z > x)))
true(
    "a multiple, from below",
    Identity(Probability(2 * Sampled("N", Normal(4)) + 1 <= x), Phi((x - 1) / 4)),
    lambda k: k.tail(Probability(2 * Sampled("N", Normal(4)) + 1 <= x)).to(Phi((x - 1) / 4)),
)
true("a negative factor", Identity(Probability(-a * Z > 1), Phi(-1 / a)), lambda k: k.tail(Probability(-a * Z > 1)))
true(
    "the tail of an exponential number",
    Identity(Probability(wait > b), sp.exp(-b / a)),
    lambda k: k.tail(Probability(wait > b)),
)

# -- means of matrices ---------------------------------------------------------------------------------------------------
false("E X D X' without the trace", Identity(Mean(G * D * G.T), one(n)), lambda k: k.mean(Mean(G * D * G.T)))
false(
    "a quartic form without the third pairing",
    Identity(Mean(g * g.T * A * g * g.T), C * A * C + tr(A * C) * C),
    lambda k: k.mean(Mean(g * g.T * A * g * g.T)),
)
false(
    "the quartic form of a uniform column by pairings",
    Identity(Mean(flat * flat.T * flat * flat.T), (n + 2) * one(n) / 9),
    lambda k: k.mean(Mean(flat * flat.T * flat * flat.T)),
)
false(
    "the mean of an inverse of a Wishart matrix",
    Identity(Mean((G.T * G + a * one(d)).inv()), one(d) / (n + a)),
    lambda k: k.mean(Mean((G.T * G + a * one(d)).inv())),
)
false("the mean of a matrix taken for its trace", Identity(Mean(G.T * A * G), tr(A) * D), lambda k: k.mean(Mean(G.T * A * G)))
true("E X D X'", Identity(Mean(G * D * G.T), tr(D) * one(n)), lambda k: k.mean(Mean(G * D * G.T)))
true("the second moment of a column", Identity(Mean(A * g * g.T * B), A * C * B), lambda k: k.mean(Mean(A * g * g.T * B)))
true(
    "a quartic form",
    Identity(Mean(g * g.T * A * g * g.T), C * A * C + C * A.T * C + tr(A * C) * C),
    lambda k: k.mean(Mean(g * g.T * A * g * g.T)).to(C * A * C + C * A.T * C + tr(A * C) * C),
)
wishart = n**2 * D + n * D.T + n * tr(D) * one(d)
true(
    "a quartic form of a Gaussian matrix",
    Identity(Mean(G.T * G * D * G.T * G), wishart),
    lambda k: k.mean(Mean(G.T * G * D * G.T * G)).to(wishart),
)


# -- paths ---------------------------------------------------------------------------------------------------------------
def walk(length: Any, step: Any = r * x, start: Any = a, **options: Any) -> Any:
    return Iterate(x, step, start, length, **options)


def noisy(length: Any) -> Any:
    return walk(length, r * x + xi, 0, fresh=xi)


false(
    "a step with another map",
    Identity(walk(T + 1).at(T + 1), (r + 1) * walk(T + 1).at(T)),
    lambda k: k.step(walk(T + 1).at(T + 1)),
)
false("a step beyond the end", Identity(walk(T).at(T + 1), r * walk(T).at(T)), lambda k: k.step(walk(T).at(T + 1)))
false("a step before the start", Identity(walk(T).at(0), r * walk(T).at(-1)), lambda k: k.step(walk(T).at(0)))
false("the start at another time", Identity(walk(T).at(1), a), lambda k: k.start(walk(T).at(1)))
false("another length that is too short", Identity(walk(T).at(T), walk(3).at(T)), lambda k: k.horizon(walk(T).at(T), 3))
false(
    "a step that divides by a state",
    Identity(walk(T + 1, (x**2 + x) / x).at(T + 1), walk(T + 1, (x**2 + x) / x).at(T) + 1),
    lambda k: k.step(walk(T + 1, (x**2 + x) / x).at(T + 1)).to(walk(T + 1, (x**2 + x) / x).at(T) + 1),
)
false(
    "a term drawn anew taken for one sample",
    Identity(noisy(T + 1).at(T + 1), r * noisy(T + 1).at(T) + xi),
    lambda k: k.step(noisy(T + 1).at(T + 1)),
)
false(
    "the noise of a step under its own name",
    Identity(Mean(noisy(T + 1).at(T + 1) ** 2), Mean((r * noisy(T + 1).at(T) + xi) ** 2)),
    lambda k: k.mean_step(Mean(noisy(T + 1).at(T + 1) ** 2), {xi: xi}),
)
false(
    "the noise of a step of another law",
    Identity(Mean(noisy(T + 1).at(T + 1) ** 2), Mean((r * noisy(T + 1).at(T) + Z / 2) ** 2)),
    lambda k: k.mean_step(Mean(noisy(T + 1).at(T + 1) ** 2), {xi: Sampled("η", Normal(4))}),
)
false(
    "two times of a path as one",
    Identity(Mean(noisy(T + 1).at(T + 1) * noisy(T + 1).at(T)), Mean((r * noisy(T + 1).at(T) + eta) ** 2)),
    lambda k: k.mean_step(Mean(noisy(T + 1).at(T + 1) * noisy(T + 1).at(T)), {xi: eta}),
)
false(
    "the noise of the path outside of it",
    Identity(Mean(noisy(T + 1).at(T + 1) * xi), Mean((r * noisy(T + 1).at(T) + eta) * xi)),
    lambda k: k.mean_step(Mean(noisy(T + 1).at(T + 1) * xi), {xi: eta}),
)
false(
    "a state integrated as if it were free of the noise",
    Identity(Mean(noisy(2).at(2) * xi), 0),
    lambda k: k.mean(Mean(noisy(2).at(2) * xi)),
)
false(
    "the growth of a path with the wrong ratio", Identity(walk(T).end, a * (r + 1) ** T), lambda k: _power(k, a * (r + 1) ** T)
)
true("one step", Identity(walk(T + 1).at(T + 1), r * walk(T + 1).at(T)), lambda k: k.step(walk(T + 1).at(T + 1)))
true("the start", Identity(walk(T).at(0), a), lambda k: k.start(walk(T).at(0)))
true("the steps of a linear map, by induction", Identity(walk(T).end, a * r**T), lambda k: _power(k, a * r**T))
true(
    "one step under a mean",
    Identity(Mean(noisy(T + 1).at(T + 1) ** 2), r**2 * Mean(noisy(T + 1).at(T) ** 2) + 1),
    lambda k: _second(k, T),
)
ticking = walk(T + 1, x + t, 0, clock=t)
true("a step that knows its number", Identity(ticking.at(T + 1), ticking.at(T) + T), lambda k: k.step(ticking.at(T + 1)))


def _power(k: Any, value: Any) -> Any:
    """x(T + 1) = r x(T) = r a r^T."""

    def step(h: Any) -> Any:
        made = k.step(walk(T + 1).at(T + 1))
        made = k.rewrite(made, by=k.horizon(walk(T + 1).at(T), T))
        return k.rewrite(made, by=h).to(value.xreplace({T: T + 1}))

    return k.induction(k.start(walk(0).at(0)), step, over=T)


def _second(k: Any, time: Any) -> Any:
    """E (r x + η)² = r² E x² + 1, the noise of the step first."""
    one_step = k.mean_step(Mean(noisy(time + 1).at(time + 1) ** 2), {xi: eta})
    inner = k.mean(Mean((r * noisy(time + 1).at(time) + eta) ** 2, over=(eta,)))
    averaged = k.rewrite(k.tower(one_step.right, (eta,)), by=inner)
    return k.le(one_step, averaged, k.linear(averaged.right))


# -- square roots of matrices ------------------------------------------------------------------------------------------


def root(A: Any) -> Any:
    z = sp.Symbol("x", real=True)
    return SpectralFunction(sp.Lambda(z, sp.sqrt(z)), A)


true("a root squared", Identity(root(C) * root(C), C), lambda k: k.root(C))
true("the root of a Gram matrix squared", Identity(root(X.T * X) * root(X.T * X), X.T * X), lambda k: k.root(X.T * X))
true(
    "the trace of an inverse by that of the root",
    Identity(tr(K * root(C).inv() * root(C).inv()), tr(K * C.inv())),
    lambda k: k.both(k.multiply(k.both(k.root(C), "inverse"), left=K), "trace"),
)
true("the trace of a root is not negative", Inequality(sp.Integer(0), tr(root(K) * K2)), lambda k: k.nonneg(tr(root(K) * K2)))
false("the root of any matrix", Identity(root(A + A.T) * root(A + A.T), A + A.T), lambda k: k.root(A + A.T))
false("a root is the matrix", Identity(root(C), C), lambda k: k.root(C))
false("the root of a sum", Identity(root(C + K), root(C) + root(K)), lambda k: k.words(root(C + K), root(C) + root(K)))
false(
    "the inverse of the root of a singular matrix",
    Identity(root(K).inv() * root(K).inv(), K.inv()),
    lambda k: k.both(k.root(K), "inverse"),
)
false(
    "another function for the root",
    Identity(SpectralFunction(sp.Lambda(x, x**2), C) * SpectralFunction(sp.Lambda(x, x**2), C), C),
    lambda k: k.root(C),
)


def attempt(statement: Any, proof: Any, domain: tuple[Any, ...]) -> Any:
    """What becomes of the proof; None where the language refuses the sentence already."""
    try:
        claim = Claim(id="rule.case", says="a statement", statement=statement, proof=proof, domain=Domain(*domain))
    except ClaimError:
        return None
    return prove(claim)


@pytest.mark.parametrize("name", TRUE)
def test_is_proved(name: str) -> None:
    outcome = attempt(*TRUE[name])
    assert outcome.status == "proved", outcome.message
    assert outcome.how == "exact" and not outcome.cited


@pytest.mark.parametrize("name", FALSE)
def test_is_refused(name: str) -> None:
    statement, proof, domain = FALSE[name]
    outcome = attempt(statement, proof, domain)
    if outcome is None:
        assert name == "a term drawn anew taken for one sample"
        return
    assert outcome.status == "failed" and outcome.message and "stopped with" not in outcome.message, outcome


@pytest.mark.parametrize("name", FALSE)
def test_no_automatic_rule_proves_it(name: str) -> None:
    statement, _, domain = FALSE[name]
    left, right = statement.left, statement.right
    attempts: tuple[Callable[[Any], Any], ...] = (
        lambda k: k.normal(left, right),
        lambda k: k.words(left, right),
        lambda k: k.mean(left).to(right),
        lambda k: k.logdet(left).to(right),
        lambda k: k.derivative(left).to(right),
        lambda k: k.compare(left, right),
        lambda k: k.mean(left).then(k.flip(k.mean(right))),
    )
    for number, proof in enumerate(attempts):
        outcome = attempt(statement, proof, domain)
        assert outcome is None or outcome.status == "failed", (name, number)
