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


def _influence(y: Tensor, m: Tensor, a: Tensor) -> tuple[Tensor, Tensor]:
    """Σ ψ(a(y - m)) and minus its derivative in m."""
    u = (y - m[:, None]).mul_(a[:, None]).clamp_(-CUT, CUT)
    square = u * u
    first, second, third = u.sum(1), square.sum(1), torch.linalg.vecdot(square, u)
    return first - third / 6, a * (y.shape[1] - second / 2)


def _extend(y: Tensor, a: Tensor, wall: Tensor, start: Tensor, sign: int) -> Tensor:
    """The first refuted point found from `start` on in the direction `sign`: sign Σ ψ < -wall there."""
    inner, outer = start.clone(), torch.full_like(start, sign * math.inf)
    done, m = torch.zeros_like(start, dtype=torch.bool), start.clone()
    for iteration in range(200):
        r, slope = _influence(y, m, a)
        excess = -sign * r - wall  # positive where m is refuted
        refuted = excess > 0
        outer, inner = torch.where(refuted & ~done, m, outer), torch.where(refuted | done, inner, m)
        # good enough: refuted by little, or an end that was refuted from the beginning
        done |= refuted & ((excess <= 2 * TOLERANCE * wall) | torch.tensor(iteration == 0))
        gap = (outer - inner).abs()
        done |= outer.isfinite() & (gap <= TOLERANCE * (outer - start).abs())
        if bool(done.all()):
            return outer
        newton = m + sign * (TOLERANCE * wall - excess) / slope.clamp(min=1e-3 * a * y.shape[1])
        middle = (inner + outer) / 2
        safe = (sign * (newton - inner) > 0) & (sign * (outer - newton) > 0) & torch.tensor(iteration % 8 < 6)
        m = torch.where(done, m, torch.where(safe, newton, torch.where(outer.isfinite(), middle, newton)))
    raise NotConverged("the ends of a mean's interval were not found in 200 steps; the sample's spread leaves float64")


def _unit_interval(y: Tensor, kurtosis: float, alpha: float) -> tuple[Tensor, Tensor, Tensor]:
    n = y.shape[1]
    level = math.log(2 / ((1 - UPPER - LOWER) * alpha))
    mean = y.mean(1)
    s2 = torch.linalg.vecdot(y - mean[:, None], y - mean[:, None]) / (n - 1)
    top = s2 * variance_factor(n, kurtosis, alpha)
    bottom = _small_variance(y, s2, kurtosis, alpha)
    cell = torch.ceil(torch.log2(top) / CELL)  # top lies in (2^((cell-1)/4), 2^(cell/4)]
    low, high = mean, mean
    for step in range(2000):
        ceiling = torch.exp2(CELL * (cell - step))
        live = (ceiling > bottom) & (bottom > 0)
        if not bool(live.any()):
            # no lower bound of the variance: one replicate outweighs all others by more than floats resolve
            lost = bottom == 0
            return low.masked_fill(lost, -math.inf), high.masked_fill(lost, math.inf), top
        a = (2 * level / (n * ceiling * 2 ** (-CELL / 2))).sqrt()
        wall = n * torch.log1p(a * a * torch.minimum(ceiling, top) / 2) + level
        low = torch.where(live, _extend(y, a, wall, low, -1), low)
        high = torch.where(live, _extend(y, a, wall, high, 1), high)
    return torch.full_like(low, -math.inf), torch.full_like(low, math.inf), top


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
