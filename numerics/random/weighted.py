"""Weighted normal samples, for means of polynomials whose plain replicates have heavy tails."""

from __future__ import annotations

import torch
from torch import Tensor

from lemmata.numerics.random.draw import Draw

WIDTH = 3.0  # variance of the normal that stands in for N(0, 1)


def wide_normal(draw: Draw, *shape: int) -> tuple[Tensor, Tensor]:
    """Points of N(0, WIDTH) and weights, such that the mean of weight times f(point) is E f(z), z ~ N(0, 1)."""
    z = draw.normal(*shape)
    return WIDTH**0.5 * z, WIDTH**0.5 * torch.exp(-(WIDTH - 1) / 2 * z * z)
