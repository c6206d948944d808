r"""Single-index tasks in context and the one-layer model $f=\varphi(x)^\top\Gamma u$, $u=\frac1n\sum_iy_i\varphi(x_i)$, $\varphi(x)=\mathrm{relu}(Wx+b)$.

Tasks: $y=\sum_mc_mh_m(\langle\theta,x\rangle)$, $\theta$ uniform on the unit sphere of the first $r$ coordinates, $x\sim N(0,I_d)$. Shapes: inputs
(..., n, d), weights (..., N, d), biases (..., N). Gradients are written out, so that they run on any device and under fake tensors.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import torch
from torch import Tensor

from numerics.draw import Draw


def features(x: Tensor, w: Tensor, b: Tensor) -> Tensor:
    """relu(Wx + b) for each input: (..., n, N)."""
    return torch.relu(x @ w.mT + b[..., None, :])


def summary(x: Tensor, y: Tensor, w: Tensor, b: Tensor) -> Tensor:
    """u, the label-weighted mean of the features over the prompt: (..., N)."""
    return (y[..., None, :] @ features(x, w, b))[..., 0, :] / x.shape[-2]


def phase1_gradient(w: Tensor, b: Tensor, gamma: Tensor, x: Tensor, y: Tensor, query: Tensor, label: Tensor) -> Tensor:
    """Gradient in W of the mean over tasks of (label - f)^2 at Gamma = diag(gamma).

    w (B, N, d); b, gamma (B, N); tasks in the second axis: x (B, T, n, d), y (B, T, n), query (B, T, d), label (B, T).
    grad_j f = gamma_j [ (1/n) sum_i y_i 1{w_j x_i + b_j > 0} x_i s_j + u_j 1{w_j x + b_j > 0} x ] with s_j = relu(w_j x + b_j).
    """
    inner = x @ w[:, None].mT + b[:, None, None, :]
    active, n = (inner > 0).to(x.dtype), x.shape[-2]
    u = (y[..., None, :] @ torch.relu(inner))[..., 0, :] / n
    outer = (query[..., None, :] @ w[:, None].mT)[..., 0, :] + b[:, None, :]
    s, on = torch.relu(outer), (outer > 0).to(x.dtype)
    f = (gamma[:, None] * u * s).sum(-1)
    weight = -2.0 / x.shape[1] * (label - f)[..., None] * gamma[:, None]
    context = torch.einsum("btn,btnj,btnd->bjd", y / n, active * (weight * s)[..., None, :], x)
    return context + torch.einsum("btj,btd->bjd", weight * u * on, query)
