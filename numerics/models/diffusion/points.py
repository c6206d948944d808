"""Uniform points of the unit cube: the distance to them, and W_1 on the line."""

from __future__ import annotations

from collections.abc import Mapping

import torch
from torch import Tensor

from lemmata.numerics.random.draw import Draw


def uniform(p: Mapping[str, float], draw: Draw) -> dict[str, Tensor]:
    """(B,) distance of one more point to the nearest of n, and the integral of |F_n - t| for the first coordinates."""
    n, d = int(p["n"]), int(p["d"])
    x, last = draw.uniform(n, d, dtype=torch.float64), draw.uniform(1, d, dtype=torch.float64)
    line = x[..., 0].sort(dim=-1).values
    ends = torch.cat((torch.zeros_like(line[:, :1]), line, torch.ones_like(line[:, :1])), dim=-1)
    level = torch.arange(n + 1, dtype=torch.float64, device=x.device) / n
    # the integral of |t - c| is (t - c)|t - c|/2
    high, low = ends[:, 1:] - level, ends[:, :-1] - level
    return {"nearest": (x - last).norm(dim=-1).amin(dim=-1), "line": (high * high.abs() - low * low.abs()).sum(dim=-1) / 2}
