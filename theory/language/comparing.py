"""Polynomials and their comparisons as functions of fractions: what a search asks at every place, as exact as sympy and a hundred
times quicker."""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import lru_cache, reduce
from typing import Any

import sympy as sp

Values = Mapping[str, Any]


def small(value: Any) -> bool:
    """Whether a number of a point is a double, or a whole number that is one."""
    return isinstance(value, float) or abs(value) < 2**53


def plain(value: Any) -> bool:
    """Whether a number of a point is one that a fraction can be."""
    return isinstance(value, int) or (isinstance(value, float) and math.isfinite(value))


@lru_cache(maxsize=4096)
def names_of(e: Any) -> tuple[str, ...]:
    """The names of what an expression speaks of."""
    return tuple(str(getattr(s, "name", s)) for s in e.free_symbols)


COMPARED: dict[Any, Callable[[Any, Any], bool]] = {
    sp.StrictLessThan: operator.lt,
    sp.LessThan: operator.le,
    sp.StrictGreaterThan: operator.gt,
    sp.GreaterThan: operator.ge,
}
COMBINED: dict[Any, Callable[[Any, Any], Any]] = {sp.Add: operator.add, sp.Mul: operator.mul, sp.Max: max, sp.Min: min}


@lru_cache(maxsize=4096)
def comparison(condition: Any) -> Callable[[Values], bool] | None:
    """The comparison as a function of numbers by name (floats are the fractions they are); None for anything else."""
    compared = COMPARED.get(type(condition))
    sides = [polynomial(side) for side in condition.args] if compared else []
    if compared is None or None in sides:
        return None
    left, right = sides
    return lambda values: compared(left(values), right(values))  # type: ignore[misc]


@lru_cache(maxsize=4096)
def beside(condition: Any) -> Callable[[Values], bool] | None:
    """A comparison of a number of the point with a double, such as a >= 0.2, as a function of that number: the sign of the
    difference of two doubles is exact, whoever takes it. None for anything else."""
    compared = COMPARED.get(type(condition))
    if compared is None:
        return None
    first, second = condition.args
    if isinstance(first, sp.Symbol) and _double(second):
        above, bound = first.name, float(second)
        return lambda values: compared(values[above], bound)
    if isinstance(second, sp.Symbol) and _double(first):
        below, limit = second.name, float(first)
        return lambda values: compared(limit, values[below])
    return None


def _double(e: Any) -> bool:
    return isinstance(e, sp.Float) and e._prec == 53 and bool(e.is_finite)


@lru_cache(maxsize=4096)
def polynomial(e: Any) -> Callable[[Values], Fraction] | None:
    """A polynomial, maxima and minima included, as a function of numbers by name; None for anything else."""
    if e.is_Rational:
        value = Fraction(int(e.p), int(e.q))
        return lambda values: value
    if isinstance(e, sp.Symbol):
        name = e.name
        return lambda values: Fraction(values[name])
    if isinstance(e, sp.Pow) and e.exp.is_Integer and 0 < e.exp <= 64:
        base, power = polynomial(e.base), int(e.exp)
        return None if base is None else lambda values: base(values) ** power
    if type(e) not in COMBINED:
        return None
    combined, parts = COMBINED[type(e)], [polynomial(a) for a in e.args]
    return None if None in parts else lambda values: reduce(combined, [part(values) for part in parts])  # type: ignore[misc]
