"""The numbers that each symbol can take at all under the affine conditions: bounds carried from symbol to symbol.

With ``r < n`` and ``n < d`` over positive integers, d is at least 3: that is its lower end, and what has to be drawn.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any

import sympy as sp

from lemmata.theory.language.symbols import Symbol
from lemmata.verify.engine.ranges import Interval

PASSES = 12
Hulls = dict[Symbol, Interval]


def tightened(start: Mapping[Symbol, Interval], conditions: Sequence[Any]) -> Hulls:
    """The intervals narrowed by every condition that is affine in its symbols, until nothing changes."""
    hulls = dict(start)
    rows = [row for c in conditions if (row := _row(c)) is not None and all(s in hulls for s in row[1])]
    for _ in range(PASSES):
        before = dict(hulls)
        for constant, slopes, strict in rows:
            for symbol in slopes:
                hulls[symbol] = _narrowed(hulls, symbol, constant, slopes, strict)
        if hulls == before:
            break
    return hulls


def met(first: Interval, second: Interval) -> Interval:
    """What lies in both."""
    low, high = max(first.low, second.low), min(first.high, second.high)
    closed_low = all(i.closed[0] for i in (first, second) if i.low == low)
    closed_high = all(i.closed[1] for i in (first, second) if i.high == high)
    return replace(first, low=low, high=high, closed=(closed_low, closed_high))


@lru_cache(maxsize=4096)
def _row(condition: Any) -> tuple[float, Mapping[Symbol, float], bool] | None:
    """constant + sum of slope x symbol <= 0, and whether it is strict; None where the condition is of another form."""
    less = isinstance(condition, sp.StrictLessThan | sp.LessThan)
    if not less and not isinstance(condition, sp.StrictGreaterThan | sp.GreaterThan):
        return None
    symbols = sorted(condition.free_symbols, key=str)
    if not symbols or not all(isinstance(s, Symbol) for s in symbols):
        return None
    gap = condition.lhs - condition.rhs if less else condition.rhs - condition.lhs
    if not gap.is_polynomial(*symbols) or (p := sp.Poly(gap, *symbols)).total_degree() != 1:
        return None
    slopes = {s: float(p.coeff_monomial(s)) for s in symbols}
    return float(p.coeff_monomial(1)), slopes, isinstance(condition, sp.StrictLessThan | sp.StrictGreaterThan)


def _narrowed(hulls: Hulls, symbol: Symbol, constant: float, slopes: Mapping[Symbol, float], strict: bool) -> Interval:
    """slope x symbol <= - constant - the least that the other terms can be."""
    own, slope = hulls[symbol], slopes[symbol]
    least, reached = constant, not strict
    for other, s in slopes.items():
        if other is not symbol:
            place = 0 if s > 0 else 1
            end = (hulls[other].low, hulls[other].high)[place]
            least += s * end
            reached = reached and hulls[other].closed[place]
    bound = -least / slope
    if not math.isfinite(bound):
        return own
    upper = slope > 0
    if own.integer:
        bound, reached = _whole(bound, upper, reached), True
    end, closed = (own.high, own.closed[1]) if upper else (own.low, own.closed[0])
    if bound == end:
        reached = reached and closed
    elif (bound > end) is upper:
        return own
    if upper:
        return replace(own, high=bound, closed=(own.closed[0], reached))
    return replace(own, low=bound, closed=(reached, own.closed[1]))


def _whole(bound: float, upper: bool, reached: bool) -> float:
    """The last integer within a bound."""
    near = float(round(bound))
    if abs(bound - near) > 1e-9 * max(1.0, abs(bound)):
        return float(math.floor(bound) if upper else math.ceil(bound))
    return near if reached else near - 1 if upper else near + 1
