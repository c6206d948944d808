"""Catoni's interval for a mean at bounded kurtosis: E(X - μ)⁴ ≤ k v² with v = Var X; exact at every sample size.

Three tests of the true pair (μ, v), whose levels sum to α; the interval is the projection on μ of what they leave.
1. Upper: Y = (X - X')²/2 has E Y = v and E Y² = (E(X - μ)⁴ + 3v²)/2 ≤ κ v², κ = (k + 3)/2. As e^-y ≤ 1 - y + y²/2 for
   y ≥ 0, N pairs give E e^(-c Σ Y/v) ≤ (1 - c + κc²/2)^N; by Hoeffding's averaging over permutations the same bound holds
   for the sample variance S², N = ⌊n/2⌋. So v < c S²/(-log(1 - c + κc²/2) - L/N), but for probability e^-L, for any
   constant c; a finite bound exists iff N > L/(-log(1 - 1/(k + 3))), about n ≥ 2(k + 2.5)L. No method can do with less
   than half of that: a law with mass about 1/(k + 3) far out has kurtosis k and shows it with probability 1 - e^-L only
   from n = (k + 3)L on.
2. Lower: E e^(Σ log(1 + cY/v + (cY/v)²/2)) ≤ (1 + c + κc²/2)^N over disjoint pairs refutes small v.
3. Mean: ψ(x) = x - x³/6 cut at |x| = √2 lies between -log(1 - x + x²/2) and log(1 + x + x²/2), so for every constant a
   Σ ψ(a(X_i - μ)) exceeds T = n log(1 + a²v/2) + L, or -T from below, with probability at most e^-L each.
a is a function of v that is constant on the cells (2^(j/4), 2^((j+1)/4)], hence a constant for the true law; the
projection runs over the cells between the bounds of 1 and 2. Half-width: √(2vL/n) (1 + o(1)), that of a Gaussian sample.
Conventions: samples (n,) or (L, n); ends are found by search and always lie on refuted points.
Sources: Catoni (2012), Challenging the empirical mean and empirical variance; Catoni & Giulini (2017); Hoeffding (1963).
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import torch
from torch import Tensor

from lemmata.theory.language.errors import LemmataError, NotConverged
from lemmata.verify.engine.stats.scaling import Scaled

# shares of α: upper bound of the variance, lower bound of it; the rest is split over the two sides of the mean
UPPER, LOWER = 0.25, 1 / 32
CELL = 0.25  # cells of v, in powers of two
CUT = math.sqrt(2)
TOLERANCE = 2e-3


@dataclass(frozen=True)
class MeanInterval:
    """Ends for the mean (infinite below `least_samples`), and the upper bound of the variance they rest on."""

    low: Tensor
    high: Tensor
    variance: Tensor
    n: int
    kurtosis: float
    alpha: float

    @property
    def exists(self) -> bool:
        return self.n >= least_samples(self.kurtosis, self.alpha)


def _check(kurtosis: float, alpha: float) -> None:
    if not 1 <= kurtosis < math.inf:
        raise LemmataError(f"kurtosis={kurtosis} bounds E(X - μ)⁴/Var² by a number below 1 or none; give at least 1")
    if not 0 < alpha < 1:
        raise LemmataError(f"alpha={alpha} is no error rate; give a number strictly between 0 and 1")


@lru_cache(maxsize=4096)
def least_samples(kurtosis: float, alpha: float) -> int:
    """The smallest n at which the interval is finite."""
    _check(kurtosis, alpha)
    pairs = math.log(1 / (UPPER * alpha)) / -math.log1p(-1 / (kurtosis + 3))
    return 2 * (math.floor(pairs) + 1)


def supported(n: int, alpha: float) -> float:
    """The largest kurtosis for which n samples give a finite interval (below 1: none)."""
    pairs = n // 2
    # least_samples asks for pairs > L/rate; half a pair of margin keeps clear of the boundary
    rate = math.log(1 / (UPPER * alpha)) / max(pairs - 0.5, 0.5)
    return 1 / -math.expm1(-rate) - 3


@lru_cache(maxsize=4096)
def variance_factor(n: int, kurtosis: float, alpha: float) -> float:
    """g with Var X < g S² but for probability UPPER α; infinite below `least_samples`."""
    if n < least_samples(kurtosis, alpha):
        return math.inf
    from scipy import optimize

    k, need = (kurtosis + 3) / 2, math.log(1 / (UPPER * alpha)) / (n // 2)

    def factor(t: float) -> float:
        c = t / k
        room = -math.log1p(-c + k * c * c / 2) - need
        return c / room if room > 0 else 1e300

    # the optimum is near √(2 need κ) for large n and at 1 where the bound begins to exist; any t would be valid
    least = need * k
    found = optimize.minimize_scalar(lambda s: factor(math.exp(s)), bounds=(math.log(min(least, 0.99)), 0.0), method="bounded")
    return float(min(factor(math.exp(found.x)), factor(1.0), factor(min(1.0, math.sqrt(2 * need * k)))))


def expected_half_width(variance: float, n: int, kurtosis: float, alpha: float) -> float:
    """√(2 g v L/n): what the interval's half-width is near when the sample variance is v (for planning, no guarantee)."""
    level = math.log(2 / ((1 - UPPER - LOWER) * alpha))
    return math.sqrt(2 * variance_factor(n, kurtosis, alpha) * variance * level / n)


