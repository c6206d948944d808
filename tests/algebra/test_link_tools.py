"""Exact tools for links: pair moments, sphere moments, thresholds, powers of a label, two-valued patterns."""

from __future__ import annotations

from fractions import Fraction

import pytest
import sympy as sp
from flint import fmpq, fmpq_poly
from hypothesis import given, settings
from hypothesis import strategies as st

from lemmata.theory.algebra.gaussian import pair_expectation
from lemmata.theory.algebra.hermite import hermite_poly, to_expr
from lemmata.theory.algebra.label_powers import degree_five, first_coefficients, smallest_power, to_sympy
from lemmata.theory.algebra.pairs import from_numbers, pair_ball, pair_mean
from lemmata.theory.algebra.patterns import PATTERNS, certified_switches, coefficient, first_nonzero
from lemmata.theory.algebra.sphere import absolute_moment, coordinate_moment
from lemmata.theory.algebra.thresholds import threshold_exponent, wrong_exponent

z, u, rho = sp.symbols("z u rho", real=True)
small = st.lists(st.integers(-3, 3), min_size=1, max_size=5)


@given(p=small, q=small, m=st.integers(-9, 9))
@settings(max_examples=30, deadline=None)
def test_pair_means_are_isserlis_sums(p, q, m):
    f, g = from_numbers(p), from_numbers(q, "hermite")
    expected = pair_expectation(sp.expand(to_expr(f, z) * to_expr(g, u)), z, u, sp.Rational(m, 10))
    assert sp.Rational(pair_mean(f, g, Fraction(m, 10))) == expected


def test_pair_balls_contain_the_hermite_covariance():
    value = pair_ball(z**3 - 3 * z, z**3 - 3 * z, z, sp.Rational(1, 2))
    assert value.contains(fmpq(6, 8))
    sine = pair_ball(sp.sin(z), sp.sin(z), z, sp.Rational(1, 2))
    assert abs(float(sine.mid()) - float(sp.exp(-1) * sp.sinh(sp.Rational(1, 2)))) < 1e-15


@pytest.mark.parametrize("d", [1, 2, 3, 10, 64, 1001])
def test_sphere_moments(d):
    assert coordinate_moment(d, 2) == Fraction(1, d)
    assert coordinate_moment(d, 4) == Fraction(3, d * (d + 2))
    assert coordinate_moment(d, 3) == 0
    assert absolute_moment(d, 6) == pytest.approx(float(coordinate_moment(d, 6)), rel=1e-11)


@pytest.mark.parametrize(("link", "value"), [(sp.Abs(z), 2), (z**2 * sp.exp(-(z**2)), 4), (z**3 - 3 * z, 1), (sp.cos(z), 2)])
def test_thresholds_find_the_generative_exponent(link, value):
    assert threshold_exponent(link, z) == value


def test_a_forgotten_density_or_sign_gives_another_exponent():
    bump = z**2 * sp.exp(-(z**2))
    assert wrong_exponent(bump, z, "no_density") == 2
    assert wrong_exponent(bump, z, "unsigned") == 1
    assert wrong_exponent(bump, z, "index") == 3
    assert wrong_exponent(sp.cos(z), z, "index") == 1


def test_powers_of_labels():
    g = 20 * hermite_poly(3) - 3 * hermite_poly(5)
    assert smallest_power(hermite_poly(3), 1) == 3
    assert smallest_power(g, 1) == 5
    assert smallest_power(hermite_poly(4), 2) == 2
    assert smallest_power(fmpq_poly([1, 0, 1]), 1, limit=6) is None
    a2, a3 = sp.symbols("a2 a3")
    assert sp.expand(to_sympy(first_coefficients(4, 2)[1], (a2, a3)) - 12 * a3 * (a2 + 4)) == 0
    assert degree_five()[0]


@pytest.mark.parametrize("k", sorted(PATTERNS))
def test_patterns_have_their_exponent(k):
    switches = certified_switches(k)
    assert first_nonzero(k, switches) == k
    assert all(coefficient(PATTERNS[k], switches, index).contains(0) for index in PATTERNS[k].zeros)


def test_the_switch_of_the_odd_pattern_is_the_closed_form():
    (a,) = certified_switches(3)
    assert abs(float(a.mid()) - float(sp.sqrt(2 * sp.log(2)))) < 1e-15
