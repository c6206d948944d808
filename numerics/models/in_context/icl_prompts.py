"""The loss of the linear-attention predictor on random prompts: inputs from N equally likely ones, tasks y = v.f(x).

Features f, h (1, N, k) and the key matrix Gamma (1, k, k) are fixed; the query runs over all inputs.
"""

from __future__ import annotations

import torch
from torch import Tensor

from lemmata.numerics.random.draw import Draw


def prompt_loss(f: Tensor, h: Tensor, gamma: Tensor, n: int, draw: Draw) -> dict[str, Tensor]:
    """`risk`: the loss of one prompt per replicate, averaged over tasks; `signed`: of a task of random signs."""
    f, h, keys = f[0], h[0], gamma[0] @ h[0].mT
    index = draw.integers(0, f.shape[0], n)
    counts = torch.zeros(draw.replicates, f.shape[0], dtype=f.dtype, device=draw.device)
    counts.scatter_add_(1, index, torch.ones_like(index, dtype=f.dtype))
    cross = torch.einsum("bi,ik,il->bkl", counts / n, f, h)
    error = f - (cross @ keys).mT  # (B, N, k)
    task = draw.rademacher(f.shape[1])
    return {"risk": error.square().sum(-1).mean(-1), "signed": (error @ task[..., None])[..., 0].square().mean(-1)}


def tabulated(k: int, points: int, phase: float, draw: Draw) -> dict[str, Tensor]:
    """Two sets of k smooth features at `points` inputs, the same for every prompt length, and a turned key matrix."""
    at = torch.arange(1, points + 1, dtype=draw.dtype, device=draw.device)[:, None]
    which = torch.arange(1, k + 1, dtype=draw.dtype, device=draw.device)
    f = torch.cos(2**0.5 * at * which + phase) + torch.sin(at * 0.7 + which)
    h = torch.sin(3**0.5 * at * which + 2 * phase) + torch.cos(at * 0.4 + which)
    inverse = torch.linalg.inv(h.mT @ h / points + 0.1 * torch.eye(k, dtype=draw.dtype, device=draw.device))
    angle = torch.linalg.matrix_exp(0.9 * (which[:, None] - which))
    gamma = 2 * inverse @ angle
    return {name: value.expand(draw.replicates, -1, -1) for name, value in (("f", f), ("h", h), ("gamma", gamma))}
