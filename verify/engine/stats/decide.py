"""Three-valued decisions on a mean, with both error rates.

With interval [l, h] for the mean at level α, a target t, and slack b ≥ 0 (numerical error of the oracle plus stated
bias, both hard bounds), the relation `equal` **fails** when l > t + b or h < t - b, so a true law fails with probability
at most α. Its **resolution** is r = W + q + 2b, where W is the half-width and q the one-sided (1 - β) quantile of the
estimate's error: a law off by r lies outside with probability ≥ 1 - β. It **holds** when it does not fail and r is at
most the resolution asked for, so a law off by that much is accepted with probability at most β. Anything else is
**undecided**. `at_most` and `at_least` look at one side, and also hold when the whole interval is on the right side.
Conventions: tensors (L,), one entry per law; resolutions are absolute.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

import torch
from torch import Tensor

from lemmata.numerics.random.stream import Moments
from lemmata.theory.language.errors import LemmataError
from lemmata.verify.engine.stats.betting import BettingSequence
from lemmata.verify.engine.stats.sequential import (
    Interval,
    as_tensor,
    check_level,
    interval_at,
    normal_quantile,
)

BETA = 1e-3


class Decision(StrEnum):
    """What the data say of a law; `ERROR` is a number that is none."""

    HOLDS = "holds"
    FAILS = "fails"
    UNDECIDED = "undecided"
    ERROR = "error"


class Relation(StrEnum):
    """How the mean should stand to its target."""

    EQUAL = "equal"
    AT_MOST = "at_most"
    AT_LEAST = "at_least"

    @property
    def side(self) -> int:
        """Deviations that contradict it: +1 above, -1 below, 0 both."""
        return {"equal": 0, "at_most": 1, "at_least": -1}[self.value]


def sides(relations: Sequence[Relation | str]) -> Tensor:
    try:
        return torch.tensor([Relation(r).side for r in relations], dtype=torch.float64)
    except ValueError:
        names = ", ".join(r.value for r in Relation)
        raise LemmataError(f"relations {list(relations)} are not all among {names}") from None


@dataclass(frozen=True)
class Ruling:
    """Where laws fail, hold, the smallest deviation each check detects, and on which side each fails (±1, or 0)."""

    fails: Tensor
    holds: Tensor
    resolution: Tensor
    direction: Tensor

    def decisions(self) -> list[Decision]:
        pairs = zip(self.fails.tolist(), self.holds.tolist(), strict=True)
        return [Decision.FAILS if f else Decision.HOLDS if h else Decision.UNDECIDED for f, h in pairs]


def one_sided(alpha: float | Tensor, side: Tensor) -> Tensor:
    """Level of the two-sided interval of which one end has level α, for one-sided laws."""
    level = check_level(alpha)
    return torch.where(side == 0, level, (2 * level).clamp(max=0.999))


def rule(
    mean: Tensor,
    interval: Interval,
    spread: Tensor,
    *,
    allowed: float | Tensor,
    target: float | Tensor = 0.0,
    slack: float | Tensor = 0.0,
    side: Tensor | int = 0,
) -> Ruling:
    """Apply the rule above, with q = `spread`."""
    t, b, s = as_tensor(target), as_tensor(slack), as_tensor(side)
    if not bool((b >= 0).all()):
        raise LemmataError(f"slack={b.tolist()} must not be negative: it widens the interval")
    above = (interval.low > t + b) & (s >= 0)
    below = (interval.high < t - b) & (s <= 0)
    lower, upper = mean - interval.low, interval.high - mean
    half = torch.where(s > 0, lower, torch.where(s < 0, upper, torch.maximum(lower, upper)))
    resolution = half + spread + 2 * b
    clear = ((s > 0) & (interval.high + b <= t)) | ((s < 0) & (interval.low - b >= t))
    fails = above | below
    holds = ~fails & ((resolution <= as_tensor(allowed)) & resolution.isfinite() | clear)
    return Ruling(fails, holds, resolution, above.to(torch.float64) - below.to(torch.float64))


def spread(moments: Moments, beta: float = BETA, betting: BettingSequence | None = None) -> Tensor:
    """q: the larger of the corrected one-sided β intervals; by betting where only that is to be relied on."""
    level = check_level(beta, "beta")
    normal = interval_at(moments, normal_quantile(level))
    q = torch.maximum(moments.mean - normal.low, normal.high - moments.mean)
    if betting is None or bool(q.isfinite().all()):
        return q
    exact = betting.interval(moments, 2 * level)
    return torch.where(q.isfinite(), q, torch.maximum(moments.mean - exact.low, exact.high - moments.mean))
