"""Balls enclose, multiprecision agrees with itself, and one formula has one value whatever evaluates it."""

from __future__ import annotations

from fractions import Fraction

import mpmath
import pytest
import sympy as sp
import torch
from flint import arb, fmpq
from hypothesis import given, settings
from hypothesis import strategies as st

from lemmata.numerics.formula.balls import ball, mp
from lemmata.numerics.formula.compile import compile_expr
from lemmata.numerics.formula.evaluate import perturbation, rounding_error, value_with_error
from lemmata.numerics.formula.magnitude import magnitude
from lemmata.theory.language.errors import CompileError, DomainError, NotConverged
from lemmata.theory.language.functions import Coefficients, GaussMean, He, Phi, h, phi
from lemmata.theory.language.matrices import LogDet, PositiveDefinite

x, y, t = sp.symbols("x y t", real=True)
j, k, N, d = sp.symbols("j k N d", integer=True, positive=True)
l, c = sp.IndexedBase("l"), Coefficients("c")
F64 = torch.float64


def test_fractions_are_exact() -> None:
    value = ball(x**3 - y, {"x": Fraction(1, 3), "y": Fraction(1, 27)})
    assert value.contains(arb(0))
    assert value.rad() < arb(10) ** -50
    assert ball(x / 3, {"x": 3}).contains(1)


def test_floats_are_taken_as_they_are() -> None:
    assert ball(x, {"x": 0.1}) == arb(fmpq(*(0.1).as_integer_ratio()))
    assert not ball(10 * x - 1, {"x": 0.1}).contains(arb(0))


@pytest.mark.parametrize("digits", [10, 30, 100, 300])
def test_the_digits_asked_for_are_delivered(digits: int) -> None:
    cancelling = sp.cos(x) - 1 + x**2 / 2
    value = ball(cancelling, {"x": Fraction(1, 10**9)}, digits)
    assert value.rel_accuracy_bits() >= 3.32 * digits
    exact, error = mp(cancelling, {"x": Fraction(1, 10**9)}, digits + 40)
    assert error < abs(exact) * mpmath.mpf(10) ** (5 - digits)


FORMULAS = [
    sp.Sum(l[j] / (l[j] + sp.exp(x)), (j, 1, N)) * sp.erf(y),
    sp.Sum(c[k] ** 2 * h(k, x) / sp.factorial(k), (k, 0, N - 1)),
    sp.Piecewise((sp.sqrt(x + 4) - 2, x > 0), (Phi(x) / phi(x), True)),
    sp.Max(x, y, sp.sin(x)) - sp.Abs(x - y),
    He(7, x) * sp.exp(-(y**2)) + sp.gamma(y + 3) / sp.gamma(y + sp.Rational(5, 2)),
    sp.Product(1 + l[j] * x / 9, (j, 1, N)),
    sp.Sum(sp.binomial(N, j) * (x / 5) ** j * l[j], (j, 1, N)),
    sp.atan2(x, y) + sp.log(1 + x**2) * sp.tanh(y),
    sp.Sum(sp.Sum(l[j] * l[k] / (j + k), (j, 1, k)), (k, 1, N)) + sp.uppergamma(2, y**2) + sp.zeta(3, 2),
]


@pytest.mark.parametrize("expr", FORMULAS, ids=str)
@settings(max_examples=15, deadline=None)
@given(st.fractions(-3, 3, max_denominator=64), st.fractions(-2, 2, max_denominator=64), st.integers(1, 6))
def test_one_formula_three_evaluators(expr: sp.Expr, first: Fraction, second: Fraction, size: int) -> None:
    env = {
        "x": first,
        "y": second,
        "l": [1.0 / (q + 1) for q in range(size)],
        "c": [1.0 - q / 2 for q in range(size)],
        "N": size,
    }
    try:
        enclosure = ball(expr, env)
    except NotConverged:  # on the edge of a case, or exactly zero
        return
    precise, error = mp(expr, env)
    with mpmath.workdps(60):
        middle = mpmath.mpf(enclosure.mid().str(50, radius=False))
        assert abs(middle - precise) <= error + mpmath.mpf(10) ** -29 * (1 + abs(precise))
    value = compile_expr(expr)({name: v for name, v in env.items() if name in compile_expr(expr).names})
    assert float(value) == pytest.approx(float(precise), rel=1e-12, abs=1e-12)


