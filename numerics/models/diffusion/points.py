"""Uniform points of the unit cube: the distance to them, W_1 on the line, and matchings of two samples."""

from __future__ import annotations

from collections.abc import Mapping

import torch
from torch import Tensor

from lemmata.numerics.formula.program import is_fake
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


def matched(p: Mapping[str, float], draw: Draw) -> dict[str, Tensor]:
    """(B,) least mean distance of a matching of two samples of n points."""
    from scipy.optimize import linear_sum_assignment  # takes a while to load

    n, d = int(p["n"]), int(p["d"])
    cost = torch.cdist(draw.uniform(n, d, dtype=torch.float64), draw.uniform(n, d, dtype=torch.float64))
    if is_fake(cost):  # which device it is on is asked, not a value
        return {"distance": cost.amin(dim=-1).mean(dim=-1)}
    columns = torch.stack([torch.as_tensor(linear_sum_assignment(table)[1]) for table in cost.cpu().numpy()])
    return {"distance": cost.gather(-1, columns.to(cost.device)[..., None])[..., 0].mean(dim=-1)}
