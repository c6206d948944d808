"""One budget of false alarms: Σ α_i ≤ α over everything that a run judges, so P(any false alarm) ≤ α (union bound).

Shares are fixed before a number is drawn, so what is drawn cannot inflate them. A family of unknown size (fuzzing) is
covered by the telescoping shares α/(k(k+1)), k = 1, 2, ...
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Mapping, Sequence
from typing import TypeVar

from theory.language.errors import LemmataError

RUN = 1e-3
K = TypeVar("K", bound=Hashable)


def split(total: float, weights: Mapping[K, float]) -> dict[K, float]:
    """α_i = α w_i / Σ w."""
    if not 0 < total < 1:
        raise LemmataError(f"a budget of false alarms lies strictly between 0 and 1, not at {total}")
    bad = {k: w for k, w in weights.items() if not (w > 0 and math.isfinite(w))}
    if bad:
        raise LemmataError(f"weights of a budget are positive numbers, but these are not: {bad}")
    norm = math.fsum(weights.values())
    return {k: total * w / norm for k, w in weights.items()}


def even(total: float, keys: Sequence[K]) -> dict[K, float]:
    return split(total, dict.fromkeys(keys, 1.0))


def share(total: float, k: int) -> float:
    """Share of the k-th member (k ≥ 1) of a family whose size is not known beforehand; the shares sum to `total`."""
    if k < 1:
        raise LemmataError(f"members of a family are counted from 1, not {k}")
    return total / (k * (k + 1))


def stages(alpha: float) -> tuple[float, float]:
    """Levels (√α, √α) of suspicion and confirmation: their product is the false-alarm rate of the pair."""
    return math.sqrt(alpha), math.sqrt(alpha)
