"""Replicates that share an effect: chunks whose values differ by more than the replicates within them explain.

Rank tests, so that the level holds for every continuous law of exchangeable replicates, heavy tails included: Kruskal
and Wallis on the values (a common shift) and on the distances from the median (a common scale), each at half the level.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import torch
from torch import Tensor

from lemmata.theory.language.errors import LemmataError
from lemmata.verify.engine.stats.quantiles import chi2_sf, ranks
from lemmata.verify.engine.stats.scaling import Scaled, finite

ALPHA = 1e-6
FEWEST = 8  # replicates per chunk, for the χ² law of the rank statistic


@dataclass(frozen=True)
class CommonEffect:
    """Whether chunks differ, the smaller p-value, and what a common shift does to the variance of the mean."""

    detected: bool
    p: float
    inflation: float
    effective: float
    text: str


def _kruskal(rows: np.ndarray[tuple[int, ...], np.dtype[np.float64]]) -> float:
    """The p-value of equal laws in all rows; 1 where all values are equal."""
    count, size = rows.shape
    n = count * size
    places = ranks(rows.ravel()).reshape(count, size)
    total = float(((places - (n + 1) / 2) ** 2).sum())
    if total == 0:
        return 1.0
    between = size * float(((places.mean(axis=1) - (n + 1) / 2) ** 2).sum())
    return float(chi2_sf((n - 1) * between / total, count - 1))


def common_effect(chunks: Tensor, *, alpha: float = ALPHA) -> CommonEffect:
    """Compare the rows of (chunks, replicates per chunk); `inflation` is n Var(chunk mean)/(variance within)."""
    x = finite(chunks)
    if x.ndim != 2 or x.shape[0] < 2 or x.shape[1] < FEWEST:
        raise LemmataError(
            f"chunks of shape {tuple(x.shape)} cannot be compared; give at least 2 of at least {FEWEST} replicates"
        )
    if not 0 < alpha < 1:
        raise LemmataError(f"alpha={alpha} is no error rate; give a number strictly between 0 and 1")
    y = Scaled.of(x.reshape(1, -1)).y.reshape(x.shape)
    rows = y.numpy()
    shift, spread = _kruskal(rows), _kruskal(np.abs(rows - np.median(rows)))
    p = min(1.0, 2 * min(shift, spread))
    within = float(y.var(dim=1).mean())
    between = float(y.mean(dim=1).var()) * x.shape[1]
    inflation = between / within if within > 0 else (1.0 if between == 0 else float("inf"))
    effective = x.numel() / max(inflation, 1.0)
    detected = p <= alpha
    text = ""
    if detected:
        how = "spread" if spread < shift else f"mean by {inflation:.3g} times what independent replicates explain"
        text = f"replicates share an effect: {x.shape[0]} chunks differ in {how} (p ≤ {max(p, 1e-300):.1g}); draw each from its own key"
    return CommonEffect(detected, p, inflation, effective, text)


def in_chunks(x: Tensor, count: int = 32) -> Tensor:
    """A sample (n,) as `count` consecutive rows of equal size, the remainder left out."""
    count = max(2, min(count, len(x) // FEWEST))
    size = len(x) // count
    return torch.as_tensor(x)[: count * size].reshape(count, size)
