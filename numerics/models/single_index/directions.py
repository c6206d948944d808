"""Overlaps of random directions on the sphere of R^d."""

from __future__ import annotations

import torch
from torch import Tensor

from lemmata.numerics.random.draw import Draw


def overlaps(d: int, draw: Draw) -> Tensor:
    """<theta, theta'> of two independent uniform directions."""
    theta = draw.sphere(d, 2)
    return (theta[:, 0] * theta[:, 1]).sum(dim=1)


def largest_overlap(count: int, d: int, draw: Draw) -> Tensor:
    """The largest |<theta_i, theta_j>|, i < j, of `count` uniform directions."""
    theta = draw.sphere(d, count, dtype=torch.float32)
    gram = (theta @ theta.mT).abs_()
    return torch.triu(gram, diagonal=1).amax(dim=(1, 2)).to(draw.dtype)
