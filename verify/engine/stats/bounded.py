"""An anytime-valid interval for one mean of a statistic in [low, high], in a fraction of a millisecond from its moments.

The wealth is that of `betting.BettingSequence`: a mixture over bets, each logarithm bounded below by four moments. The
true wealth Π (1 - θ + θ X/m) falls with m (its mirror image rises), so every m beyond a refuted probe is refuted: the
ends are the innermost of a few dozen probes that the bound refutes. Valid at all looks at once, at the full level.
"""

from __future__ import annotations

import math

import numpy as np
import torch
from numpy.typing import NDArray

from lemmata.numerics.random.stream import Moments
from lemmata.theory.language.errors import LemmataError
from lemmata.verify.engine.stats.betting import EDGE, BettingSequence

_UNIT = BettingSequence(torch.zeros(()), torch.ones(()))
_THETA: NDArray[np.float64] = _UNIT._theta.numpy()
_K: NDArray[np.float64] = _UNIT._k.numpy()
ROUNDS, PROBES = 3, 14


def _log_wealth(n: float, sums: NDArray[np.float64], mean: float, m: NDArray[np.float64]) -> NDArray[np.float64]:
    """Log wealth of bets on a mean above m; `sums` are the central sums of powers 2 to 4 of a statistic in [0, 1]."""
    d = mean - m
    m2, m3, m4 = sums
    y1, y2 = n * d, m2 + n * d * d
    y3, y4 = m3 + 3 * d * m2 + n * d**3, m4 + 4 * d * m3 + 6 * d * d * m2 + n * d**4
    t = _THETA[:, None] / m
    log = t * (y1 - t * (y2 / 2 - t * (y3 / 3 - _K[:, None] * t * y4)))
    top = log.max(axis=0)
    return np.asarray(top + np.log(np.exp(log - top).sum(axis=0)) - math.log(len(_THETA)))


def _lower_end(n: float, mean: float, sums: NDArray[np.float64], wall: float) -> float:
    """The largest refuted probe below the mean (0 where none is: nothing lies below 0)."""
    if mean <= EDGE:
        return 0.0
    reach = math.sqrt(2 * (wall + 4) * max(float(sums[0]), 0.0)) / n + wall / n
    outer, inner = 0.0, mean
    probes = mean - reach * np.linspace(0.4, 2.4, PROBES)
    probes = np.concatenate((mean * np.array([0.02, 0.1, 0.25, 0.5, 0.75]), probes))
    for _ in range(ROUNDS):
        probes = np.unique(probes[(probes > max(outer, EDGE)) & (probes < inner)])
        if len(probes) == 0:
            break
        refuted = _log_wealth(n, sums, mean, probes) >= wall
        if bool(refuted.any()):
            last = int(np.nonzero(refuted)[0][-1])
            outer, inner = float(probes[last]), float(probes[last + 1]) if last + 1 < len(probes) else inner
        else:
            inner = float(probes[0])
        probes = np.linspace(outer, inner, PROBES + 2)[1:-1]
    return outer


def bounded_interval(moments: Moments, low: float, high: float, alpha: float) -> tuple[float, float]:
    """Ends at level α for the mean of one statistic in [low, high]; valid at every stopping rule."""
    if not (math.isfinite(low) and math.isfinite(high) and low < high and 0 < alpha < 1):
        raise LemmataError(f"bounds [{low}, {high}] must be finite and increasing, and alpha={alpha} between 0 and 1")
    n, width, wall = float(moments.count), high - low, math.log(2 / alpha)
    if not math.isfinite(width**4) or width**4 == 0:
        raise LemmataError(f"a width of {width:.3g} leaves the range of its fourth power; scale the statistic first")
    if float(moments.low) < low - 1e-9 * width or float(moments.high) > high + 1e-9 * width:
        raise LemmataError(
            f"the statistic is said to lie in [{low:.6g}, {high:.6g}], but its replicates range over "
            f"[{float(moments.low):.6g}, {float(moments.high):.6g}]; correct the bounds or leave them out"
        )
    sums = torch.cat((moments.m2 / width**2, moments.m3 / width**3, moments.m4 / width**4)).numpy()
    mean = min(max((float(moments.mean) - low) / width, 0.0), 1.0)
    mirrored = sums * np.array([1.0, -1.0, 1.0])
    left = _lower_end(n, mean, sums, wall)
    right = 1 - _lower_end(n, 1 - mean, mirrored, wall)
    return low + width * left, low + width * right
