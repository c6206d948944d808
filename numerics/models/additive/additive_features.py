"""Errors of the best combination of features for the additive target f = M^-1/2 sum_m h_3(x_m), x ~ N(0, I_M), in the
span of the tasks.

Subspace features depend on x through random directions of the span; localised ones on one x_m each. All errors are
exact given the features: no inputs are sampled, except in the last two functions, where they are the experiment.
"""

from __future__ import annotations

import math
from itertools import combinations_with_replacement

import torch
from torch import Tensor

from lemmata.numerics.random.draw import Draw

ORDERS = 60
REACH, GRID = 9.0, 1500
TINY = 1e-11


def rotated_cubics_error(tasks: int, kept: int, draw: Draw) -> Tensor:
    """Squared error with all M trace features (|x|^2 - M - 2) x_m and `kept` orthonormal traceless cubics, rotated at
    random.
    """
    triples = list(combinations_with_replacement(range(tasks), 3))
    index = torch.tensor(triples, device=draw.device)
    weight = torch.tensor(
        [math.sqrt({1: 1, 2: 3, 3: 6}[len(set(t))]) for t in triples], dtype=torch.float64, device=draw.device
    )
    # coordinates of the cubics (|x|^2 - M - 2) x_a in the orthonormal Hermite basis, then the rest of an orthonormal basis
    traces = torch.tensor(
        [
            [float(t.count(a) % 2 == 1 and len(set(t)) < 3) * (math.sqrt(3) if len(set(t)) == 1 else 1.0) for a in range(tasks)]
            for t in triples
        ],
        dtype=torch.float64,
        device=draw.device,
    )
    traceless = torch.linalg.qr(traces, mode="complete").Q[:, tasks:]
    q, r = torch.linalg.qr(draw.normal(tasks, tasks, dtype=torch.float64))
    q = q * r.diagonal(dim1=-2, dim2=-1).sign()[:, None, :]
    coordinates = (weight * q[..., index].prod(dim=-1)).sum(dim=1) / math.sqrt(tasks) @ traceless
    return coordinates[:, kept:].square().sum(dim=-1)


def subspace_relu_error(tasks: int, features: int, draw: Draw) -> Tensor:
    """Squared error with a constant and relu(<w_j, x> + b_j), w_j uniform on the sphere of the span, b_j on [-3, 3].

    The features' Hermite expansion is cut at order 60: they stay functions of <w_j, x> and b_j.
    """
    w, b = draw.sphere(tasks, features, dtype=torch.float64), draw.uniform(features, low=-3.0, high=3.0, dtype=torch.float64)
    cosine = w @ w.mT
    density = torch.exp(-b * b / 2) / math.sqrt(2 * math.pi)
    coefficient = torch.erfc(-b / math.sqrt(2)) / 2
    gram, power = coefficient[..., :, None] * coefficient[..., None, :] * cosine, cosine
    before, current = torch.zeros_like(b), density  # h_(n-2)(-b) phi(b)
    cross = torch.zeros_like(b)
    for n in range(2, ORDERS + 1):
        power = power * cosine
        coefficient = current / math.sqrt(n * (n - 1))
        gram = gram + coefficient[..., :, None] * coefficient[..., None, :] * power
        if n == 3:
            cross = coefficient * (w**3).sum(dim=-1) / math.sqrt(tasks)
        before, current = current, (-b * current - math.sqrt(n - 2) * before) / math.sqrt(n - 1)
    return 1 - _explained(gram, cross)


def localised_relu_error(features: int, draw: Draw) -> Tensor:
    """Squared error of h_3(z) with a constant and relu(±z + b_j), b_j uniform on [-3, 3], random signs: that of every task."""
    z = torch.linspace(-REACH, REACH, GRID, dtype=torch.float64, device=draw.device)
    mass = torch.exp(-z * z / 2)
    mass = mass / mass.sum()
    sign, b = draw.rademacher(features, dtype=torch.float64), draw.uniform(features, low=-3.0, high=3.0, dtype=torch.float64)
    values = torch.relu(sign[..., None] * z + b[..., None])
    values = values - (values * mass).sum(dim=-1, keepdim=True)
    target = (z**3 - 3 * z) / math.sqrt(6)
    return 1 - _explained((values * mass) @ values.mT, (values * mass) @ target)


def least_squares_cost(tasks: int, orders: int, n: int, draw: Draw, law: str = "gaussian") -> Tensor:
    """tr (X^T X)^-1 for n rows of tasks x orders features: Gaussian ones, or h_1, ..., h_orders of each coordinate."""
    size = tasks * orders
    if law == "gaussian":
        freedom = torch.arange(n, n - size, -1, dtype=torch.float64, device=draw.device)
        factor = draw.normal(size, size, dtype=torch.float64).tril(-1) + torch.diag_embed(
            draw.chi2(freedom, size, dtype=torch.float64).sqrt()
        )
    else:
        design = hermite_features(draw.normal(n, tasks, dtype=torch.float64), orders)
        factor = torch.linalg.cholesky(design.mT @ design)
    eye = torch.eye(size, dtype=torch.float64, device=draw.device)
    return torch.linalg.solve_triangular(factor, eye.expand_as(factor), upper=False).square().sum(dim=(-2, -1))


def l1_cost(tasks: int, relevant: int, orders: int, n: int, noise: float, draw: Draw, steps: int = 200) -> Tensor:
    """|a_hat - a|^2 of the l1-penalised fit at level noise sqrt(2 log(size) / n), the target having `relevant` tasks h_3."""
    size = tasks * orders
    design = hermite_features(draw.normal(n, tasks, dtype=torch.float64), orders)
    truth = torch.zeros(size, dtype=torch.float64, device=draw.device)
    truth[torch.arange(relevant, device=draw.device) * orders + 2] = relevant**-0.5
    labels = design @ truth + noise * draw.normal(n, dtype=torch.float64)
    level = noise * math.sqrt(2 * math.log(size) / n)
    gram, cross = design.mT @ design / n, (design.mT @ labels[..., None])[..., 0] / n
    pace = 1 / torch.linalg.matrix_norm(gram, ord=2)[:, None]
    a, ahead = torch.zeros_like(cross), torch.zeros_like(cross)
    for step in range(steps):
        move = ahead - pace * ((gram @ ahead[..., None])[..., 0] - cross)
        new = move.sign() * (move.abs() - pace * level).clamp(min=0)
        ahead, a = new + step / (step + 3) * (new - a), new
    return (a - truth).square().sum(dim=-1)


def hermite_features(x: Tensor, orders: int) -> Tensor:
    """h_1, ..., h_orders of every coordinate: (..., M) to (..., M orders), task by task."""
    values = [torch.ones_like(x), x]
    for n in range(1, orders):
        values.append((x * values[n] - math.sqrt(n) * values[n - 1]) / math.sqrt(n + 1))
    return torch.stack(values[1:], dim=-1).flatten(-2)


def _explained(gram: Tensor, cross: Tensor) -> Tensor:
    """c^T G^+ c after scaling the features to norm one; eigenvalues of rounding size are left out."""
    scale = gram.diagonal(dim1=-2, dim2=-1).clamp(min=1e-300).rsqrt()
    values, vectors = torch.linalg.eigh(scale[..., :, None] * gram * scale[..., None, :])
    share = (vectors.mT @ (scale * cross)[..., None])[..., 0].square()
    return torch.where(values > TINY, share / values.clamp(min=TINY), torch.zeros_like(values)).sum(dim=-1)
