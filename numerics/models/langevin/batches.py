"""Mini-batches of a list of numbers."""

from __future__ import annotations

from collections.abc import Mapping

import torch
from torch import Tensor

from lemmata.numerics.random.draw import Draw


def mean(p: Mapping[str, float], draw: Draw) -> dict[str, Tensor]:
    """(B,) means of a batch out of cos 1, ..., cos n, without replacement; `again`: drawn with replacement."""
    return {"mean": _chosen(p, draw).mean(dim=-1)}


def _chosen(p: Mapping[str, float], draw: Draw, *shape: int) -> Tensor:
    """(B, ..., size) batches of cos 1, ..., cos n."""
    n, size = int(p["n"]), int(p["B"])
    data = torch.cos(torch.arange(1, n + 1, dtype=draw.dtype, device=draw.device))
    if p["again"]:
        return data[draw.integers(0, n, *shape, size)]
    chosen = draw.integers(0, n, *shape, 1)
    for taken in range(1, size):  # one of those that are left: past every smaller one that is taken
        place = draw.integers(0, n - taken, *shape, 1)
        for k in range(taken):
            place = place + (place >= chosen[..., k : k + 1])
        chosen = torch.cat((chosen, place), dim=-1).sort(dim=-1).values
    return data[chosen]


def particles(p: Mapping[str, float], draw: Draw) -> dict[str, Tensor]:
    """N particles of F = (a/2)E x^2 + (b/2)(E x - c)^2 with batch means for c, one batch for all or (`own`) one for each, from one point.

    F with the mean of the data for c, the mean and the spread of the particles after k steps.
    """
    a, b, eta, count, n = float(p["a"]), float(p["b"]), float(p["η"]), int(p["N"]), int(p["n"])
    x = torch.full((draw.replicates, count), float(p["m_0"]), dtype=draw.dtype, device=draw.device)
    width = (2 * float(p["λ_2"]) * eta) ** 0.5
    for _ in range(int(p["k"])):
        target = _chosen(p, draw, count if p["own"] else 1).mean(dim=-1)
        x = x - eta * (a * x + b * (x.mean(-1, keepdim=True) - target)) + width * draw.normal(count, fast=draw.single)
    mean = x.mean(-1)
    centre = torch.cos(torch.arange(1, n + 1, dtype=draw.dtype, device=draw.device)).mean()
    value = a / 2 * x.square().mean(-1) + b / 2 * (mean - centre) ** 2
    return {"value": value, "mean": mean, "spread": x.square().mean(-1) - mean**2}
