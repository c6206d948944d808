"""Eigenvalues in decreasing order, for the shapes that the theory of ridge regression distinguishes."""

from __future__ import annotations

import torch
from torch import Tensor

from lemmata.numerics.random.draw import Draw
from lemmata.theory.language.errors import DomainError

SHAPES = ("power", "exponential", "two_level", "three_level", "flat", "log_uniform")


def spectrum(shape: str, d: int, a: float, draw: Draw) -> Tensor:
    """(1, d) positive eigenvalues: j^-a, e^(-a j/4), 10^a on a tenth of them, three levels, all one, or log-uniform."""
    j = torch.arange(1, d + 1, dtype=torch.float64, device=draw.device)
    if shape == "power":
        values = j**-a
    elif shape == "exponential":
        values = torch.exp(-a * j / 4).clamp(min=1e-30)
    elif shape == "two_level":
        values = torch.where(j <= max(1, d // 10), 10.0**a, 1.0)
    elif shape == "three_level":
        values = torch.where(j <= max(1, d // 20), 10.0**a, torch.where(j <= max(1, d // 4), 1.0, 10.0**-a))
    elif shape == "flat":
        values = torch.ones_like(j)
    elif shape == "log_uniform":
        values = torch.exp(draw.uniform(d, low=-13.8, high=4.6, dtype=torch.float64)[0]).sort(descending=True).values
    else:
        raise DomainError(f"there is no spectrum {shape!r}: use one of {', '.join(SHAPES)}")
    return values[None]
