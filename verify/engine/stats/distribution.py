"""Whole distributions and collections of p-values.

Kolmogorov-Smirnov (exact) and χ² tests; p to e calibration ∫ κ p^(κ-1) dκ; Holm's step-down; and a simultaneous band for
the ECDF of N p-values: pointwise binomial bounds at the grid z_1 < ... < z_K, at a local level found so that the whole ECDF
stays inside with probability exactly 1 - α, computed by propagating the counts (a Markov chain of binomials).
Conventions: samples are 1-d tensors; p-values lie in [0, 1] and are small against the hypothesis.
Sources: Marsaglia, Tsang & Wang (2003); Vovk & Wang (2021), E-values; Holm (1979); Säilynoja, Bürkner & Vehtari (2022).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
import torch
from scipy import special
from torch import Tensor

from lemmata.theory.language.errors import LemmataError, NonFinite
from lemmata.verify.engine.stats.sequential import as_tensor, check_level


def _sample(x: Tensor | Sequence[float], name: str) -> Tensor:
    values = as_tensor(x).flatten()
    if len(values) == 0 or not bool(values.isfinite().all()):
        raise NonFinite(f"{name} must hold at least one number and only finite ones")
    return values


def ks_one_sample(x: Tensor | Sequence[float], cdf: Callable[[Tensor], Tensor]) -> tuple[float, float]:
    """(D, exact p) of the sample against a continuous distribution function."""
    from scipy import stats

    ordered = _sample(x, "the sample").sort().values
    n = len(ordered)
    u = cdf(ordered).to(torch.float64)
    if not bool(((u >= -1e-12) & (u <= 1 + 1e-12)).all()):
        raise LemmataError("a distribution function must take values in [0, 1]")
    i = torch.arange(1, n + 1, dtype=torch.float64)
    d = float(torch.maximum(i / n - u, u - (i - 1) / n).max())
    return d, float(stats.kstwo.sf(d, n))


def ks_two_sample(x: Tensor | Sequence[float], y: Tensor | Sequence[float]) -> tuple[float, float]:
    """(D, p) of two samples; exact where the product of sizes is below 4e6 (the bound p ≤ 2 exp(-...) otherwise)."""
    from scipy import stats

    a, b = _sample(x, "the first sample"), _sample(y, "the second sample")
    method = "exact" if len(a) * len(b) <= 4_000_000 else "asymp"
    result = stats.ks_2samp(a.numpy(), b.numpy(), method=method)
    return float(result.statistic), float(result.pvalue)


def chi2_test(
    counts: Tensor | Sequence[float], probabilities: Tensor | Sequence[float], *, expected: float = 10.0
) -> tuple[float, int, float]:
    """(χ², degrees of freedom, p); neighbouring cells are merged until each expects at least `expected` counts."""
    c, p = _sample(counts, "counts"), _sample(probabilities, "probabilities")
    if len(c) != len(p) or abs(float(p.sum()) - 1) > 1e-9 or bool((p < 0).any()) or bool((c < 0).any()):
        raise LemmataError(
            f"{len(c)} counts need as many probabilities that sum to 1, not {len(p)} with sum {float(p.sum()):.6g}"
        )
    n = float(c.sum())
    cells: list[list[float]] = [[0.0, 0.0]]
    for count, probability in zip(c.tolist(), p.tolist(), strict=True):
        if cells[-1][1] >= expected:
            cells.append([0.0, 0.0])
        cells[-1][0] += count
        cells[-1][1] += n * probability
    if len(cells) > 1 and cells[-1][1] < expected:
        last = cells.pop()
        cells[-1] = [cells[-1][0] + last[0], cells[-1][1] + last[1]]
    if len(cells) < 2:
        raise LemmataError(f"{n:g} counts leave a single cell that expects {expected:g}; draw more")
    table = as_tensor(cells)
    value = float(((table[:, 0] - table[:, 1]) ** 2 / table[:, 1]).sum())
    return value, len(cells) - 1, float(special.chdtrc(len(cells) - 1, value))


def log_e_from_p(p: float | Tensor) -> Tensor:
    """Log of ∫₀¹ κ p^(κ-1) dκ = (1 - p + p log p)/(p log² p): an e-value for any valid p-value."""
    q = as_tensor(p).clamp(1e-300, 1.0)
    log = torch.log(q)
    # near p = 1 numerator and denominator both vanish: 1/2 - log(p)/3... by series
    near = log.abs() < 1e-3
    safe = torch.where(near, torch.full_like(log, -1.0), log)
    value = torch.log((1 - safe.exp() + safe.exp() * safe) / (safe.exp() * safe**2))
    return torch.where(near, torch.log(0.5 - log / 6), value)


def p_from_log_e(log_e: Tensor) -> Tensor:
    """min(1, 1/E), Markov's inequality."""
    return torch.exp(-log_e).clamp(max=1.0)


