r"""Fitting the second layer on a fixed first layer: conditional means, and least squares on relu with random biases."""

from __future__ import annotations

from collections.abc import Sequence

import torch
from torch import Tensor

from lemmata.numerics.integrate.quadrature import gauss_legendre
from lemmata.numerics.random.draw import Draw
from lemmata.numerics.random.weighted import wide_normal

RADIUS, NODES = 9.0, 600
BLOCK = 8  # replicates factorised at once, so that their features stay in the cache


def orthonormal(degree: int, x: Tensor) -> list[Tensor]:
    """h_0, ..., h_degree at x."""
    values = [torch.ones_like(x), x]
    for n in range(1, degree):
        values.append((x * values[n] - n**0.5 * values[n - 1]) / (n + 1) ** 0.5)
    return values[: degree + 1]


def conditional_residual(alpha: Sequence[float] | Tensor, m: float, draw: Draw, inner: int = 256) -> Tensor:
    """(y - E[y | u])^2 averaged over `inner` weighted examples per replicate; alpha from h_1 on."""
    coefficients = draw.tensor(alpha, draw.dtype)
    degree = coefficients.shape[0]
    u, wu = wide_normal(draw, inner)
    zeta, wz = wide_normal(draw, inner)
    label, fit = orthonormal(degree, m * u + (1 - m * m) ** 0.5 * zeta), orthonormal(degree, u)
    gap = sum(coefficients[k - 1] * (label[k] - m**k * fit[k]) for k in range(1, degree + 1))
    return (wu * wz * gap * gap).mean(dim=1)


def random_bias_errors(widths: Sequence[int], draw: Draw, degree: int = 3, reach: float = 5.0) -> Tensor:
    """The least errors (B, len(widths)) in L2(N(0,1)) of h_degree on the first of the features relu(±z + b_j), b_j uniform.

    One factorisation QR serves all widths: the first k columns of Q span the first k features.
    """
    x, w = (draw.tensor(list(v), draw.dtype) for v in gauss_legendre(NODES))
    x, w = RADIUS * x, RADIUS * w * torch.exp(-((RADIUS * x) ** 2) / 2) / (2 * torch.pi) ** 0.5
    slopes, biases = draw.rademacher(max(widths)), draw.uniform(max(widths), low=-reach, high=reach)
    target, root = orthonormal(degree, x)[degree] * w.sqrt(), w.sqrt()
    rows = []
    for slope, bias in zip(slopes.split(BLOCK), biases.split(BLOCK), strict=True):
        features = (slope[:, None, :] * x[:, None]).add_(bias[:, None, :]).relu_().mul_(root[:, None])
        features /= torch.linalg.vector_norm(features, dim=1, keepdim=True)
        basis, _ = torch.linalg.qr(features)
        seen = (basis.mT @ target)[..., None]
        left = [target - (basis[..., :width] @ seen[:, :width])[..., 0] for width in widths]
        rows.append(torch.stack([rest.square().sum(dim=1) for rest in left], dim=1))
    return torch.cat(rows)
