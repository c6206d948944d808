"""Two-layer networks with a measure mu on the first layer: the objectives after the head is fitted, exactly.

K_ij = int sigma(w.x_i) sigma(w.x_j) dmu(w) (no 1/n), M = (K + n lam)^-1. The head that minimises
(1/n) |y - K-fit|^2 + lam |a|^2 on labels y has fitted values K M y and squared norm y^T M K M y.
"""

from __future__ import annotations

from collections.abc import Callable

import torch
from torch import Tensor

from lemmata.numerics.random.draw import Draw


def kernel(x: Tensor, w: Tensor, activation: Callable[[Tensor], Tensor], weights: Tensor | None = None) -> Tensor:
    """K for inputs x (..., n, d) and particles w (..., N, d), with equal weights 1/N unless given."""
    features = activation(x @ w.mT)
    share = 1 / w.shape[-2] if weights is None else weights
    return (features * share) @ features.mT


def objective(k: Tensor, y: Tensor, lam: float) -> Tensor:
    """F = (lam/m) sum_j y_j^T M y_j for labels y of shape (..., n) or (..., n, m)."""
    values, vectors = torch.linalg.eigh(k)
    labels = vectors.mT @ _columns(y, k)
    return lam * (labels.square().mean(dim=-1) / (values.clamp(min=0) + k.shape[-1] * lam)).sum(dim=-1)


def degrees_of_freedom(k: Tensor, lam: float) -> Tensor:
    """Tr[K M]."""
    values = torch.linalg.eigvalsh(k).clamp(min=0)
    return (values / (values + k.shape[-1] * lam)).sum(dim=-1)


def objective_after_noisy_fit(k: Tensor, y: Tensor, lam: float, noise: Tensor) -> Tensor:
    """G: the head is fitted to y + noise, then the objective is evaluated on the labels y without noise.

    k (n, n), y (n,) or (n, m), noise (B, n) or (B, n, m); the result has shape (B,) and is the mean over the
    m tasks. In the eigenbasis of K the residual is (n lam y - k noise)/(k + n lam), the squared norm k (y +
    noise)^2/(k + n lam)^2.
    """
    n = k.shape[-1]
    values, vectors = torch.linalg.eigh(k)
    values = values.clamp(min=0)[..., None]
    labels = vectors.mT @ _columns(y, k)
    errors = vectors.mT @ _columns(noise, k, batched=True)
    shrunk = values + n * lam
    residual = (n * lam * labels - values * errors) / shrunk
    head = values * ((labels + errors) / shrunk).square()
    return (residual.square() / n + lam * head).sum(dim=-2).mean(dim=-1)


def label_noise(k: Tensor, y: Tensor, lam: float, half_width: float, draw: Draw) -> Tensor:
    """G for fresh label noise, uniform on [-half_width, half_width]."""
    gram = draw.tensor(k)
    labels = draw.tensor(y)
    noise = draw.uniform(*labels.shape, low=-half_width, high=half_width, dtype=torch.float64)
    return objective_after_noisy_fit(gram, labels, lam, noise)


def _columns(labels: Tensor, k: Tensor, batched: bool = False) -> Tensor:
    """Labels as (..., n, m): a single task becomes one column."""
    single = labels.ndim == (2 if batched else 1) and labels.shape[-1] == k.shape[-1]
    return labels[..., None] if single else labels
