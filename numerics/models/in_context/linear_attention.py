"""Linear attention pretrained on in-context linear regression, and the population risks of what it learned.

Contexts: x_i ~ N(0, I/d), y_i = <x_i, w> + noise of variance rho, i <= length, and a query; h = ((d/length) sum y_i x_i,
sum y_i^2/length). The n contexts draw one of k tasks of norm sqrt(d), and Gamma is the ridge regression of the query's label on
x h' with the penalty (n/d) lam |Gamma|^2. Risks are exact given Gamma: tr of its second moments.
"""

from __future__ import annotations

from collections.abc import Mapping

import torch
from torch import Tensor

from lemmata.numerics.random.draw import Draw
from lemmata.numerics.solve.thin import applied


def pretrained(p: Mapping[str, float], draw: Draw) -> dict[str, Tensor]:
    """Risks on a new task and on the pretraining tasks."""
    d, k, n, length, rho = int(p["d"]), int(p["k"]), int(p["n"]), int(p["ℓ"]), float(p["ρ"])
    single = draw.single
    tasks = draw.normal(k, d)
    tasks = tasks * (d**0.5 / tasks.norm(dim=-1, keepdim=True))
    chosen = (draw.uniform(n) * k).long().clamp(max=k - 1)
    w = torch.gather(tasks, -2, chosen[..., None].expand(*chosen.shape, d))
    x, noise = draw.normal(n, length, d, fast=single).div_(d**0.5), rho**0.5 * draw.normal(n, length + 1)
    query = draw.normal(n, d) / d**0.5
    y = applied(x, w).add_(noise[..., :-1])
    label = (query * w).sum(-1) + noise[..., -1]
    h = torch.cat((applied(x.mT, y) * (d / length), y.square().mean(-1, keepdim=True)), -1)
    gamma = fitted(query.double(), h.double(), label.double(), n / d * float(p["λ"]))
    own, mean = tasks.double().mT @ tasks.double() / k, tasks.double().mean(-2)
    white, zero = torch.eye(d, dtype=torch.float64, device=draw.device), torch.zeros_like(mean)
    return {"ICL": risk(gamma, white, zero, length, rho, 2 / d), "IDG": risk(gamma, own, mean, length, rho, 0.0)}


def fitted(query: Tensor, h: Tensor, label: Tensor, penalty: float) -> Tensor:
    """The ridge regression of the labels on x h', (B, d, d + 1): n x n where there are fewer contexts than coefficients."""
    n, d = query.shape[-2:]
    if n < d * h.shape[-1]:  # the inner product of two products is the product of two inner products
        gram = (query @ query.mT).mul_(h @ h.mT)
        gram.diagonal(dim1=-2, dim2=-1).add_(penalty)
        weights = torch.cholesky_solve(label[..., None], torch.linalg.cholesky(gram))
        return (weights * query).mT @ h
    features = (query[..., :, None] * h[..., None, :]).flatten(-2)
    gram = features.mT @ features
    gram.diagonal(dim1=-2, dim2=-1).add_(penalty)
    return torch.linalg.solve(gram, features.mT @ label[..., None])[..., 0].unflatten(-1, (d, h.shape[-1]))


def risk(gamma: Tensor, second: Tensor, mean: Tensor, length: int, rho: float, extra: float) -> Tensor:
    """1 + rho - (2/d) tr Gamma A' + (1/d) tr Gamma B Gamma' for tasks of that second moment and mean, E|w|^2 = d;
    ``extra``: the variance of |w|^2/d."""
    d, v = gamma.shape[-2], 1 + rho
    g, last = gamma[..., :-1], gamma[..., -1]
    linear = (g * second).sum((-2, -1)) + v * (last * mean).sum(-1)
    blocks = v * d / length * g.square().sum((-2, -1)) + (1 + 1 / length) * ((g @ second) * g).sum((-2, -1))
    cross = (last * (g @ mean[..., None])[..., 0]).sum(-1)
    two = 1 + 2 / length
    return 1 + rho - 2 * linear / d + (blocks + 2 * two * v * cross + two * (v**2 + extra) * last.square().sum(-1)) / d
