"""Exact moments behind the conditions on the activation, against sympy and against known numbers."""

from fractions import Fraction

import sympy as sp
from flint import fmpq

from lemmata.theory.algebra import activation as act
from lemmata.theory.algebra.gaussian import pair_expectation
from lemmata.theory.algebra.hermite import hermite_poly, to_expr

m, u, z = sp.symbols("m u z", real=True)


def in_m(p) -> sp.Expr:
    return to_expr(p, m)


def test_pair_expectation_is_that_of_sympy() -> None:
    p, q = act.polynomial([1, -2, 3]), act.polynomial([2, 0, 1, 1])
    expected = pair_expectation(sp.expand(to_expr(p, z) * to_expr(q, u)), z, u, m)
    assert sp.expand(in_m(act.pair_expectation(p, q)) - expected) == 0


def test_hermite_polynomials_are_orthogonal_under_correlation() -> None:
    assert in_m(act.pair_expectation(hermite_poly(3), hermite_poly(3))) == 6 * m**3
    assert act.pair_expectation(hermite_poly(2), hermite_poly(4)) == 0


def test_third_power_of_he3_pulls_at_the_equator() -> None:
    """E[He_3^3 He_1] = 324 times E[G_3] at m = 0, E[He_3^2 He_2] = 36 times E[G_2 He_1] in the slope."""
    link, sigma = hermite_poly(3), act.polynomial([1, 2, 3])
    assert act.theta_component(link, sigma, 3)[0] == 324 * act.condition(sigma, 3, 0)
    assert act.theta_component(link, sigma, 2)[1] == 36 * act.condition(sigma, 2, 1)
    assert act.condition(sigma, 3, 0) != 0
    assert act.condition(hermite_poly(3), 2, 0) == 0


def test_padding_and_fractions() -> None:
    assert act.padded(hermite_poly(2), 4) == (0.0, 0.0, 2.0, 0.0)
    assert act.padded(hermite_poly(2), 2, shift=1) == (0.0, 2.0)
    assert act.as_fraction(fmpq(3, 4)) == Fraction(3, 4)
