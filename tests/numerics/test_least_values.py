"""The least value of a function of one number: its error covers the truth, for flat, narrow, many and far minima, and infima."""

from __future__ import annotations

from typing import Any

import mpmath as mp
import pytest
import sympy as sp

from lemmata import Abs, Array, Least, Maximum, Naturals, NonNegative, Positive, Symbol, dot, exp, log, sq, sqrt
from lemmata.numerics.formula.certain import evaluate
from lemmata.theory.language.errors import NotConverged

y = Symbol("y", "a place")
u, w = Symbol("u", "a positive place", Positive), Symbol("w", "a place that is not negative", NonNegative)
b, n = Symbol("b", "a number"), Symbol("n", "size", Naturals)
third = sp.Rational(1, 3)

# the function, and its infimum or a place near which it is attained
KNOWN: dict[str, tuple[Any, Any, Any]] = {
    "quadratic": ((y - 3) ** 2 + 1, y, 1),
    "flat of degree 4": ((y - 1) ** 4, y, 0),
    "flat of degree 8": ((y - 1) ** 8 + 2, y, 2),
    "flat to all orders": (exp(-1 / (y**2 + sp.Rational(1, 100))), y, sp.exp(-100)),
    "narrow": (1 - exp(-(10**6) * (y - sp.Rational(7, 10)) ** 2), y, 0),
    "two narrow wells": (
        -exp(-50 * (y + 20) ** 2) - sp.Rational(101, 100) * exp(-50 * (y - 31) ** 2),
        y,
        -sp.Rational(101, 100),
    ),
    "many minima": (y**2 + 10 - 10 * sp.cos(2 * sp.pi * y), y, 0),
    "a corner": (Abs(y - third) + 2, y, 2),
    "a corner of two parabolas": (Maximum((y - 1) ** 2, (y + 1) ** 2), y, 1),
    "far": ((y - 10**5) ** 2 + 7, y, 7),
    "beside large numbers": (10**12 + (y - 2) ** 2, y, 10**12),
    "that cancels": ((10**8 + y) ** 2 - 10**16 - 2 * 10**8 * y + 1, y, 1),
    "steep on one side": (exp(y) - 20 * y, y, 20 - 20 * sp.log(20)),
    "cosh": (sp.cosh(y - 2), y, 1),
    "not attained, exp": (exp(-y), y, 0),
    "not attained, rational": (1 / (1 + y**2), y, 0),
    "not attained, atan": (sp.atan(y), y, -sp.pi / 2),
    "at a closed end": ((w + 1) ** 2, w, 1),
    "at an open end": ((u + 1) ** 2, u, 1),
    "a pole at the end": (u + 1 / u, u, 2),
    "a logarithm at the end": (u * log(u), u, -sp.exp(-1)),
    "a root at the end": (sqrt(w) + third, w, third),
}
NEAR: dict[str, tuple[Any, float]] = {
    "wiggles": (y**2 / 50 + sp.sin(5 * y), -0.314),
    "many minima, moved": ((y - sp.Rational(37, 10)) ** 2 + 10 - 10 * sp.cos(2 * sp.pi * y), 3.998),
    "two wells": ((y**2 - 4) ** 2 + y, -2.03),
    "two wells of nearly one depth": ((y**2 - 4) ** 2 + y / 10**6, -2.0),
    "a narrow well far out": (y**2 / 100 - 50 * exp(-100 * (y - 13) ** 2), 12.999974),
}


def covered(f: Any, x: Any, truth: Any) -> None:
    value, error = (float(v) for v in evaluate(Least(f, x), {}))
    assert abs(mp.mpf(value) - truth) <= error, (value, truth, error)
    assert error <= 1e-9 * max(1.0, abs(value))


@pytest.mark.parametrize("name", KNOWN)
def test_the_error_covers_a_known_least_value(name: str) -> None:
    f, x, truth = KNOWN[name]
    with mp.workdps(40):
        covered(f, x, mp.mpf(str(sp.N(truth, 40))))


@pytest.mark.parametrize("name", NEAR)
def test_the_error_covers_a_least_value_found_at_high_precision(name: str) -> None:
    f, start = NEAR[name]
    with mp.workdps(40):
        place = mp.findroot(sp.lambdify(y, sp.diff(f, y), "mpmath"), start)
        covered(f, y, sp.lambdify(y, f, "mpmath")(place))


def test_a_least_value_inside_a_formula_and_with_parameters() -> None:
    value, error = (float(v) for v in evaluate(3 * Least((y - b) ** 2 + b, y) + b, {"b": 0.3}))
    assert abs(value - 1.2) <= error + 1e-15 and error < 1e-12


def test_what_falls_without_end_has_no_least_value() -> None:
    with pytest.raises(NotConverged, match="no least value"):
        evaluate(Least(y**3, y), {})


def test_the_search_over_a_column_is_compared_with_one_from_other_starts() -> None:
    v = Array("v", "a column", n)
    c = Array("c", "another column", n)
    given = [1.0, -2.0, 0.5]
    value, error = (float(x) for x in evaluate(Least(sq(v) - 2 * dot(c, v), v), {"c": given, "n": 3}))
    assert value >= -5.25 - 1e-12 and abs(value + 5.25) <= error + 1e-9
