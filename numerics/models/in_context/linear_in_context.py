"""Sparse linear functions learned from a prompt by the LASSO and by minimum norm.

Conventions: x ~ N(0, I_d), y = <x, theta> without noise, risks are averaged exactly over the query.
"""

from __future__ import annotations

import torch
from torch import Tensor

from lemmata.numerics.random.draw import Draw


def lasso_against_minimum_norm(d: int, n: int, nonzero: int, penalty: float, draw: Draw, steps: int = 150) -> dict[str, Tensor]:
    """Squared errors |w - theta|^2 of the LASSO (1/2n)|y - Xw|^2 + penalty |w|_1, by descent, and of minimum norm."""
    x = draw.normal(n, d)
    theta = torch.cat((draw.normal(nonzero), torch.zeros_like(x[:, 0, nonzero:])), -1)
    y = x @ theta[..., None]
    gram, pull = x.mT @ x / n, x.mT @ y / n
    step = n / torch.linalg.matrix_norm(x, 2).square()[:, None, None]
    w = ahead = torch.zeros_like(theta)[..., None]
    momentum = 1.0
    for _ in range(steps):
        moved = ahead + step * (pull - gram @ ahead)
        new = torch.sign(moved) * (moved.abs() - step * penalty).clamp(min=0)
        following = (1 + (1 + 4 * momentum**2) ** 0.5) / 2
        ahead, w, momentum = new + (momentum - 1) / following * (new - w), new, following
    least = x.mT @ torch.linalg.solve(x @ x.mT, y)
    return {"lasso": (w[..., 0] - theta).square().sum(-1), "minimum_norm": (least[..., 0] - theta).square().sum(-1)}
