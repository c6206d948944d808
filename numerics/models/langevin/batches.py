"""Mini-batches of a list of numbers."""

from __future__ import annotations

from collections.abc import Mapping

import torch
from torch import Tensor

from lemmata.numerics.random.draw import Draw


def mean(p: Mapping[str, float], draw: Draw) -> dict[str, Tensor]:
    """(B,) means of a batch out of cos 1, ..., cos n: the least of n uniform numbers choose it; `again`: drawn with replacement."""
    n, size = int(p["n"]), int(p["B"])
    data = torch.cos(torch.arange(1, n + 1, dtype=torch.float64, device=draw.device))
    if p["again"]:
        chosen = draw.integers(0, n, size)
    else:
        chosen = draw.uniform(n).argsort(dim=-1)[:, :size]
    return {"mean": data[chosen].mean(dim=-1)}
