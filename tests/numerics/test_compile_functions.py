"""Every scalar node: torch against multiprecision at random points, and against balls where they know it."""

from __future__ import annotations

import math
import random

import mpmath
import pytest
import sympy as sp
import torch

from lemmata import evaluate
from lemmata.numerics.formula.balls import ball, mp
from lemmata.numerics.formula.compile import compile_expr
from lemmata.theory.language.errors import ClaimError, CompileError, NotConverged
from lemmata.theory.language.functions import GaussMean, He, Phi, h, phi

x, y, z = sp.symbols("x y z", real=True)
k, n = sp.symbols("k n", integer=True)
oo = sp.oo

# (expression, range of x, range of y)
ELEMENTARY = [
    (x + y, (-5, 5), (-5, 5)),
    (x * y / 7, (-5, 5), (-5, 5)),
    (x / y, (-5, 5), (1, 5)),
    (x**7, (-3, 3), None),
    (x**-3, (0.5, 3), None),
    (sp.sqrt(x), (0, 9), None),
    (x ** sp.Rational(-3, 2), (0.1, 9), None),
    (x ** sp.Rational(1, 3), (0.1, 9), None),
    (x**y, (0.1, 9), (-3, 3)),
    (2**x, (-9, 9), None),
    (sp.exp(x), (-300, 300), None),
    (sp.exp(x) - 1, (-1e-6, 1e-6), None),
    (3 * sp.exp(x) - 3 + y, (-1e-6, 1e-6), (0, 1)),
    (sp.log(x), (1e-9, 9), None),
    (sp.log(1 + x), (0, 1e-8), None),
    (sp.log(1 + sp.exp(x)), (-40, 900), None),
    (sp.sin(x), (-9, 9), None),
    (sp.cos(x), (-9, 9), None),
    (sp.tan(x), (-1.4, 1.4), None),
    (sp.cot(x), (0.1, 3), None),
    (sp.sec(x), (-1, 1), None),
    (sp.csc(x), (0.1, 3), None),
    (sp.asin(x), (-1, 1), None),
    (sp.acos(x), (-1, 0.9), None),
    (sp.atan(x), (-9, 9), None),
    (sp.atan2(x, y), (-9, 9), (-9, 9)),
    (sp.acot(x), (0.1, 9), None),
    (sp.sinh(x), (-9, 9), None),
    (sp.cosh(x), (-9, 9), None),
    (sp.tanh(x), (-9, 9), None),
    (sp.coth(x), (0.1, 9), None),
    (sp.sech(x), (-9, 9), None),
    (sp.csch(x), (0.1, 9), None),
    (sp.asinh(x), (-9, 9), None),
    (sp.acosh(x), (1.1, 9), None),
    (sp.atanh(x), (-0.9, 0.9), None),
    (sp.acoth(x), (1.1, 9), None),
    (sp.sinc(x), (-9, 9), None),
    (sp.Abs(x - y), (-5, 5), (-5, 5)),
    (sp.sign(x), (-5, 5), None),
    (sp.Heaviside(x - y), (-5, 5), (-5, 5)),
    (sp.floor(x), (-5, 5), None),
    (sp.ceiling(x), (-5, 5), None),
    (sp.frac(x), (0, 5), None),
    (sp.Mod(x, y), (0, 9), (1, 4)),
    (sp.Max(x, y, 1), (-5, 5), (-5, 5)),
    (sp.Min(x, y**2), (-5, 5), (-5, 5)),
    (sp.Piecewise((x, x < y), (y**2, x < 2 * y), (3, True)), (-5, 5), (-5, 5)),
    (x / sp.sqrt(2) + sp.pi * y - sp.E / 3 + sp.EulerGamma, (-5, 5), (-5, 5)),
]
SPECIAL = [
    (sp.erf(x), (-5, 5), None),
    (sp.erfc(x), (-5, 20), None),
    (1 - sp.erf(x), (0, 20), None),
    (sp.erfi(x), (-4, 4), None),
    (sp.erfinv(x), (-0.99, 0.99), None),
    (sp.erfcinv(x), (1e-6, 1.9), None),
    (phi(x), (-9, 9), None),
    (Phi(x), (-30, 8), None),
    (1 - Phi(x), (-8, 30), None),
    (sp.log(Phi(x)), (-30, 5), None),
    (sp.gamma(x), (0.1, 30), None),
    (sp.gamma(x), (-4.9, -4.1), None),
    (sp.loggamma(x), (2.5, 90), None),
    (sp.log(sp.gamma(x)), (2.5, 500), None),
    (sp.gamma(x + y) / sp.gamma(x), (150, 300), (0.1, 2)),
    (sp.factorial(x), (0, 20), None),
    (sp.factorial2(x), (0, 20), None),
    (sp.binomial(x, y), (10, 30), (0, 9)),
    (sp.binomial(x, 4), (-30, 30), None),
    (sp.beta(x, y), (0.1, 9), (0.1, 9)),
    (sp.RisingFactorial(x, y), (1, 9), (1, 5)),
    (sp.FallingFactorial(x, y), (9, 20), (1, 5)),
    (sp.digamma(x), (2, 50), None),
    (sp.polygamma(1, x), (0.1, 50), None),
    (sp.polygamma(3, x), (0.1, 50), None),
    (sp.zeta(x), (1.1, 20), None),
    (sp.zeta(x, y), (1.1, 9), (0.1, 9)),
    (sp.zeta(x, y), (-3, 0.9), (0.1, 3)),
    (sp.LambertW(x), (-0.3, 50), None),
    (sp.LambertW(x, -1), (-0.36, -1e-6), None),
    (sp.lowergamma(x, y), (0.1, 20), (0.01, 20)),
    (sp.uppergamma(x, y), (0.1, 20), (0.01, 40)),
    (sp.betainc(x, y, 0, sp.Rational(1, 3)), (0.2, 9), (0.2, 9)),
    (sp.betainc_regularized(3, y, 0, x), (0.01, 0.99), (0.2, 30)),
    (sp.besselj(0, x), (0, 20), None),
    (sp.besselj(3, x), (0, 30), None),
    (sp.besseli(2, x), (0.1, 60), None),
    (sp.besselk(2, x), (0.1, 20), None),
    (He(5, x), (-4, 4), None),
    (h(12, x), (-4, 4), None),
    (He(3, sp.sqrt(2)) * x, (-1, 1), None),
    (sp.gegenbauer(n, y, x).subs(n, 6), (-1, 1), (0.5, 9)),
]
TABLE = ELEMENTARY + SPECIAL


