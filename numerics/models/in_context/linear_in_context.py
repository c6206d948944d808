r"""Linear functions learned from a prompt: one-layer linear attention, layers as gradient steps, least squares, LASSO.

Conventions: $x\sim N(0,I_d)$, $y=\langle x,\theta\rangle$ without noise unless said, risks are averaged exactly over
the query.
"""

from __future__ import annotations

import torch
from torch import Tensor

from lemmata.numerics.random.draw import Draw


def attention_risk(d: int, n: int, gamma: float, draw: Draw) -> Tensor:
    """|theta - (gamma/n) X^T X theta|^2 for theta uniform on the unit sphere."""
    x, theta = draw.normal(n, d), draw.sphere(d)
    return (theta - gamma / n * ((x @ theta[..., None]).mT @ x)[..., 0, :]).square().sum(-1)


def minimum_norm_risk(d: int, n: int, theta: Tensor, draw: Draw) -> Tensor:
    """|theta|^2 - |P theta|^2, P the projection on the span of n <= d inputs; theta (B, d)."""
    q = torch.linalg.qr(draw.normal(d, n)).Q
    return theta.square().sum(-1) - (theta[..., None, :] @ q)[..., 0, :].square().sum(-1)


def layers_against_descent(d: int, n: int, layers: int, eta: float, draw: Draw, *, masked: bool = True) -> Tensor:
    """|last entry of E after attention layers + prediction of as many gradient steps|: 0 where the query is not summed.

    W^KQ = diag(I_d, 0), W^PV = -eta e e^T with the last unit vector e, and M = diag(1, ..., 1, 0) where `masked`.
    """
    x, query, theta = draw.normal(n, d), draw.normal(1, d), draw.sphere(d)
    y = (x @ theta[..., None])[..., 0]
    inputs, label = torch.cat((x, query), -2), torch.cat((y, torch.zeros_like(y[..., :1])), -1)
    shown = torch.ones_like(label)
    if masked:
        shown = torch.cat((torch.ones_like(y), torch.zeros_like(y[..., :1])), -1)
    weight = torch.zeros_like(theta)
    for _ in range(layers):
        label = label - eta / n * ((label * shown)[..., None, :] @ inputs @ inputs.mT)[..., 0, :]
        weight = weight + eta / n * ((y - (x @ weight[..., None])[..., 0])[..., None, :] @ x)[..., 0, :]
    return (label[..., -1] + (query @ weight[..., None])[..., 0, 0]).abs()


def known_subspace(d: int, r: int, n: int, noise: float, draw: Draw) -> Tensor:
    """Expected squared error of least squares in a known S given the inputs: noise^2 tr (Z^T Z)^-1, Z the coordinates in S.

    S is spanned by r random orthonormal directions of R^d, drawn anew for every replicate.
    """
    span = torch.linalg.qr(draw.normal(d, r)).Q
    z = draw.normal(n, d) @ span
    return noise**2 * torch.linalg.inv(z.mT @ z).diagonal(dim1=-2, dim2=-1).sum(-1)


def lasso_against_minimum_norm(d: int, n: int, nonzero: int, penalty: float, draw: Draw, steps: int = 400) -> dict[str, Tensor]:
    """Squared errors |w - theta|^2 of the LASSO (1/2n)|y - Xw|^2 + penalty |w|_1, by descent, and of minimum norm."""
    x = draw.normal(n, d)
    theta = torch.cat((draw.normal(nonzero), torch.zeros_like(x[:, 0, nonzero:])), -1)
    y = x @ theta[..., None]
    step = n / torch.linalg.matrix_norm(x, 2).square()[:, None, None]
    w = ahead = torch.zeros_like(theta)[..., None]
    momentum = 1.0
    for _ in range(steps):
        moved = ahead + step / n * (x.mT @ (y - x @ ahead))
        new = torch.sign(moved) * (moved.abs() - step * penalty).clamp(min=0)
        following = (1 + (1 + 4 * momentum**2) ** 0.5) / 2
        ahead, w, momentum = new + (momentum - 1) / following * (new - w), new, following
    least = x.mT @ torch.linalg.solve(x @ x.mT, y)
    return {"lasso": (w[..., 0] - theta).square().sum(-1), "minimum_norm": (least[..., 0] - theta).square().sum(-1)}
