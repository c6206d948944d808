"""Overdamped Langevin dynamics, Euler's scheme: x <- x - step grad U(x) + sqrt(2 step / beta) xi.

Independent particles are the replicates. They are advanced through all steps in blocks that stay in cache,
the noise drawn into one preallocated block: the time is that of the random numbers.
"""

from __future__ import annotations

from collections.abc import Callable

import torch
from torch import Tensor

from lemmata.numerics.random.draw import Draw
from lemmata.theory.language.errors import DomainError

BLOCK = 1 << 15


def overdamped(
    gradient: Callable[[Tensor], Tensor],
    start: Tensor,
    step: float,
    steps: int,
    draw: Draw,
    *,
    beta: float = 1.0,
    fast: bool = True,
) -> Tensor:
    """Positions (B, d) after `steps` steps from `start` of shape (d,) or (B, d).

    `gradient` maps (b, d) to (b, d) row by row: it sees a block of particles at a time. `fast` draws in
    float32.
    """
    if step <= 0 or beta <= 0 or steps < 0:
        raise DomainError(f"step {step}, beta {beta}, steps {steps}: give a positive step and beta, and steps >= 0")
    x = draw.tensor(start, draw.dtype).expand(draw.replicates, start.shape[-1]).clone()
    source = draw.source()
    scale = (2 * step / beta) ** 0.5
    for block in x.split(max(1, BLOCK // x.shape[1])):
        noise = torch.empty_like(block)
        for _ in range(steps):
            drift = gradient(block)
            source.normal_(noise, fast)
            block.add_(drift, alpha=-step).add_(noise, alpha=scale)
    return x
