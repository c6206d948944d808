"""The least value of a function of one number, enclosed by balls: branch and bound over the line, best piece first.

A piece is bounded below by its value in balls, by the mean value theorem, and by its ends where the slope has one sign. The line
is covered by pieces that grow geometrically, at most to 1e150, as far as the function has finite values there that are not huge.
"""

from __future__ import annotations

import heapq
import math
from itertools import pairwise
from typing import Any

import sympy as sp
from flint import acb, arb, ctx

from lemmata.theory.algebra.ball_eval import BallFunction
from lemmata.theory.language.errors import CompileError, NotConverged

PIECES = 6000
BITS = 120
EXPONENTS = (*range(-8, 17), 20, 25, 32, 40, 50, 64, 80, 100, 125, 150)
BEYOND = 2e-150
SLIVER = 1e-3  # relative width of a piece on which balls have to give a value
FAR, HUGE = 100.0, 1e100  # beyond FAR a piece without finite values, or with a larger one at its end, ends the cover


class _Piecewise:
    """A function and its slope, where it has one, on intervals."""

    def __init__(self, f: Any, x: Any) -> None:
        self.value = BallFunction(f, [x])
        try:
            self.slope: BallFunction | None = (
                None if f.has(sp.Abs, sp.Max, sp.Min, sp.sign) else BallFunction(sp.diff(f, x), [x])
            )
        except CompileError:
            self.slope = None
        self.upper = math.inf

    def at(self, place: float) -> arb | None:
        """The value at a place, which the least value does not exceed."""
        found = self._real(self.value, arb(place))
        if found is not None:
            self.upper = min(self.upper, _up(found))
        return found

    def below(self, a: float, b: float) -> tuple[float, bool]:
        """A lower bound on [a, b], and whether a further cut of the piece would improve it."""
        piece, middle = arb(a).union(arb(b)), (a + b) / 2
        ends = [self.at(p) for p in (a, middle, b)]
        whole = self.whole(a, b)
        bound = -math.inf if whole is None else _down(whole)
        slope = None if self.slope is None or bound == -math.inf else self._real(self.slope, piece)
        if slope is not None and ends[0] is not None and ends[2] is not None and not slope.contains(0):
            return max(bound, min(_down(ends[0]), _down(ends[2]))), False
        if slope is not None and ends[1] is not None:
            bound = max(bound, _down(ends[1] + slope * (piece - arb(middle))))
        return bound, a < middle < b

    def whole(self, a: float, b: float) -> arb | None:
        """The values on [a, b]."""
        return self._real(self.value, arb(a).union(arb(b)))

    @staticmethod
    def _real(function: BallFunction, piece: arb) -> arb | None:
        found = function(acb(piece))
        return found.real if found.is_finite() and found.imag.contains(0) else None


def _down(x: arb) -> float:
    return math.nextafter(float(x.lower()), -math.inf)


def _up(x: arb) -> float:
    return math.nextafter(float(x.upper()), math.inf)


def least_value(f: Any, x: Any) -> tuple[float, float] | None:
    """Bounds of the infimum of f over the numbers that x ranges over; None where balls give none."""
    domain = getattr(x, "domain", None)
    first, last = (float(domain.low), float(domain.high)) if domain is not None else (-math.inf, math.inf)
    try:
        with ctx.workprec(BITS):
            pieces = _Piecewise(f, x)
            cover = _cover(pieces, first, last, domain is None or domain.closed[0])
            waiting = [(low, a, b, more) for a, b in cover for low, more in [pieces.below(a, b)]]
            return _enclosed(pieces, waiting) if waiting else None
    except (CompileError, AttributeError, TypeError, ZeroDivisionError):
        return None


def _enclosed(pieces: _Piecewise, waiting: list[tuple[float, float, float, bool]]) -> tuple[float, float] | None:
    heapq.heapify(waiting)
    for _ in range(PIECES):
        low, a, b, more = waiting[0]
        if not more or low >= pieces.upper - 2.0**-52 * abs(pieces.upper):
            break
        middle = (a + b) / 2
        halves = [(*pieces.below(*piece), *piece) for piece in ((a, middle), (middle, b))]
        heapq.heapreplace(waiting, (max(halves[0][0], low), a, middle, halves[0][1]))
        heapq.heappush(waiting, (max(halves[1][0], low), middle, b, halves[1][1]))
    low = min(waiting[0][0], pieces.upper)
    if pieces.upper < -HUGE:
        raise NotConverged(f"{pieces.value.expr} has no least value: it falls below {-HUGE:g}")
    low -= BEYOND  # what falls to 0 beyond the cover
    return (low, pieces.upper) if math.isfinite(low) and math.isfinite(pieces.upper) else None


def _cover(pieces: _Piecewise, first: float, last: float, closed: bool) -> list[tuple[float, float]]:
    """Pieces from the middle outwards, both ways, as far as the function is finite; towards an open end at 0 as well."""
    found: list[tuple[float, float]] = []
    near = () if first < 0 or closed else tuple(-k for k in reversed(EXPONENTS) if k > 8)
    for sign, end in ((1, last), (-1, -first)):
        marks = [*([] if near else [0.0]), *(10.0**k for k in (*near, *EXPONENTS))]
        for low, outside in pairwise(marks):
            high = min(outside, end)
            if low >= high:
                break
            a, b = sorted((sign * low, sign * high))
            outer = pieces.at(sign * high)
            beyond = outer is None or outer > HUGE or pieces.whole(*sorted((sign * low, sign * low * (1 + SLIVER)))) is None
            if low >= FAR and beyond:
                break
            if high > 1 / FAR or not near or pieces.at(low) is not None:
                found.append((a, b))
    return found
