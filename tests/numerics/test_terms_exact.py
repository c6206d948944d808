"""Rational instances stay rational, and many digits agree with them; derivatives by power series."""

from __future__ import annotations

import math
from fractions import Fraction

import mpmath
import pytest
import sympy as sp
import torch

from lemmata.numerics.formula import kinked
from lemmata.numerics.formula.certain import evaluate, evaluate_exact, evaluate_high
from lemmata.theory.algebra.regression import jet, number, rational
from lemmata.theory.language.arrays import Array
from lemmata.theory.language.calculus import Entrywise, Gradient, Hessian, Slope
from lemmata.theory.language.errors import CompileError, DomainError, NotConverged
from lemmata.theory.language.functions import GaussMean
from lemmata.theory.language.iteration import Iterate
from lemmata.theory.language.matrices import LogDet
from lemmata.theory.language.symbols import Index, Naturals, Positive, Symbol
from lemmata.theory.language.words import dot, hadamard, quad, sq

N, k = Symbol("N", "inputs", Naturals), Symbol("k", "features", Naturals)
a = Symbol("a", "number", Positive)
F, H, R = Array("F", "targets", N, k), Array("H", "features", N, k), Array("R", "direction", k, k)
w, q, i = Array("w", "vector", k), Symbol("q", "state"), Index("i")
generator = torch.Generator().manual_seed(0)


def quarters(*sizes: int) -> torch.Tensor:
    return torch.randint(-9, 9, sizes, generator=generator).double() / 4


ENV = {"N": 6, "k": 3, "F": quarters(6, 3), "H": quarters(6, 3), "R": quarters(3, 3), "w": quarters(3), "a": Fraction(1, 3)}
gram = H.T * H / N
loss = sp.Trace(F.T * F / N - (F.T * H / N) * gram.inv() * (H.T * F / N))


def test_slopes_of_a_regression_are_those_of_the_older_exact_code() -> None:
    direction = ENV["F"] @ ENV["R"].T - ENV["H"]
    expected = jet(rational(ENV["F"]), rational(ENV["H"]), rational(direction))
    ours = [evaluate_exact(loss, ENV), *(evaluate_exact(Slope(loss, H, along=F * R.T - H, order=o), ENV) for o in (1, 2))]
    assert all(isinstance(x, Fraction) for x in ours)
    assert [x.numerator * int(y.q) for x, y in zip(ours, expected, strict=True)] == [
        int(y.p) * x.denominator for x, y in zip(ours, expected, strict=True)
    ]
    assert float(ours[1]) == pytest.approx(number(expected[1]))


RATIONAL = {
    "third slope": Slope(loss, H, along=F, order=3),
    "fourth slope": Slope(sq(H) ** 2, H, along=F, order=4),
    "gradient": sp.Trace(Gradient(loss, H).T * F),
    "hessian": sp.Trace(Hessian(dot(w, w) ** 2 + w[1] ** 3, w)),
    "determinant": Slope(sp.Determinant(gram), H, along=F, order=2),
    "entrywise": Slope(sp.Trace(hadamard(H, H) * R * Entrywise(sp.Lambda(q, q**3), H).T), H, along=F, order=2),
    "sum": sp.Sum(w[i] ** 2 / (a + i), (i, 1, k)),
    "number": Gradient(a**3 / (1 + a), a),
    "iteration": Iterate(q, q - (q**2 - 2) / (2 * q), 1, 5).end,
    "cases": sp.Max(a, sp.Rational(1, 4)) + sp.Abs(a - 1),
}


@pytest.mark.parametrize("name", RATIONAL)
def test_three_arithmetics_agree(name: str) -> None:
    exact = evaluate_exact(RATIONAL[name], ENV)
    precise, slack = evaluate_high(RATIONAL[name], ENV, 50)
    value, error = evaluate(RATIONAL[name], ENV)
    size = abs(float(exact))
    assert isinstance(exact, Fraction)
    assert abs(Fraction(str(precise)) - exact) <= Fraction(1, 10**13) * abs(exact) + Fraction(str(slack))
    assert abs(float(value) - float(exact)) <= float(error) + 1e-15 * size and float(error) < 1e-9 * max(1.0, size)


def test_slopes_of_functions() -> None:
    f = sp.exp(a * dot(w, w) / 10) * sp.tanh(w[1]) + LogDet(sp.Identity(k) + w * w.T) + sp.sqrt(1 + quad(R * R.T, w))
    for order in (1, 2, 3, 4):
        expr = Slope(f, w, along=R * w, order=order)
        precise, slack = evaluate_high(expr, ENV, 40)
        assert float(slack) < 1e-30 * max(1.0, abs(float(precise)))
        assert float(evaluate(expr, {**ENV, "a": 1 / 3})[0]) == pytest.approx(float(precise), rel=1e-9)


IRRATIONAL = {
    "sqrt": (sp.sqrt(a), CompileError, "square root"),
    "pi": (sp.pi * a, CompileError, "pi"),
    "exp": (sp.exp(a), CompileError, "exp"),
    "zero": (1 / (3 * a - 1), DomainError, "zero"),
    "singular": (sp.Trace((w * w.T).inv()), DomainError, "zero"),
}


