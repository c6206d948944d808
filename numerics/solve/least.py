"""The least value of a smooth function of one positive variable, by a logarithmic grid that is refined around its minimum."""

from __future__ import annotations

from collections.abc import Callable

import torch
from torch import Tensor

POINTS, ROUNDS = 129, 6


def least(function: Callable[[Tensor], Tensor], low: Tensor, high: Tensor) -> tuple[Tensor, Tensor]:
    """(where, value) of the minimum on [low, high]; batched: low and high (...), `function` maps (..., P) to (..., P).

    Each round keeps the two cells beside the best point, so the place is known to a factor (high/low)^(64^-ROUNDS) and
    the value to its square: an end of the interval is found exactly.
    """
    a, b = low.log(), high.log()
    t = torch.linspace(0, 1, POINTS, dtype=a.dtype, device=a.device)
    for _ in range(ROUNDS):
        grid = a[..., None] + (b - a)[..., None] * t
        values = function(grid.exp())
        best = values.argmin(dim=-1, keepdim=True)
        a, b = (grid.gather(-1, (best + move).clamp(0, POINTS - 1))[..., 0] for move in (-1, 1))
    return grid.gather(-1, best)[..., 0].exp(), values.gather(-1, best)[..., 0]
