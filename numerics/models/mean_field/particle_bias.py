"""F of a finite network against F of its measure: N weights drawn from N(mean, spread^2) in one dimension, tanh neurons.

Inputs are evenly spaced on [-1.5, 1.5], labels sin(b x) + 0.3. The first-order term -lam y^T M (K_N - K) M y has mean 0 and is
taken off; what is left is not negative, draw by draw, because F is convex in K.
"""

from __future__ import annotations

import torch
from torch import Tensor

from lemmata.numerics.random.draw import Draw

REACH, NODES = 12.0, 4001


def problem(n: int, wave: float, like: Tensor) -> tuple[Tensor, Tensor]:
    """Inputs (n,) and labels (n,)."""
    x = 1.5 * (2 * torch.arange(n, dtype=like.dtype, device=like.device) / max(n - 1, 1) - 1) if n > 1 else like.new_ones(1)
    return x, torch.sin(wave * x) + 0.3


def population(n: int, wave: float, lam: float, mean: float, spread: float, like: Tensor) -> dict[str, Tensor]:
    """Exact values by the trapezoid rule: K, M, My, F, the limit of N (E F_N - F), and the same without centring."""
    x, y = problem(n, wave, like)
    z = REACH * (2 * torch.arange(NODES, dtype=like.dtype, device=like.device) / (NODES - 1) - 1)
    weights = torch.softmax(-z.square() / 2, dim=0)
    features = torch.tanh((mean + spread * z)[:, None] * x)
    kernel = (features * weights[:, None]).mT @ features
    inverse = torch.linalg.inv(kernel + n * lam * torch.eye(n, dtype=like.dtype, device=like.device))
    dual = inverse @ y
    raw = features * (features @ dual)[:, None]  # s s^T M y
    centred = raw - kernel @ dual
    bias, uncentred = (lam * (weights * ((q @ inverse) * q).sum(dim=-1)).sum() for q in (centred, raw))
    return {"K": kernel, "M": inverse, "dual": dual, "F": lam * (dual * y).sum(), "bias": bias, "uncentred": uncentred}


def excess(kernel: Tensor, dual: Tensor, count: int, wave: float, lam: float, mean: float, spread: float, draw: Draw) -> Tensor:
    """(B,) F of `count` particles, less F of the measure and the first-order term."""
    k, alpha = draw.tensor(kernel, draw.dtype), draw.tensor(dual, draw.dtype)
    n = alpha.shape[-1]
    w = mean + spread * draw.normal(count)
    x, y = problem(n, wave, w)
    features = torch.tanh(w[..., None] * x)
    empirical = features.mT @ features / count
    shift = n * lam * torch.eye(n, dtype=w.dtype, device=w.device)
    found = (torch.linalg.solve(empirical + shift, y.expand(w.shape[0], -1)) * y).sum(dim=-1)
    first = ((empirical - k) @ alpha @ alpha[..., None])[..., 0]
    return lam * (found - (alpha * y).sum() + first)