def points(expr: sp.Expr, xs: tuple[float, float], ys: tuple[float, float] | None, count: int = 8) -> list[dict[str, float]]:
    rng = random.Random(str(expr))
    return [{"x": rng.uniform(*xs), **({"y": rng.uniform(*ys)} if ys else {})} for _ in range(count)]


def scale(expr: sp.Expr) -> float:
    """Functions that pass through zero are compared on the scale 1."""
    zeros = (
        sp.sin,
        sp.cos,
        sp.tan,
        sp.cot,
        sp.besselj,
        sp.zeta,
        He,
        h,
        sp.digamma,
        sp.polygamma,
        sp.frac,
        sp.Mod,
        sp.sinc,
        sp.gegenbauer,
    )
    return 1.0 if expr.has(*zeros) or expr.is_Add else 0.0


@pytest.mark.parametrize(("expr", "xs", "ys"), TABLE, ids=[str(t[0]) for t in TABLE])
def test_agrees_with_multiprecision(expr: sp.Expr, xs: tuple[float, float], ys: tuple[float, float] | None) -> None:
    places = points(expr, xs, ys)
    batch = {name: torch.tensor([p[name] for p in places], dtype=torch.float64) for name in places[0]}
    values = compile_expr(expr)(batch)
    assert values.shape == (len(places),)
    for place, value in zip(places, values.tolist(), strict=True):
        exact, slack = mp(expr, place)
        error = abs(mpmath.mpf(value) - exact)
        assert slack < 1e-20 * (1 + abs(exact))
        assert error <= 1e-12 * max(abs(exact), scale(expr)), (place, value, exact)
        single = float(compile_expr(expr)(place))
        # a series runs until the slowest member of its batch has converged, so the last digits may differ
        assert single == pytest.approx(value, rel=1e-13, abs=1e-13 * scale(expr))