@pytest.mark.parametrize("name", IRRATIONAL)
def test_what_is_not_rational_is_refused(name: str) -> None:
    expr, kind, words = IRRATIONAL[name]
    with pytest.raises(kind, match=words):
        evaluate_exact(expr, ENV)


def test_a_square_root_of_a_square_is_exact() -> None:
    assert evaluate_exact(sp.sqrt(a * a + Fraction(7, 144)), {"a": Fraction(1, 4)}) == Fraction(1, 3)
    assert math.isclose(float(evaluate_high(sp.sqrt(a), {"a": 2.0})[0]), math.sqrt(2))


@pytest.mark.parametrize(
    ("size", "truth"), [(128, "0.683322233217471303"), (172, "0.683159871006871298"), (400, "0.682891400815698345")]
)
def test_a_gamma_density_beyond_the_largest_float(size: int, truth: str) -> None:
    """u^(n-1) and Gamma(n) overflow and e^-u underflows for n > 171: they are one exponential, whose rounding is counted."""
    n, u = Symbol("n", "shape", Naturals), Symbol("u", "a number", Positive)
    density = sp.exp((n - 1) * sp.log(u) - u - sp.log(sp.gamma(n)))
    value, error = evaluate(sp.Integral(density, (u, n - sp.sqrt(n), n + sp.sqrt(n))), {"n": size})
    assert abs(value - float(truth)) <= error < 1e-11


@pytest.mark.parametrize("size", [3, 70, 200, 301])
def test_a_power_beside_a_gamma_function_keeps_its_sign(size: int) -> None:
    n = Symbol("n", "terms", Naturals)
    value, error = evaluate(a**n / sp.gamma(n + 1), {"n": size, "a": -60.5})
    truth = mpmath.mpf(-60.5) ** size / mpmath.factorial(size)
    assert abs(float(value) - truth) <= 1.001 * float(error) <= 1e-12 * abs(truth)


def test_no_power_of_zero_beside_a_factorial_is_lost() -> None:
    n, j = Symbol("n", "terms", Naturals), Index("j")
    value, error = evaluate(sp.Sum(a**j / sp.factorial(j), (j, 0, n)), {"n": 3000, "a": 0.0})
    assert float(value) == 1 and float(error) <= 1e-12


@pytest.mark.parametrize(
    "hidden",
    [
        sp.Integral(
            sp.exp(-(10**14) * (sp.Symbol("v", real=True) - sp.Rational(12345, 100003)) ** 2), (sp.Symbol("v", real=True), 0, 1)
        ),
        sp.Integral(sp.exp(-((sp.Symbol("v", real=True) - 10**5) ** 2)), (sp.Symbol("v", real=True), 0, sp.oo)),
    ],
)
def test_a_peak_between_the_nodes_is_no_zero(hidden: sp.Expr) -> None:
    with pytest.raises(NotConverged, match="0 at every node"):
        evaluate(hidden, {})


def test_integrals_that_vanish_or_nearly_do() -> None:
    v = sp.Symbol("v", real=True)
    assert evaluate(sp.Integral(a * sp.exp(-(v**2)), (v, 0, sp.oo)), {"a": 0.0}) == (0, 0)
    assert float(evaluate(sp.Integral(sp.exp(-1000 * (1 + v)), (v, 0, 1)), {})[0]) == 0


@pytest.mark.parametrize(("power", "ends", "truth"), [(-1.1, (1, sp.oo), 10), (-0.8, (0, 1), 5), (-1.5, (1, sp.oo), 2)])
def test_what_a_slow_decay_leaves_is_in_the_error(power: float, ends: tuple[int, int], truth: float) -> None:
    v = sp.Symbol("v", real=True)
    value, error = evaluate(sp.Integral(v ** sp.Rational(str(power)), (v, *ends)), {})
    assert abs(float(value) - truth) <= float(error) + 1e-13


def test_the_rounding_of_a_quadrature_whose_terms_cancel() -> None:
    """E sin(20Z) Z = 20 exp(-200): what comes out is rounding, and the error says so."""
    body = GaussMean(sp.sin(20 * kinked.Z) * kinked.Z, kinked.Z)
    value, error = evaluate(body, {})
    assert abs(float(value)) <= float(error) < 1e-13


@pytest.mark.parametrize("width", [10**-4, 10**-5, 10**-6])
def test_a_gaussian_mean_near_a_pole(width: float) -> None:
    """E 1/(a² + Z²) = sqrt(pi/2) exp(a²/2) erfc(a/sqrt 2)/a: each level has more points, so that the change is seen."""
    root = mpmath.sqrt(width)
    truth = mpmath.sqrt(mpmath.pi / 2) * mpmath.exp(mpmath.mpf(width) / 2) * mpmath.erfc(root / mpmath.sqrt(2)) / root
    value, error = evaluate(GaussMean(1 / (a + kinked.Z**2), kinked.Z), {"a": width})
    assert abs(float(value) - float(truth)) <= float(error) + 4e-16 * float(truth)
