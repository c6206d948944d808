"""Linear attention on prompts of learned features: token matrices, and what their variants predict.

A prompt has features X (B, n, k) and labels y (B, n, 1); the query has features h (B, k, 1). Tokens are columns
(features; label), the query last, with an empty label slot.
"""

from __future__ import annotations

import torch
from torch import Tensor

from lemmata.numerics.random.draw import Draw


def tokens(x: Tensor, y: Tensor, h: Tensor, label: Tensor) -> Tensor:
    """(B, k + 1, n + 1); `label` (B, 1, 1) is what stands in the slot of the query."""
    return torch.cat([torch.cat([x.mT, h], dim=-1), torch.cat([y.mT, label], dim=-1)], dim=-2)


def prompt(k: int, n: int, draw: Draw) -> dict[str, Tensor]:
    """One random prompt with its matrices, and softmax attention's answer."""
    x, y, h = draw.normal(n, k), draw.normal(n, 1), draw.normal(k, 1)
    gamma, row, target = draw.normal(k, k), draw.normal(k, 1), draw.normal(1, 1) + 2
    key_query = torch.zeros(draw.replicates, k + 1, k + 1, dtype=x.dtype, device=draw.device)
    value = key_query.clone()
    value[:, k, k] = 1.0
    key_query[:, :k, :k] = gamma
    with_row = key_query.clone()
    with_row[:, k, :k] = row[..., 0]
    scores = x @ gamma @ h
    return {
        "x": x,
        "y": y,
        "h": h,
        "gamma": gamma,
        "row": row,
        "tokens": tokens(x, y, h, torch.zeros_like(target)),
        "labelled": tokens(x, y, h, target),
        "value": value,
        "key_query": key_query,
        "with_row": with_row,
        "label": torch.eye(k + 1, dtype=x.dtype, device=draw.device)[:, k:].expand(draw.replicates, -1, -1),
        "query": torch.eye(n + 1, dtype=x.dtype, device=draw.device)[:, n:].expand(draw.replicates, -1, -1),
        "softmax": (scores.softmax(dim=-2) * y).sum((-1, -2)),
        "target": target[..., 0, 0],
    }


def gradient_at_zero(x: Tensor, y: Tensor) -> Tensor:
    """Gradient (B, k, 1) of (1/2n) |y - X w|^2 at w = 0, by automatic differentiation."""
    w = x.new_zeros((x.shape[0], x.shape[-1], 1)).requires_grad_(True)
    with torch.enable_grad():
        loss = (y - x @ w).square().sum() / (2 * x.shape[-2])
        (gradient,) = torch.autograd.grad(loss, w)
    return gradient