def test_multiprecision_integrates_and_sums_to_infinity() -> None:
    value, error = mp(GaussMean(sp.Abs(t * x + y), t), {"x": 2.0, "y": 0.5}, 25)
    truth, _ = mp(2 * x * phi(y / x) + y * (1 - 2 * Phi(-y / x)), {"x": 2.0, "y": 0.5}, 25)
    assert abs(value - truth) < 1e-24
    assert error < 1e-24
    assert abs(mp(sp.Sum(1 / k**2, (k, 1, sp.oo)), {}, 25)[0] - mp(sp.pi**2 / 6, {}, 25)[0]) < 1e-24


@pytest.mark.parametrize(
    "expr",
    [
        sp.Integral(sp.exp(t), (t, 0, 1)),
        sp.Sum(1 / k**2, (k, 1, sp.oo)),
        sp.Trace(PositiveDefinite("P", 3)),
        sp.Function("f")(x),
    ],
    ids=str,
)
def test_what_balls_do_not_know_they_refuse(expr: sp.Expr) -> None:
    with pytest.raises(CompileError):
        ball(expr, {"x": 1})


def test_bad_inputs_are_named() -> None:
    with pytest.raises(DomainError, match="needs a value of y; the environment gives x"):
        ball(x + y, {"x": 1})
    with pytest.raises(DomainError, match="x = 'a' must be"):
        ball(x, {"x": "a"})
    with pytest.raises(NotConverged, match="edge of a case"):
        ball(sp.sign(sp.sqrt(x) ** 2 + sp.sin(x) ** 2 + sp.cos(x) ** 2 - 1 - x), {"x": 2})
    with pytest.raises(NotConverged):
        ball(1 / x, {"x": 0})


NOISY = [
    sp.exp(x) - sp.exp(y),
    sp.cos(x) - 1 + x**2 / 2,
    (x**7 - y**7) / (x - y),
    sp.log(x + 2) * sp.sin(1000 * x),
    x * y + 3,
    sp.sqrt(x**2 + 1) - x,
    sp.Sum(sp.sin(j * x), (j, 1, 50)),
]


@pytest.mark.parametrize("expr", NOISY, ids=str)
@settings(max_examples=20, deadline=None)
@given(st.floats(0.01, 2), st.floats(0.001, 1))
def test_running_error_covers_the_true_error(expr: sp.Expr, first: float, gap: float) -> None:
    env = {"x": first, "y": first + gap}
    value = float(compile_expr(expr)(env))
    truth, _ = mp(expr, env, 40)
    actual = abs(mpmath.mpf(value) - truth)
    assert actual <= float(rounding_error(expr, env))
    assert float(value_with_error(expr, env)[1]) >= actual * (1 - 1e-6)
    assert float(value_with_error(expr, env)[1]) <= actual + 1e-15 * abs(truth)


def test_magnitude_sees_cancellation() -> None:
    assert float(compile_expr(magnitude(x - y))({"x": 1e8, "y": 1e8 - 1})) == pytest.approx(2e8)


def test_batches_and_matrices_have_errors_too() -> None:
    value, error = value_with_error(sp.exp(x) - sp.exp(y), {"x": torch.tensor([1.0, 2.0], dtype=F64), "y": 1.0})
    assert value.shape == error.shape == (2,)
    assert (error > 0).all()
    assert (error < 1e-13).all()
    P = PositiveDefinite("P", d)
    hilbert = 1 / (torch.arange(6, dtype=F64)[:, None] + torch.arange(6, dtype=F64) + 1)
    value, error = value_with_error(LogDet(P), {"P": hilbert})
    with mpmath.workdps(40):
        truth = mpmath.log(mpmath.det(mpmath.matrix(hilbert.tolist())))
    assert abs(float(value) - float(truth)) <= float(error) < 1e-6
    assert float(perturbation(x**2, {"x": torch.tensor(1.5, dtype=F64)})) > 0


def test_errors_of_inputs_are_propagated() -> None:
    value, error = value_with_error(x**2, {"x": 3.0}, {"x": 1e-6})
    assert float(value) == 9
    assert 6e-6 <= float(error) < 2e-5
