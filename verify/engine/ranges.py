"""Numbers of one interval: its ends, ordinary values of a core by low discrepancy, heavy-tailed values of the whole domain."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from random import Random
from typing import Any

import sympy as sp

from lemmata.theory.language.comparing import names_of, plain, polynomial
from lemmata.theory.language.domain import Span, exact
from lemmata.theory.language.errors import DomainError

Number = int | float
NEAR = 1e-3  # how near an open end is approached, as a share of the range, or of the end where the range is logarithmic
TAIL = 6  # decades that heavy-tailed values reach beyond the scale, both ways
LARGEST = 1e12  # no heavy-tailed value exceeds this


@dataclass(frozen=True)
class Interval:
    """The values that a symbol can take, ends rounded inwards to doubles; an open end itself does not belong."""

    name: str
    low: float
    high: float
    closed: tuple[bool, bool]
    integer: bool

    @property
    def empty(self) -> bool:
        return self.low > self.high or (self.low == self.high and not all(self.closed))

    @property
    def logarithmic(self) -> bool:
        """A positive range of more than a decade."""
        return self.low > 0 and self.high > 10 * self.low

    def holds(self, value: Number) -> bool:
        """Whether a number lies in it."""
        above = value >= self.low if self.closed[0] else value > self.low
        below = value <= self.high if self.closed[1] else value < self.high
        return above and below and (not self.integer or value == int(value))

    def kept(self, value: float) -> float:
        """The value, or the double next to the end that it reaches or passes by rounding."""
        low = self.low if self.closed[0] else math.nextafter(self.low, math.inf)
        high = self.high if self.closed[1] else math.nextafter(self.high, -math.inf)
        return min(max(value, low), high)

    def nearer(self) -> Interval:
        """A bounded part of it, at its finite end or around 0."""
        low, high = self.low, self.high
        if math.isfinite(low) and not math.isfinite(high):
            high = 2 * abs(low) + 4
        elif math.isfinite(high) and not math.isfinite(low):
            low = -2 * abs(high) - 4
        elif not math.isfinite(low):
            low, high = -3.0, 3.0
        closed = (self.closed[0] or low != self.low, self.closed[1] or high != self.high)
        return Interval(self.name, low, high, closed, self.integer)

    def end(self, upper: bool) -> Number:
        """The end, or a value near it where it is open."""
        value = self.high if upper else self.low
        if self.integer:
            return int(value)
        if not self.closed[upper] and self.high > self.low:
            width = self.high - self.low if math.isfinite(self.high - self.low) else max(1.0, abs(value))
            step = NEAR * (abs(value) if self.logarithmic else width)
            value = value - step if upper else value + step
        return self.kept(value)

    def at(self, fraction: float, digits: int = 17) -> Number:
        """An ordinary value: evenly spread, on a logarithmic scale over more than a decade, denser towards an end at 0."""
        low, high = self.low, self.high
        if self.integer:
            return (
                _rounded_log(low, high, fraction)
                if self.logarithmic
                else min(int(high), int(low) + int(fraction * (high - low + 1)))
            )
        if self.logarithmic:
            value = math.exp(math.log(low) + fraction * math.log(high / low))
        elif low == 0 and high >= 10:
            value = high * fraction**3
        else:
            value = low + fraction * (high - low)
        short = float(f"{value:.{digits}g}")
        return short if self.holds(short) else self.kept(value)


def _rounded_log(low: float, high: float, fraction: float) -> int:
    """An integer of a wide range, by its logarithm."""
    value = math.exp(math.log(low) + fraction * (math.log(high + 1) - math.log(low)))
    return min(max(math.floor(value), int(low)), int(high))


def interval(span: Span, point: Mapping[str, Any]) -> Interval:
    """The interval of a symbol at a point that has values for what its ends speak of."""
    integer = bool(span.symbol.is_integer)
    low, low_closed = _end(span.low, point, span, upper=False, integer=integer)
    high, high_closed = _end(span.high, point, span, upper=True, integer=integer)
    return Interval(span.symbol.name, low, high, (low_closed, high_closed), integer)


def _end(bound: Any, point: Mapping[str, Any], span: Span, *, upper: bool, integer: bool) -> tuple[float, bool]:
    closed = span.closed[upper]
    bound = sp.sympify(bound)
    made = polynomial(bound)
    if made is not None and all(plain(point.get(name)) for name in names_of(bound)):
        return _at(made(point), closed, upper=upper, integer=integer)
    value = bound.xreplace({s: exact(point[s.name]) for s in bound.free_symbols if getattr(s, "name", None) in point})
    if value in (sp.oo, -sp.oo):
        return (math.inf if value == sp.oo else -math.inf), False
    if not value.is_number or value.is_real is False or value.has(sp.zoo, sp.nan):
        raise DomainError(f"an end of the range of {span.symbol} is {value}, which is no number")
    if integer:
        whole = sp.floor(value) if upper else sp.ceiling(value)
        outside = not closed and whole == value
        return float(whole) + ((-1 if upper else 1) if outside else 0), True
    number = float(value)
    over = sp.Rational(number) - value
    if over != 0 and bool(over > 0) is upper:  # rounded outwards: the double next to it is inside
        return math.nextafter(number, -math.inf if upper else math.inf), closed
    return number, closed


def _at(value: Fraction, closed: bool, *, upper: bool, integer: bool) -> tuple[float, bool]:
    if integer:
        whole = math.floor(value) if upper else math.ceil(value)
        outside = not closed and whole == value
        return float(whole) + ((-1 if upper else 1) if outside else 0), True
    number = float(value)
    over = Fraction(number) - value
    if over != 0 and (over > 0) is upper:  # rounded outwards: the double next to it is inside
        return math.nextafter(number, -math.inf if upper else math.inf), closed
    return number, closed


def spread(whole: Interval, core: Interval | None, place: float, cap: float = math.inf) -> Number:
    """The whole domain laid out on [0, 1], increasing: logarithmic towards finite ends and to infinity; to climb along."""
    if whole.integer:
        low = whole.low if whole.low > -math.inf else -min(cap, 1e6)
        top = max(low, min(whole.high, cap if low >= 0 else min(cap, 1e6)))
        if low >= 0:
            return int(low) + _rounded_log(1, top - low + 1, place) - 1
        size = _rounded_log(1, max(-low, top) + 1, abs(2 * place - 1)) - 1
        return int(min(max(math.copysign(size, 2 * place - 1), low), top))
    return whole.kept(_laid_out(whole, _scale(whole, core), place))


def _laid_out(whole: Interval, scale: float, place: float) -> float:
    low, high = whole.low, whole.high
    if place <= 0 and whole.closed[0]:
        return low
    if place >= 1 and whole.closed[1]:
        return high
    if math.isfinite(low) and math.isfinite(high):
        near = (high - low) / 2 * 10 ** (-TAIL * (1 - min(2 * place, 2 - 2 * place)))
        return low + near if place <= 0.5 else high - near
    if math.isfinite(low):
        return low + scale * 10 ** (TAIL * (2 * place - 1))
    if math.isfinite(high):
        return high - scale * 10 ** (TAIL * (1 - 2 * place))
    return math.copysign(scale * 10 ** (TAIL * (2 * abs(2 * place - 1) - 1)), 2 * place - 1)


def heavy(whole: Interval, core: Interval | None, random: Random, cap: float = math.inf) -> Number:
    """A value of the whole domain: near either end, log-uniform over twelve decades around its scale, of either sign, and
    now and then an end itself, zero, or a small integer. ``cap``: the largest integer that is affordable."""
    if whole.integer:
        return _heavy_integer(whole, random, cap)
    scale = _scale(whole, core)
    for _ in range(64):
        value = _heavy_real(whole, scale, random)
        if whole.holds(value) and abs(value) <= LARGEST * max(1.0, scale):
            return value
    return whole.at(random.random()) if math.isfinite(whole.high - whole.low) else whole.low + scale


def _scale(whole: Interval, core: Interval | None) -> float:
    for found in (core, whole):
        if found is not None and math.isfinite(found.high - found.low) and found.high > found.low:
            return min(found.high - found.low, max(abs(found.high), abs(found.low)))
    return 1.0


def _heavy_real(whole: Interval, scale: float, random: Random) -> float:
    low, high = whole.low, whole.high
    kind, size = random.randrange(8), 10 ** random.uniform(-TAIL, TAIL)
    if kind == 0:  # what formulas single out
        ends = [e for e, c in ((low, whole.closed[0]), (high, whole.closed[1])) if c]
        return random.choice([*ends, 0.0, 1.0, -1.0, float(random.randint(-5, 5))])
    if math.isfinite(low) and math.isfinite(high):
        width = high - low
        if kind <= 2:
            return low + width * 10 ** random.uniform(-TAIL, 0)
        if kind <= 4:
            return high - width * 10 ** random.uniform(-TAIL, 0)
        return float(whole.at(random.random()))
    if math.isfinite(low):
        return low + scale * size
    if math.isfinite(high):
        return high - scale * size
    return random.choice((-1, 1)) * scale * size


def _heavy_integer(whole: Interval, random: Random, cap: float) -> int:
    low, high = whole.low, whole.high
    if low == -math.inf:
        top = max(2.0, min(high, cap, 1e6))
        magnitude = _rounded_log(1, top + 1, random.random()) - 1
        return min(random.choice((-1, 1)) * magnitude, int(min(high, top)))
    top = max(low, min(high, cap))
    if random.randrange(8) == 0:
        return int(random.choice((low, top)))
    return int(low) + _rounded_log(1, top - low + 1, random.random()) - 1
