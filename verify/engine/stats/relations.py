"""What is stated of a number, and what an interval for it says: holds, fails, or undecided, with the resolution attained."""

from __future__ import annotations

import math
from dataclasses import dataclass

from lemmata.theory.language.errors import EmptyBand, LemmataError
from lemmata.verify.engine.stats.decide import Decision


def _number(value: float, name: str) -> None:
    if not math.isfinite(value):
        raise LemmataError(f"{name}={value} is no number to compare a mean with; give a finite one")


@dataclass(frozen=True)
class Equal:
    """The number is `target`."""

    target: float

    def __post_init__(self) -> None:
        _number(self.target, "target")

    def decide(self, low: float, high: float, allowed: float) -> tuple[Decision, float]:
        attained = max(high - self.target, self.target - low)
        if low > self.target or high < self.target:
            return Decision.FAILS, attained
        return (Decision.HOLDS if attained <= allowed else Decision.UNDECIDED), attained


@dataclass(frozen=True)
class AtMost:
    """The number is at most `target`; equality is granted up to `tolerance` only."""

    target: float
    tolerance: float = 0.0

    def __post_init__(self) -> None:
        _number(self.target, "target")
        if not 0 <= self.tolerance < math.inf:
            raise LemmataError(f"tolerance={self.tolerance} must be a finite number, at least 0")

    def decide(self, low: float, high: float, allowed: float) -> tuple[Decision, float]:
        attained = max(high - self.target, 0.0)
        if low > self.target + self.tolerance:
            return Decision.FAILS, attained
        return (Decision.HOLDS if attained <= self.tolerance else Decision.UNDECIDED), attained


@dataclass(frozen=True)
class Within:
    """The number lies in [low, high]."""

    low: float
    high: float

    def __post_init__(self) -> None:
        _number(self.low, "low")
        _number(self.high, "high")
        if self.low > self.high:
            raise EmptyBand(f"[{self.low}, {self.high}] is empty; give its ends in increasing order")

    def decide(self, low: float, high: float, allowed: float) -> tuple[Decision, float]:
        attained = max(self.low - low, high - self.high, 0.0)
        if low > self.high or high < self.low:
            return Decision.FAILS, attained
        return (Decision.HOLDS if attained <= 0 else Decision.UNDECIDED), attained


Relation = Equal | AtMost | Within
