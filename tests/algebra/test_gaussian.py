"""Gaussian integrals in closed form against direct integration, and Stein's lemma as a rewriting."""

import mpmath
import pytest
import sympy as sp

from lemmata.theory.algebra import gaussian as g
from lemmata.theory.algebra.hermite import hermite_expr
from lemmata.theory.algebra.zero import is_zero
from lemmata.theory.language.errors import DomainError

z, u, v = sp.symbols("z u v", real=True)
a, b, rho = sp.symbols("a b rho", real=True)
p = sp.Symbol("p", positive=True)


def zero(expr):
    return is_zero(expr).status == "zero"


def quad(expr, low=-mpmath.inf, high=mpmath.inf):
    f = sp.lambdify(z, expr * sp.exp(-(z**2) / 2) / sp.sqrt(2 * sp.pi), "mpmath")
    with mpmath.workdps(25):
        return mpmath.quad(f, [low, *(x for x in range(-9, 10) if low < x < high), high])


def test_moments():
    assert [g.moment(n) for n in range(9)] == [1, 0, 1, 0, 3, 0, 15, 0, 105]
    assert zero(g.moment(4, a, p) - (a**4 + 6 * a**2 * p + 3 * p**2))


def test_isserlis_pairs():
    assert zero(g.pair_moment(2, 2, rho) - (1 + 2 * rho**2))
    assert g.pair_moment(3, 2, rho) == 0
    for i in range(6):
        for j in range(6):
            value = g.pair_expectation(hermite_expr(i, u) * hermite_expr(j, v), u, v, rho)
            assert zero(value - (sp.factorial(i) * rho**i if i == j else 0))


def test_isserlis_three_variables():
    c = sp.Matrix(3, 3, lambda i, j: sp.Symbol(f"c{min(i, j)}{max(i, j)}"))
    assert zero(g.isserlis((2, 1, 1), c) - (c[0, 0] * c[1, 2] + 2 * c[0, 1] * c[0, 2]))
    with pytest.raises(DomainError, match="2 powers"):
        g.isserlis((1, 1), c)


def test_several_normals_with_symbolic_coefficients():
    value = g.expectation_normals((a * u + b * v) ** 4, (u, v))
    assert zero(value - 3 * (a**2 + b**2) ** 2)
    # both components of Stein's lemma for the gradient: sigma = He_3 - 2He_2 + He_1, sigma_* = 3He_3 + He_2, m = 3/10
    m, s = sp.Rational(3, 10), sp.sqrt(1 - sp.Rational(9, 100))
    star = 3 * hermite_expr(3, u) + hermite_expr(2, u)
    student = hermite_expr(3, z) - 2 * hermite_expr(2, z) + hermite_expr(1, z)
    inner = sp.diff(student, z).subs(z, m * u + s * v)
    assert g.expectation_normals(sp.diff(star, u) * inner, (u, v)) == sp.Rational(123, 50)


@pytest.mark.parametrize(
    "f",
    [
        z**2 * sp.exp(-(z**2)) * hermite_expr(4, z),
        z**3 * sp.exp(-sp.Rational(1, 3) * z**2 + z / 2),
        sp.cos(2 * z) * z**2,
        z * sp.sin(z) * sp.exp(z / 3),
        sp.sinh(z) * z,
        (z - 1) ** 4 * sp.exp(z) ** 2,
    ],
)
def test_closed_forms_agree_with_quadrature(f):
    exact = g.gaussian_expectation(f, z)
    assert not exact.has(sp.I)
    assert abs(mpmath.mpf(sp.N(exact, 25)) - quad(f)) < 1e-15 * (1 + abs(quad(f)))


def test_closed_forms_on_intervals():
    for low, high in ((0, sp.oo), (-1, sp.Rational(3, 2)), (-sp.oo, sp.Rational(1, 2))):
        f = z**3 * sp.exp(-(z**2)) + z**2 * sp.exp(z) - 1
        exact = g.gaussian_expectation(f, z, interval=(low, high))
        ends = (float(x) for x in (low, high))
        assert abs(mpmath.mpf(sp.N(exact, 25)) - quad(f, *ends)) < 1e-15


def test_symbolic_parameters():
    assert g.gaussian_expectation(z**2 * sp.exp(-(z**2)) * hermite_expr(4, z), z) == -4 / (9 * sp.sqrt(3))
    assert zero(g.gaussian_expectation(sp.exp(b * z), z) - sp.exp(b**2 / 2))
    assert zero(g.gaussian_expectation(sp.cos(b * z), z) - sp.exp(-(b**2) / 2))
    assert zero(g.gaussian_expectation(sp.exp(-p * z**2), z) - 1 / sp.sqrt(1 + 2 * p))
    assert zero(g.gaussian_expectation(z**2, z, a, p) - a**2 - p)
    assert zero(g.gaussian_expectation(sp.exp(b * z), z, a, p) - sp.exp(a * b + p * b**2 / 2))


@pytest.mark.parametrize("f", [sp.exp(z**2), sp.exp(z**2 / 2), sp.tanh(z), sp.exp(z**3)])
def test_what_has_no_closed_form_is_an_error(f):
    with pytest.raises(DomainError):
        g.gaussian_expectation(f, z)


def test_stein_rewriting():
    f = sp.Function("f")
    assert g.stein(z * f(z), z) == sp.diff(f(z), z)
    assert g.stein_reduced(z**3 * f(z), z) == sp.diff(f(z), z, 3) + 3 * sp.diff(f(z), z)
    assert g.stein_reduced(hermite_expr(5, z) * f(z), z) == sp.diff(f(z), z, 5)
    assert g.stein_reduced(z**6, z) == 15
    h = z**3 * sp.exp(-(z**2) / 3) + z * sp.cos(z)
    assert zero(g.gaussian_expectation(g.stein(h, z) - h, z))
    sides = g.stein_pair(u**2, v**3, u, v, rho)
    assert zero(g.pair_expectation(sides["left"] - sides["right"], u, v, rho))