def _small_variance(y: Tensor, start: Tensor, kurtosis: float, alpha: float) -> Tensor:
    """A value below which every v is refuted, searched downwards from S² by factors √2; 0 where none was found."""
    n = y.shape[1] // 2
    pairs = (y[:, 0 : 2 * n : 2] - y[:, 1 : 2 * n : 2]).square_().mul_(0.5)
    k, level = (kurtosis + 3) / 2, math.log(1 / (LOWER * alpha))
    c = math.sqrt(2 * level / (n * k))
    wall = n * math.log1p(c + k * c * c / 2) + level
    v, found = start.clone(), torch.zeros_like(start)
    for _ in range(160):
        v = v / math.sqrt(2)
        u = pairs * (c / v.clamp(min=1e-300))[:, None]
        refuted = torch.log1p(u + u * u / 2).sum(1) > wall
        found = torch.where(refuted & (found == 0), v, found)
        if bool((found > 0).all()):
            break
    return found


class _Ordered:
    """A sample in order with the sums of its first powers: a sum of influences is a polynomial in these, at any place.

    The powers are taken about the mean, so that nothing cancels but what is small beside the walls.
    """

    def __init__(self, y: Tensor, mean: float) -> None:
        self.y = np.sort(y.cpu().numpy()) - mean
        square = self.y * self.y
        self.powers = np.zeros((3, len(self.y) + 1))
        for sums, values in zip(self.powers, (self.y, square, square * self.y), strict=True):
            np.cumsum(values, out=sums[1:])

    def influence(self, m: float, a: float) -> tuple[float, float]:
        """Σ ψ(a(y - m)) and minus its derivative in m."""
        i, j = self.y.searchsorted((m - CUT / a, m + CUT / a)).tolist()
        s1, s2, s3 = (self.powers[:, j] - self.powers[:, i]).tolist()
        n, inside = len(self.y), j - i
        above, beyond = n - j - i, n - inside
        first = a * (s1 - inside * m) + CUT * above
        second = a * a * (s2 - 2 * m * s1 + inside * m * m) + CUT**2 * beyond
        third = a**3 * (s3 - 3 * m * s2 + 3 * m * m * s1 - inside * m**3) + CUT**3 * above
        return first - third / 6, a * (n - second / 2)