@pytest.mark.parametrize(("expr", "xs", "ys"), TABLE, ids=[str(t[0]) for t in TABLE])
def test_ball_contains_multiprecision(expr: sp.Expr, xs: tuple[float, float], ys: tuple[float, float] | None) -> None:
    for place in points(expr, xs, ys, count=2):
        exact, _ = mp(expr, place, 40)
        enclosure = ball(expr, place, 30)
        with mpmath.workdps(60):
            middle = mpmath.mpf(enclosure.mid().str(50, radius=False))
            assert abs(middle - exact) <= mpmath.mpf(10) ** -29 * max(abs(exact), mpmath.mpf(10) ** -25)


def test_the_logarithm_of_gamma_at_an_integer() -> None:
    """sympy writes loggamma of a positive integer as log(gamma) again."""
    n = sp.Symbol("n", integer=True, positive=True)
    value, error = evaluate(sp.log(sp.gamma(n)), n=400)
    assert abs(value - math.lgamma(400)) < 1e-9 + error


@pytest.mark.parametrize("function", [He, h])
def test_degrees_as_parameters(function: type) -> None:
    degrees = torch.arange(0, 9)
    values = compile_expr(function(n, x))({"n": degrees[:, None], "x": torch.tensor([-1.5, 0.3, 2.0])})
    for d in range(9):
        for place, value in zip((-1.5, 0.3, 2.0), values[d].tolist(), strict=True):
            assert value == pytest.approx(float(function(d, x).doit().subs(x, place)), rel=1e-6, abs=1e-6)


def test_orthonormality_of_h_to_degree_60() -> None:
    values = compile_expr(GaussMean(h(60, z) ** 2, z))({})
    assert float(values) == pytest.approx(1, rel=1e-12)
    assert float(compile_expr(GaussMean(h(60, z) * h(58, z), z))({})) == pytest.approx(0, abs=1e-12)


@pytest.mark.parametrize("expr", [x < y, sp.And(x < y, x > 0), sp.Or(x > y, sp.Not(x > 1)), sp.Ne(x, y)], ids=str)
def test_relations(expr: sp.Basic) -> None:
    batch = {"x": torch.tensor([-1.0, 0.5, 2.0, 3.0]), "y": torch.tensor([0.0, 1.0, 1.0, 3.0])}
    values = compile_expr(expr)(batch)
    expected = [
        bool(expr.subs({x: sp.Rational(a), y: sp.Rational(b)}))
        for a, b in zip(batch["x"].tolist(), batch["y"].tolist(), strict=True)
    ]
    assert values.dtype == torch.bool
    assert values.tolist() == expected


def test_division_is_correctly_rounded() -> None:
    numbers = torch.arange(1.0, 200.0, dtype=torch.float64)
    assert compile_expr(sp.floor(x / y))({"x": numbers, "y": numbers}).eq(1).all()


def test_complex_values() -> None:
    w = sp.Symbol("w")
    value = compile_expr((sp.sqrt(w**2 - 4) - w) / 2)({"w": 1 + 2j})
    assert complex(value) == pytest.approx(complex(((1 + 2j) ** 2 - 4) ** 0.5 - (1 + 2j)) / 2)


def test_single_precision_stays_single() -> None:
    value = compile_expr(sp.exp(x) * sp.pi + y / 3, dtype=torch.float32)({"x": 0.5, "y": torch.tensor([1.0, 2.0])})
    assert value.dtype == torch.float32


