"""Ridge regression on random features of inputs with injected noise, and its exact errors given inputs, weights and noise.

Inputs x ~ N(0, I), l noisy copies of each, p unit weights f, features sigma(<f, x + Delta z>)/sqrt(p) with sigma = a_1 He_1
+ a_2 He_2 + a_3 He_3, labels <beta, x> + noise with uniform beta, |beta| = 1; least squares on all copies with the penalty
lam |w|^2/p. Both errors are quadratic in the labels, whose covariance is XX'/d + v; the clean test error is closed, as E
sigma(<f, x>)sigma(<g, x>) = sum a_k^2 k! <f, g>^k. Instead of the features their Gaussian equivalents may be taken: m_0 +
m_1 Fx + k_1 Delta Fz_j + m_* xi + sqrt(r_0) xi_j, xi one for all copies or one for each.
"""

from __future__ import annotations

from collections.abc import Mapping

import torch
from torch import Tensor

from lemmata.numerics.random.draw import Draw


def injected(p: Mapping[str, float], draw: Draw) -> dict[str, Tensor]:
    """Training error (without penalty) and clean test error."""
    weights, x, noise = _drawn(p, draw)
    a1, a2, a3 = (float(p[f"a_{k}"]) for k in (1, 2, 3))
    moved = noise.mul_(float(p["Δ"])).add_(x[:, :, None])
    t = (moved.flatten(1, 2) @ weights.mT).unflatten(1, moved.shape[1:3])
    features = (a3 * t).add_(a2).mul_(t).add_(a1 - 3 * a3).mul_(t).sub_(a2)  # a_1 t + a_2 (t^2 - 1) + a_3 (t^3 - 3t)
    gram = weights @ weights.mT
    return _errors(p, features, x, weights, a1**2 * gram + 2 * a2**2 * gram**2 + 6 * a3**2 * gram**3)


def equivalent(p: Mapping[str, float], draw: Draw) -> dict[str, Tensor]:
    """The same errors with Gaussian features of these constants; ``shared`` is 0 for a ξ of each copy."""
    weights, x, noise = _drawn(p, draw)
    n, copies, size = x.shape[1], noise.shape[2], weights.shape[1]
    single = draw.single
    shared = draw.normal(n, 1 if p["shared"] else copies, size, fast=single)
    moved = float(p["m_1"]) * x[:, :, None] + float(p["k_1"]) * float(p["Δ"]) * noise
    linear = (moved.flatten(1, 2) @ weights.mT).unflatten(1, (n, copies))
    private = float(p["r_0"]) ** 0.5 * draw.normal(n, copies, size, fast=single)
    features = float(p["m_0"]) + linear + float(p["m_*²"]) ** 0.5 * shared + private
    gram = float(p["a_1"]) ** 2 * weights @ weights.mT
    gram.diagonal(dim1=-2, dim2=-1).add_(float(p["m_*²"]))
    return _errors(p, features, x, weights, gram)


def weighted(p: Mapping[str, float], draw: Draw) -> dict[str, Tensor]:
    """The limit of infinitely many copies: the smoothed activation a_1 + 3 a_3 Delta^2 etc., with the ridge r_1 FF' + r_0 + lam over p.

    Training error with that ridge beside the squares, but for lam, and clean test error; a ridge without weights has r_1 = 0.
    """
    weights, x, _ = _drawn({**p, "ℓ": 1}, draw)
    t = (x @ weights.mT)[:, :, None]
    features = float(p["m_0"]) + float(p["m_1"]) * t + float(p["a_2"]) * (t**2 - 1) + float(p["a_3"]) * (t**3 - 3 * t)
    gram = weights @ weights.mT
    ridge = float(p["r_1"]) * gram
    ridge.diagonal(dim1=-2, dim2=-1).add_(float(p["r_0"]))
    a1, a2, a3 = (float(p[f"a_{k}"]) for k in (1, 2, 3))
    return _errors(p, features, x, weights, a1**2 * gram + 2 * a2**2 * gram**2 + 6 * a3**2 * gram**3, ridge)


def _drawn(p: Mapping[str, float], draw: Draw) -> tuple[Tensor, Tensor, Tensor]:
    d, n, copies, size = (int(p[name]) for name in ("d", "n", "ℓ", "p"))
    single = draw.single
    return draw.sphere(d, size), draw.normal(n, d), draw.normal(n, copies, d, fast=single)


def _errors(
    p: Mapping[str, float], features: Tensor, x: Tensor, weights: Tensor, clean: Tensor, ridge: Tensor | None = None
) -> dict[str, Tensor]:
    n, copies, size = features.shape[1:]
    d, v = x.shape[-1], float(p["σ²"])
    rows = features.flatten(1, 2)
    second = (rows.mT @ rows).double() / (n * copies * size)
    means = features.mean(2).mT.double() / (n * size**0.5)
    x, weights, clean = x.double(), weights.double(), clean.double()
    if ridge is not None:
        second = second + ridge.double() / size
    penalised = second.clone()
    penalised.diagonal(dim1=-2, dim2=-1).add_(float(p["λ"]) / size)
    fit = torch.linalg.solve(penalised, means)  # w = fit y
    labels = x @ x.mT / d
    labels.diagonal(dim1=-2, dim2=-1).add_(v)
    cross = float(p["a_1"]) * weights / size**0.5
    learned = fit @ labels
    train = (
        labels.diagonal(dim1=-2, dim2=-1).mean(-1)
        - 2 * (means * learned).sum((-2, -1))
        + ((second @ fit) * learned).sum((-2, -1))
    )
    test = 1 + v - 2 * ((fit @ x) * cross).sum((-2, -1)) / d + ((clean / size @ fit) * learned).sum((-2, -1))
    return {"train": train, "test": test}
