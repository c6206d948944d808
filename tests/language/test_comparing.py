"""Comparisons of polynomials by fractions say what sympy says."""

from __future__ import annotations

import pytest
import sympy as sp

from lemmata.theory.language.comparing import beside, comparison
from lemmata.theory.language.domain import holds

a, n = sp.Symbol("a", real=True), sp.Symbol("n", integer=True)
CONDITIONS = (a > 0, a <= sp.Rational(1, 10), n * a**2 < 3, n >= 2 * a + 1, sp.Max(a, n) - sp.Min(a, 1, evaluate=False) > n / 3)
POINTS = ({"a": 0.1, "n": 3}, {"a": 1e-320, "n": 2**70}, {"a": -2.5, "n": -6}, {"a": 1, "n": 3}, {"a": 0.0, "n": 0})


@pytest.mark.parametrize("condition", CONDITIONS, ids=str)
@pytest.mark.parametrize("point", POINTS, ids=str)
def test_it_is_sympys_own_answer(condition, point):
    made = comparison(condition)
    assert made is not None
    values = {s: sp.Integer(v) if isinstance(v, int) else sp.Rational(v) for s, v in ((a, point["a"]), (n, point["n"]))}
    assert made(point) is bool(condition.xreplace(values))
    assert holds(condition, point) is made(point)


@pytest.mark.parametrize(
    "condition", [sp.Eq(a, n), sp.sqrt(a**2 + 1) < n, sp.log(n) > a, sp.And(a > 0, n > 0), 1 / a > n], ids=str
)
def test_what_is_no_comparison_of_polynomials_is_left_to_sympy(condition):
    assert comparison(condition) is None


def test_a_tenth_as_a_float_is_above_a_tenth():
    assert holds(a > sp.Rational(1, 10), {"a": 0.1}) is True


@pytest.mark.parametrize("condition", [a >= 0.2, a < 0.1, sp.Le(sp.Float(0.3), a), n > 2.5], ids=str)
@pytest.mark.parametrize("value", [0.2, 0.1, 0.3, 0.1 + 0.2, 0.1 - 2**-56, 5e-324, 3, -1, 0])
def test_a_number_beside_a_double_is_sympys_own_answer(condition, value):
    made = beside(condition)
    exactly = sp.Integer(value) if isinstance(value, int) else sp.Rational(value)
    (name,) = (s.name for s in condition.free_symbols)
    assert made({name: value}) is bool(condition.xreplace({s: exactly for s in condition.free_symbols}))
    assert holds(condition, {name: value}) is made({name: value})


@pytest.mark.parametrize(
    "condition", [a > sp.Rational(1, 5), a + n > 0.5, abs(a) >= 0.5, a >= sp.Float("0.2", 40), sp.Eq(a, 0.5)], ids=str
)
def test_what_is_no_number_beside_a_double_is_left_to_others(condition):
    assert beside(condition) is None
