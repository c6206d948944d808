"""A test of a mean under a named assumption, fed in growing chunks: P(a true statement ever fails) ≤ α over all looks.

Look i = 1, 2, ... spends (3/4) α 4^(1 - i); bounded statistics use a confidence sequence at the full level instead. The
interval is one of sampling plus rounding: it is widened by `rounding` and by the rounding of the values themselves.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field

import torch
from torch import Tensor

from lemmata.theory.language.errors import LemmataError
from lemmata.verify.engine.stats.assumptions import SUPPORTED, Assumption, Asymptotic, Bounded, Kurtosis
from lemmata.verify.engine.stats.catoni import least_samples
from lemmata.verify.engine.stats.decide import Decision
from lemmata.verify.engine.stats.estimate import Estimate, bounded, by_kurtosis, by_student, by_supported_kurtosis, nothing
from lemmata.verify.engine.stats.relations import Relation
from lemmata.verify.engine.stats.scaling import EPS, ROUNDINGS, finite

DECAY = 0.25  # of the level from look to look


@dataclass(frozen=True)
class MeanVerdict:
    """What one look says: the interval holds at `level`; `resolution` is relative to the stated scale."""

    decision: Decision
    low: float
    high: float
    level: float
    n: int
    resolution: float
    assumption: str
    kurtosis: float | None
    notes: tuple[str, ...]

    @property
    def smallest_probability(self) -> float:
        """Events rarer than this had a chance of 5 % or more to stay unseen."""
        return min(1.0, 3 / self.n)


@dataclass
class MeanTest:
    """Judge relations on the mean of replicates; `resolution` · `scale` is the largest error that may go unnoticed.

    `rounding` bounds the error of each replicate and of the target, in absolute terms. `draws=False` says that nothing
    is drawn, so that one value is as good as many.
    """

    assumption: Assumption
    alpha: float
    resolution: float
    scale: float
    rounding: float = 0.0
    draws: bool = True
    looks: int = field(default=0, init=False)
    _drawn: Tensor = field(default_factory=lambda: torch.empty(0, dtype=torch.float64), init=False, repr=False)

    def __post_init__(self) -> None:
        if not 0 < self.alpha < 1:
            raise LemmataError(f"alpha={self.alpha} is no error rate; give a number strictly between 0 and 1")
        for name, value in (("resolution", self.resolution), ("scale", self.scale)):
            if not 0 < value < math.inf:
                raise LemmataError(f"{name}={value} must be a positive finite number")
        if not 0 <= self.rounding < math.inf:
            raise LemmataError(f"rounding={self.rounding} must be a finite number, at least 0")

    def level(self, look: int) -> float:
        """The share of α of one look (all of it for bounded statistics, whose interval holds at all looks at once)."""
        return self.alpha if isinstance(self.assumption, Bounded) else self.alpha * (1 - DECAY) * DECAY ** (look - 1)

    def look(self, chunk: Tensor, relation: Relation) -> MeanVerdict:
        """Add fresh replicates (n,) and judge by all that were drawn so far."""
        fresh = finite(chunk)
        if fresh.ndim != 1 or len(fresh) == 0:
            raise LemmataError(f"a chunk of shape {tuple(fresh.shape)} is no list of replicates; give (n,) with n at least 1")
        self._drawn = torch.cat((self._drawn, fresh))
        self.looks += 1
        allowed = self.resolution * self.scale
        estimate, slack = estimate_mean(
            self._drawn, relation, self.assumption, self.level(self.looks), allowed, self.rounding, self.draws
        )
        low, high = estimate.low - slack, estimate.high + slack
        decision, attained = relation.decide(low, high, allowed)
        return MeanVerdict(
            decision=Decision.UNDECIDED if estimate.weak else decision,
            low=low,
            high=high,
            level=self.level(self.looks),
            n=len(self._drawn),
            resolution=attained / self.scale,
            assumption=estimate.text,
            kurtosis=estimate.kurtosis,
            notes=estimate.notes,
        )


def estimate_mean(
    x: Tensor, relation: Relation, assumption: Assumption, level: float, allowed: float, rounding: float, draws: bool
) -> tuple[Estimate, float]:
    """The interval for the mean of a sample of fixed size, and the rounding that has to be added to it."""
    n, least, most = len(x), float(x.min()), float(x.max())
    slack = rounding + ROUNDINGS * EPS * max(abs(least), abs(most))
    # halves, so that the difference of extreme values stays finite
    constant = most / 2 - least / 2 <= slack
    if constant and not draws:
        return Estimate(least, most, "nothing is drawn"), slack
    if isinstance(assumption, Bounded):
        return bounded(x, assumption, level), slack
    if constant and not (isinstance(assumption, Kurtosis) and assumption.source == "derived"):
        note = f"{n} equal replicates: an event of probability below {min(1.0, 3 / n):.2g} need not have shown; state bounds"
        return nothing(assumption.text, note), slack
    if isinstance(assumption, Kurtosis):
        return by_kurtosis(x, assumption, level), slack
    if isinstance(assumption, Asymptotic) and n < least_samples(SUPPORTED, level):
        return by_student(x, level), slack
    return by_supported_kurtosis(x, lambda low, high: relation.decide(low - slack, high + slack, allowed)[0], level), slack
