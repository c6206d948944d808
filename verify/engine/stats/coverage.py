"""Whether error rates are what they say: ECDFs of p-values against uniform bounds, counts of events against their rates.

For p-values with P(p ≤ x) ≤ x the ECDF of n independent ones exceeds x + √(log(1/a)/(2n)) anywhere with probability at most
a (Dvoretzky-Kiefer-Wolfowitz with Massart's constant); up to `EXACT` of them the band is exact on a grid instead (see
`distribution.ecdf_band`). Counts of independent events whose probabilities differ are more concentrated than the binomial
of the mean probability (Hoeffding), so exact binomial tails with the mean, or the largest, are valid bounds.
Conventions: the level of a band is that of the test, one-sided, since p-values may be conservative; the lower edge of
the two-sided band only says whether they are.
Sources: Massart (1990); Hoeffding (1956); Clopper & Pearson (1934); Smirnov (1944).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import torch
from scipy import special
from torch import Tensor

from lemmata.theory.language.errors import LemmataError
from lemmata.verify.engine.stats.binomial import clopper_pearson, p_value
from lemmata.verify.engine.stats.distribution import ecdf, ecdf_band
from lemmata.verify.engine.stats.sequential import as_tensor, check_level

EXACT = 1000  # p-values; beyond, the exact band takes longer than it gains
GRID = 64


@dataclass(frozen=True)
class Cover:
    """The ECDF `value` of n p-values at the points `at`, and its band; `valid`: nowhere above, `uniform`: nowhere below either."""

    n: int
    method: str
    at: list[float]
    value: list[float]
    low: list[float]
    high: list[float]

    @property
    def valid(self) -> bool:
        return all(v <= h + 1e-12 for v, h in zip(self.value, self.high, strict=True))

    @property
    def uniform(self) -> bool:
        return self.valid and all(v >= low - 1e-12 for v, low in zip(self.value, self.low, strict=True))


def cover(p: Sequence[float], level: float) -> Cover:
    """The ECDF of independent p-values beside the band of valid ones at a level, one-sided above and the same below."""
    values = _checked(p)
    n = len(values)
    if n <= EXACT:
        band = ecdf_band(n, level, points=GRID, side="upper")
        both = ecdf_band(n, min(2 * level, 0.5), points=GRID)
        at, low, high = band.at, both.low, band.high
        method = "exact"
    else:
        at = torch.arange(1, GRID + 1, dtype=torch.float64) / (GRID + 1)
        reach = dkw(n, level)
        low, high = (at - reach).clamp(min=0.0), (at + reach).clamp(max=1.0)
        method = "Dvoretzky-Kiefer-Wolfowitz"
    return Cover(n, method, at.tolist(), ecdf(values, at).tolist(), low.tolist(), high.tolist())


def dkw(n: int, level: float) -> float:
    """√(log(1/a)/(2n)): how far one side of an ECDF strays, but for probability a (a ≤ 1/2)."""
    if n < 1 or not level <= 0.5:
        raise LemmataError(f"n = {n}, level = {level}: a one-sided band needs a p-value, and a level of at most 1/2")
    return math.sqrt(-math.log(float(check_level(level))) / (2 * n))


def too_small(p: Sequence[float]) -> float:
    """Exact p-value of Smirnov's D⁺ = max(i/n - p_(i)): small where the p-values are smaller than valid ones would be."""
    values = _checked(p).sort().values
    n = len(values)
    rank = torch.arange(1, n + 1, dtype=torch.float64) / n
    return float(special.smirnov(n, min(1.0, max(0.0, float((rank - values).max())))))


def _checked(p: Sequence[float]) -> Tensor:
    values = as_tensor(list(p))
    if len(values) == 0 or not bool(((values >= 0) & (values <= 1)).all()):
        raise LemmataError(f"{len(values)} p-values: need at least one, and all of them between 0 and 1")
    return values


@dataclass(frozen=True)
class Count:
    """`events` of `trials`, Clopper-Pearson's interval for their probability, and the tail against the rate allowed or due."""

    events: int
    trials: int
    low: float
    high: float
    p: float


def at_most(events: int, trials: int, rate: float, confidence: float = 0.95) -> Count:
    """Small p where the events are more than a probability of at most ``rate`` each explains."""
    return _count(events, trials, rate, 1, confidence)


def at_least(events: int, trials: int, rate: float, confidence: float = 0.95) -> Count:
    """Small p where the events are fewer than a (mean) probability of at least ``rate`` explains."""
    return _count(events, trials, rate, -1, confidence)


def _count(events: int, trials: int, rate: float, side: int, confidence: float) -> Count:
    interval = clopper_pearson(events, trials, 1 - confidence)
    p = 1.0 if trials == 0 else float(p_value(events, trials, min(1.0, max(0.0, rate)), side))
    return Count(events, trials, float(interval.low), float(interval.high), p)