@pytest.mark.parametrize("expr", [sp.Function("f")(x), sp.DiracDelta(x), sp.hyper([x], [y], z), sp.zoo + 0], ids=str)
def test_what_is_not_supported_says_so(expr: sp.Expr) -> None:
    with pytest.raises(CompileError):
        compile_expr(expr)


@pytest.mark.parametrize(
    ("expr", "truth"),
    [
        (sp.Integral(sp.sqrt(4 - x**2), (x, -2, 2)), 2 * sp.pi),
        (sp.Integral(sp.exp(-x) * x**3, (x, 0, oo)), sp.Integer(6)),
        (sp.Integral(1 / (1 + x**2), (x, -oo, oo)), sp.pi),
        (sp.Integral(sp.Abs(x - y), (x, -1, 2)), y**2 - y + sp.Rational(5, 2)),
        (sp.Integral(x**2 * y, (x, 2, 0)), -8 * y / 3),
        (sp.Integral(sp.log(x), (x, 0, 1)), sp.Integer(-1)),
        (sp.Integral(x * z, (x, 0, z), (z, 0, y)), y**4 / 8),
        (sp.Integral(sp.exp(-(x**2)), (x, y, oo)), sp.sqrt(sp.pi) * sp.erfc(y) / 2),
        (GaussMean(sp.Max(0, x * y), x), sp.Abs(y) / sp.sqrt(2 * sp.pi)),
        (GaussMean(sp.exp(x * y), x), sp.exp(y**2 / 2)),
        (GaussMean(sp.sign(x - y), x), 1 - 2 * Phi(y)),
        (GaussMean(sp.tanh(3 * x) ** 2 + sp.cos(2 * x) - sp.tanh(3 * x) ** 2, x), sp.exp(-2)),
        (GaussMean(He(4, x) * x**4, x), sp.Integer(24)),
        (GaussMean(GaussMean(sp.Abs(x + y * z), x), z), sp.sqrt(2 * (1 + y**2) / sp.pi)),
        (GaussMean(sp.Piecewise((x**2, x > y), (0, True)), x), Phi(-y) + y * phi(y)),
    ],
    ids=str,
)
def test_integrals(expr: sp.Expr, truth: sp.Expr) -> None:
    places = {"y": torch.tensor([0.3, 0.9, 1.4], dtype=torch.float64)}
    value, expected = compile_expr(expr)(places), compile_expr(truth)(places)
    assert torch.allclose(value, expected.expand_as(value), rtol=2e-13, atol=2e-13)


def test_a_gaussian_variable_must_be_free_to_take_any_sign() -> None:
    with pytest.raises(ClaimError, match="whole line"):
        GaussMean(sp.Max(0, sp.Symbol("u", positive=True)), sp.Symbol("u", positive=True))


@pytest.mark.parametrize("expr", [sp.Integral(sp.exp(-y * x) * x, (x, 0, oo)), GaussMean(sp.exp(z * y / 3), z)], ids=str)
def test_quadratures_in_single_precision(expr: sp.Expr) -> None:
    places = {"y": torch.tensor([0.5, 2.0])}
    single, double = compile_expr(expr, dtype=torch.float32)(places), compile_expr(expr)(places)
    assert torch.allclose(single.double(), double, rtol=1e-5)


def test_an_integration_variable_is_not_an_integer() -> None:
    value = compile_expr(sp.Integral(sp.Piecewise((sp.cos(sp.pi * x), sp.sin(sp.pi * x) > -1), (7, True)), (x, 0, y)))(
        {"y": 0.5}
    )
    assert float(value) == pytest.approx(1 / math.pi, rel=1e-13)


def test_a_quadrature_that_has_not_converged_is_refused() -> None:
    with pytest.raises(NotConverged, match="split it at its kinks"):
        compile_expr(GaussMean(sp.floor(3 * z) ** 2, z))({})
    with pytest.raises(NotConverged):
        compile_expr(sp.Integral(sp.sin(1000 * x), (x, 0, 1)))({})