def _extend(y: _Ordered, a: float, wall: float, start: float, sign: int) -> float:
    """The first refuted point found from `start` on in the direction `sign`: sign Σ ψ < -wall there."""
    inner, outer, m = start, sign * math.inf, start
    for iteration in range(200):
        r, slope = y.influence(m, a)
        excess = -sign * r - wall  # positive where m is refuted
        if excess > 0:
            outer = m
            if iteration == 0 or excess <= 2 * TOLERANCE * wall:
                return outer  # good enough: refuted by little, or an end that was refuted from the beginning
        else:
            inner = m
        if math.isfinite(outer) and abs(outer - inner) <= TOLERANCE * abs(outer - start):
            return outer
        newton = m + sign * (TOLERANCE * wall - excess) / max(slope, 1e-3 * a * len(y.y))
        safe = sign * (newton - inner) > 0 and sign * (outer - newton) > 0 and iteration % 8 < 6
        m = newton if safe or not math.isfinite(outer) else (inner + outer) / 2
    raise NotConverged("the ends of a mean's interval were not found in 200 steps; the sample's spread leaves float64")


def _ends(y: Tensor, mean: float, top: float, bottom: float, level: float) -> tuple[float, float]:
    """The ends for one row in units of y, from the upper and the lower bound of its variance."""
    # without a lower bound one replicate outweighs all others by more than floats resolve
    low, high = (0.0, 0.0) if bottom > 0 else (-math.inf, math.inf)
    ordered, n = _Ordered(y, mean), len(y)
    cell = math.ceil(math.log2(top) / CELL)  # top lies in (2^((cell-1)/4), 2^(cell/4)]
    while bottom > 0 and (ceiling := 2.0 ** (CELL * cell)) > bottom:
        a = math.sqrt(2 * level / (n * ceiling * 2 ** (-CELL / 2)))
        wall = n * math.log1p(a * a * min(ceiling, top) / 2) + level
        low, high = _extend(ordered, a, wall, low, -1), _extend(ordered, a, wall, high, 1)
        cell -= 1
    return mean + low, mean + high


def _unit_interval(y: Tensor, kurtosis: float, alpha: float) -> tuple[Tensor, Tensor, Tensor]:
    n = y.shape[1]
    level = math.log(2 / ((1 - UPPER - LOWER) * alpha))
    mean = y.mean(1)
    s2 = torch.linalg.vecdot(y - mean[:, None], y - mean[:, None]) / (n - 1)
    top = s2 * variance_factor(n, kurtosis, alpha)
    bottom = _small_variance(y, s2, kurtosis, alpha)
    rows = zip(y, mean.tolist(), top.tolist(), bottom.tolist(), strict=True)
    low, high = torch.tensor([_ends(*row, level) for row in rows], dtype=torch.float64, device=y.device).T
    return low, high, top


def mean_interval(x: Tensor, *, kurtosis: float, alpha: float) -> MeanInterval:
    """The interval at level α for the means of rows of independent replicates whose law has kurtosis at most `kurtosis`."""
    _check(kurtosis, alpha)
    scaled = Scaled.of(torch.atleast_2d(torch.as_tensor(x)))
    rows, n = scaled.y.shape
    low, high = torch.full((rows,), -math.inf, dtype=torch.float64), torch.full((rows,), math.inf, dtype=torch.float64)
    variance = high.clone()
    if n >= least_samples(kurtosis, alpha):
        moving = scaled.y.abs().amax(1) > 0
        if bool(moving.all()):
            low, high, variance = _unit_interval(scaled.y, kurtosis, alpha)
        else:
            # equal replicates: no positive variance survives test 1
            low, high, variance = (torch.zeros(rows, dtype=torch.float64) for _ in range(3))
            if bool(moving.any()):
                low[moving], high[moving], variance[moving] = _unit_interval(scaled.y[moving], kurtosis, alpha)
        low, high = scaled.back(low) - scaled.rounding, scaled.back(high) + scaled.rounding
        variance = scaled.back_square(variance)
    if torch.as_tensor(x).ndim == 1:
        low, high, variance = low[0], high[0], variance[0]
    return MeanInterval(low, high, variance, n, kurtosis, alpha)
