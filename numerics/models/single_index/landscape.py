"""Minimising the criterion R(W) of a two-layer linear network over its first layer, by gradient steps.

With K = X W^T W X^T, M = (K + n lam)^-1 and D = S - s2_prime I,

    R(W) = s2_prime + lam Tr[M D],      grad R = -2 lam W X^T M D M X        (linear_net.landscape).

Everything is batched over replicates: X (B, n, d), W (B, p, d), S (B, n, n).
"""

from __future__ import annotations

import torch
from torch import Tensor

from lemmata.numerics.random.draw import Draw

RISE, FALL = 1.4, 0.5


def value_and_gradient(w: Tensor, x: Tensor, centred: Tensor, lam: float, s2_prime: float | Tensor) -> tuple[Tensor, Tensor]:
    """R(W) and its gradient; `centred` is D = S - s2_prime I."""
    n = x.shape[-2]
    features = x @ w.mT
    gram = features @ features.mT
    gram.diagonal(dim1=-2, dim2=-1).add_(n * lam)
    inverse = torch.cholesky_inverse(torch.linalg.cholesky(gram))
    product = inverse @ centred
    value = s2_prime + lam * product.diagonal(dim1=-2, dim2=-1).sum(dim=-1)
    return value, -2 * lam * features.mT @ (product @ inverse) @ x


def descend(
    x: Tensor,
    second_moment: Tensor,
    rows: int,
    lam: float,
    s2_prime: float,
    draw: Draw,
    *,
    steps: int = 1500,
    size: float = 0.01,
) -> Tensor:
    """R(W) after gradient descent from random W of entries `size`; the step grows while R falls and is halved when it rises."""
    n, d = x.shape[-2:]
    design = draw.tensor(x).expand(draw.replicates, n, d)
    centred = draw.tensor(second_moment) - s2_prime * torch.eye(n, dtype=torch.float64, device=draw.device)
    w = size * draw.normal(rows, d, dtype=torch.float64)
    value, gradient = value_and_gradient(w, design, centred, lam, s2_prime)
    step = torch.ones_like(value)
    for _ in range(steps):
        moved = w - step[:, None, None] * gradient
        new, slope = value_and_gradient(moved, design, centred, lam, s2_prime)
        better = new < value
        keep = better[:, None, None]
        w, gradient = torch.where(keep, moved, w), torch.where(keep, slope, gradient)
        value, step = torch.where(better, new, value), step * torch.where(better, RISE, FALL)
    return value
