"""Whether alarms are as rare as promised: counts of events against the rate that each may have.

Counts of independent events whose probabilities differ are more concentrated than the binomial of the mean probability
(Hoeffding), so exact binomial tails with the mean, or the largest, are valid bounds.
Sources: Hoeffding (1956); Clopper & Pearson (1934).
"""

from __future__ import annotations

from dataclasses import dataclass

from lemmata.verify.engine.stats.binomial import clopper_pearson, p_value


@dataclass(frozen=True)
class Count:
    """`events` of `trials`, Clopper-Pearson's interval for their probability, and the tail against the rate allowed."""

    events: int
    trials: int
    low: float
    high: float
    p: float


def at_most(events: int, trials: int, rate: float, confidence: float = 0.95) -> Count:
    """Small p where the events are more than a probability of at most ``rate`` each explains."""
    interval = clopper_pearson(events, trials, 1 - confidence)
    p = 1.0 if trials == 0 else float(p_value(events, trials, min(1.0, max(0.0, rate)), 1))
    return Count(events, trials, float(interval.low), float(interval.high), p)
