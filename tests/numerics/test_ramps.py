"""Powers of max(x, 0): their derivatives below 0, above, and at 0 where they have one."""

from __future__ import annotations

import pytest
import sympy as sp

from lemmata import Array, Gradient, Hessian, Index, Maximum, Naturals, Positive, Sum, Symbol
from lemmata.numerics.formula.certain import evaluate
from lemmata.theory.language.errors import LemmataError, NonFinite

x, y = Symbol("x", "variable"), Symbol("y", "point")
m, n, r = Symbol("m", "whole power", Naturals), Symbol("n", "size", Naturals), Symbol("r", "power", Positive)
w = Array("w", "column", n)
PLACES = (-1.5, -1e-300, 0.0, 1e-3, 2.0)


@pytest.mark.parametrize("power", [m, r, sp.Integer(2), sp.Integer(3), sp.Rational(5, 2)])
@pytest.mark.parametrize("value", [2, 3, 2.5, 1.25])
@pytest.mark.parametrize("place", PLACES)
def test_the_slope_of_a_power_above_1(power, value, place):
    if (power is m and value != int(value)) or (power.is_number and value != 2):
        return
    e = float(power) if power.is_number else value
    found, _ = evaluate(Gradient(Maximum(x, 0) ** power, x, at=y), {"m": value, "r": value, "y": place})
    assert float(found) == pytest.approx(e * max(place, 0.0) ** (e - 1), rel=1e-13)


@pytest.mark.parametrize("value", [1, 0.5])
def test_where_there_is_a_corner_or_an_infinite_slope_there_is_none_at_0(value):
    slope = Gradient(Maximum(x, 0) ** r, x, at=y)
    with pytest.raises(NonFinite):
        evaluate(slope, {"r": value, "y": 0.0})
    assert float(evaluate(slope, {"r": value, "y": -1.0})[0]) == 0
    assert float(evaluate(slope, {"r": value, "y": 4.0})[0]) == value * 4.0 ** (value - 1)


@pytest.mark.parametrize(
    ("value", "place", "curvature"), [(2, -1.0, 0.0), (2, 3.0, 2.0), (3, 0.0, 0.0), (3, 2.0, 12.0), (4, -2.0, 0.0)]
)
def test_the_second_derivative(value, place, curvature):
    body = Sum(Maximum(w[Index("j")] - 1, 0) ** m, (Index("j"), 1, n))
    found, _ = evaluate(Hessian(body, w), {"w": [place + 1.0, -5.0], "m": value, "n": 2})
    assert found.tolist() == [[pytest.approx(curvature), 0.0], [0.0, 0.0]]


def test_the_second_derivative_of_the_square_jumps_at_0():
    with pytest.raises(LemmataError):
        evaluate(Gradient(Gradient(Maximum(x, 0) ** m, x), x, at=y), {"m": 2, "y": 0.0})