def holm(p: Tensor | Sequence[float], alpha: float) -> tuple[Tensor, Tensor]:
    """(rejected, adjusted p): familywise error at most α under any dependence."""
    values = _sample(p, "p-values")
    order = values.argsort()
    m = len(values)
    steps = (values[order] * torch.arange(m, 0, -1)).cummax(0).values.clamp(max=1.0)
    adjusted = torch.empty_like(values)
    adjusted[order] = steps
    return adjusted <= float(check_level(alpha)), adjusted


@dataclass(frozen=True)
class Band:
    """Simultaneous band for the ECDF at the points `at`; each point has local level `local`."""

    at: Tensor
    low: Tensor
    high: Tensor
    local: float

    def inside(self, p: Tensor | Sequence[float]) -> bool:
        """Whether the ECDF of the p-values stays in the band."""
        e = ecdf(p, self.at)
        return bool(((e >= self.low - 1e-12) & (e <= self.high + 1e-12)).all())


def ecdf(p: Tensor | Sequence[float], at: Tensor) -> Tensor:
    values = _sample(p, "p-values").sort().values
    return torch.searchsorted(values, at, right=True).to(torch.float64) / len(values)


def ecdf_band(n: int, alpha: float, *, points: int = 64, side: Literal["both", "upper"] = "both") -> Band:
    """Band for the ECDF of n uniform p-values; `upper` alone for p-values that may be conservative."""
    level = float(check_level(alpha))
    if n < 1 or points < 1:
        raise LemmataError(f"a band needs at least one p-value and one point, not {n} and {points}")
    k = min(n, points)
    z = np.arange(1, k + 1) / (k + 1)
    low_level, high_level = level / (2 * k), level
    # local levels from Bonferroni's to the single point's: the coverage falls in between
    for _ in range(30):
        middle = float(np.sqrt(low_level * high_level))
        if _coverage(n, z, *_counts_at(n, z, middle, side)) >= 1 - level:
            low_level = middle
        else:
            high_level = middle
    a, b = _counts_at(n, z, low_level, side)
    return Band(as_tensor(torch.from_numpy(z)), torch.from_numpy(a / n), torch.from_numpy(b / n), low_level)


def _counts_at(n: int, z: np.ndarray, local: float, side: str) -> tuple[np.ndarray, np.ndarray]:
    """Lowest and highest counts at each point, each tail with probability at most local/2 (upper alone: local)."""
    counts = np.arange(n + 1)
    below = special.bdtr(counts[None, :], n, z[:, None])
    if side == "upper":
        return np.zeros(len(z)), (below >= 1 - local).argmax(1).astype(float)
    low = (below >= local / 2).argmax(1)
    high = (below >= 1 - local / 2).argmax(1)
    return low.astype(float), high.astype(float)


def _coverage(n: int, z: np.ndarray, low: np.ndarray, high: np.ndarray) -> float:
    """P(low_k ≤ #{p ≤ z_k} ≤ high_k for all k) by the chain of counts."""
    log_factorial = special.gammaln(np.arange(n + 2) + 1)
    probability, previous = np.array([1.0]), 0
    before = 0.0
    for point, a, b in zip(z, low.astype(int), high.astype(int), strict=True):
        q = (point - before) / (1 - before)
        start, end = np.arange(previous, previous + len(probability)), np.arange(a, b + 1)
        jump = end[None, :] - start[:, None]
        left = n - start[:, None]
        valid = (jump >= 0) & (jump <= left)
        j, m = np.where(valid, jump, 0), np.broadcast_to(left, jump.shape)
        log = log_factorial[m] - log_factorial[j] - log_factorial[m - j] + j * np.log(q) + (m - j) * np.log1p(-q)
        probability = probability @ np.where(valid, np.exp(log), 0.0)
        previous, before = int(a), float(point)
    return float(probability.sum())
