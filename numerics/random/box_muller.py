r"""Standard normals in double precision from torch's generator of a CPU, by whole vectors.

torch makes them from the same uniforms by the same formula, $\sqrt{-2\log u}\,(\cos 2\pi v, \sin 2\pi v)$ on eight pairs at a time, with
one scalar logarithm, sine and cosine after the other. Here it is done on many at once, in little more than half the time;
the numbers are torch's but for the rounding of these functions, and the generator is left in the same state.
"""

from __future__ import annotations

import math

import torch
from torch import Tensor

EIGHT = 8  # pairs that torch makes of sixteen uniforms: the first of each pair in front
FEWEST = 4096  # below this torch's own loop is faster
BLOCK = 2048  # sixteens that stay in the cache


def fill_normal(out: Tensor, generator: torch.Generator) -> Tensor:
    """Fill a contiguous tensor with standard normals."""
    if out.numel() < FEWEST or out.dtype != torch.float64 or out.device.type != "cpu":
        return out.normal_(generator=generator)
    flat = out.view(-1).uniform_(generator=generator)
    whole = flat.numel() - flat.numel() % (2 * EIGHT)
    _transform(flat[:whole].view(-1, 2, EIGHT))
    if whole < flat.numel():  # what is left is made anew together with the last of the others, as torch does it
        last = torch.empty(1, 2, EIGHT, dtype=out.dtype).uniform_(generator=generator)
        _transform(last)
        flat[-2 * EIGHT :] = last.view(-1)
    return out


def _transform(uniforms: Tensor) -> None:
    """Pairs of uniforms on [0, 1), (k, 2, 8), become pairs of normals in their place."""
    size = min(BLOCK, uniforms.shape[0])
    radius, angle, cosine = (uniforms.new_empty(size, EIGHT) for _ in range(3))
    for pairs in uniforms.split(size):
        k = pairs.shape[0]
        if k < size:
            radius, angle, cosine = radius[:k], angle[:k], cosine[:k]
        torch.sub(1, pairs[:, 0], out=radius).log_().mul_(-2).sqrt_()
        torch.mul(pairs[:, 1], 2 * math.pi, out=angle)
        torch.mul(torch.cos(angle, out=cosine), radius, out=pairs[:, 0])
        torch.mul(angle.sin_(), radius, out=pairs[:, 1])
