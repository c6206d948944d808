"""Scales of axes: linear, logarithmic, or linear near zero and logarithmic beyond; and where their ticks stand."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field

from lemmata.verify.report.words import number

MARGIN = 0.05
SHORT = 300  # a logarithmic axis of fewer than this has ticks between its powers of ten


@dataclass
class Scale:
    """``kind``: linear, log or symlog (linear within ``near``); ``low``/``high``: ends that are set rather than found;
    ``fixed``: ticks with their words; ``whole``: ticks at integers alone."""

    kind: str = "linear"
    near: float = 1.0
    low: float | None = None
    high: float | None = None
    flipped: bool = False
    whole: bool = False
    fixed: list[tuple[float, str]] | None = None
    seen: list[float] = field(default_factory=list)

    def reach(self, values: Sequence[float]) -> None:
        self.seen += [v for v in values if math.isfinite(v)]

    def ends(self) -> tuple[float, float]:
        """The ends of the axis, in its own units."""
        seen = [self._own(v) for v in self.seen if self.kind != "log" or v > 0] or [0.0, 1.0]
        low, high = min(seen), max(seen)
        pad = MARGIN * (high - low) or (0.04 if self.kind == "log" else 0.05 * abs(high) or 0.05)
        return (
            low - pad if self.low is None else self._own(self.low),
            high + pad if self.high is None else self._own(self.high),
        )

    def limits(self) -> tuple[float, float]:
        """The ends as values."""
        low, high = self.ends()
        return self._value(low), self._value(high)

    def place(self, value: float) -> float:
        """Where a value stands, 0 at the one end and 1 at the other."""
        low, high = self.ends()
        if self.kind == "log" and value <= 0:
            return 0.0
        at = (self._own(value) - low) / (high - low)
        return 1 - at if self.flipped else at

    def ticks(self, most: int) -> list[tuple[float, str]]:
        """Places of ticks and their words, no more than about ``most``."""
        if self.fixed is not None:
            return self.fixed
        low, high = self.limits()
        if self.kind == "linear":
            found = _even(low, high, most, self.whole)
        elif self.kind == "log":
            found = _powers(low, high, most)
        else:
            found = self._around_zero(low, high, most)
        return [(v, number(v, 3)) for v in found]

    def _around_zero(self, low: float, high: float, most: int) -> list[float]:
        side: list[float] = []
        top = max(abs(low), abs(high))
        first, last = math.ceil(math.log10(self.near) - 1e-9), math.floor(math.log10(top))
        step = max(1, math.ceil((last - first + 1) * (2 if low < -self.near and high > self.near else 1) / most))
        side = [10.0**k for k in range(last, first - 1, -step)]
        return sorted(v for v in [*(-v for v in side), 0.0, *side] if low <= v <= high)

    def _own(self, value: float) -> float:
        if self.kind == "log":
            return math.log10(value)
        if self.kind == "symlog" and abs(value) > self.near:
            return math.copysign(1 + math.log10(abs(value) / self.near), value)
        return value / self.near if self.kind == "symlog" else value

    def _value(self, own: float) -> float:
        if self.kind == "log":
            return float(10.0**own)
        if self.kind == "symlog" and abs(own) > 1:
            return math.copysign(self.near * 10 ** (abs(own) - 1), own)
        return own * self.near if self.kind == "symlog" else own


def _even(low: float, high: float, most: int, whole: bool = False) -> list[float]:
    raw = (high - low) / most
    if raw <= 0 or not math.isfinite(raw):
        return [low]
    size = 10.0 ** math.floor(math.log10(raw))
    step = next(f * size for f in (1, 2, 5, 10) if f * size >= raw * 0.999)
    step = max(1.0, float(math.ceil(step))) if whole else step
    first = math.ceil(low / step - 1e-9)
    return [k * step for k in range(first, math.floor(high / step + 1e-9) + 1)]


def _powers(low: float, high: float, most: int) -> list[float]:
    first, last = math.floor(math.log10(low)), math.ceil(math.log10(high))
    subs = (1, 2, 5) if high / low < SHORT else (1,)
    step = max(1, math.ceil((last - first) / most))
    found = [s * 10.0**k for k in range(first, last + 1, step) for s in subs if low <= s * 10.0**k <= high]
    return found if len(found) > 1 else _even(low, high, most)
