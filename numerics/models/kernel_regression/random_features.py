"""Ridge regression on random features of points on the sphere; its population risk is exact given points and weights.

Features σ(√d<w_j, x>), σ = Σ_k μ_k q_k, w_j uniform on the sphere; the fit is p^(-1/2) Σ_j a_j σ(√d<w_j, x>) with a the minimiser of
Σ_i (y_i - fit)² + λ|a|². Target, label noise and conventions as in kernel_ridge.
"""

from __future__ import annotations

from collections.abc import Mapping

import torch
from torch import Tensor

from lemmata.numerics.models.kernel_regression.harmonics import combined, counted, given, monomials
from lemmata.numerics.random.draw import Draw
from lemmata.numerics.solve.thin import applied


def _squares(p: Mapping[str, float], d: int) -> list[float]:
    """The coefficients by degree of the second moments of two features as a function of the inner product of their weights."""
    return [a**2 / m**0.5 for a, m in zip(given(p, "μ"), counted(d), strict=True)]


def _means(w: Tensor, p: Mapping[str, float], d: int) -> Tensor:
    """The means of the features times the target, which looks along the first axis."""
    crossed = [a * f / m**0.5 for a, f, m in zip(given(p, "μ"), given(p, "F"), counted(d), strict=True)]
    return combined(crossed, w[..., 0], d)


def _forms(w: Tensor, p: Mapping[str, float], d: int, v: Tensor) -> Tensor:
    """v'Mv of each column v, M the second moments of the features; linear features need no M."""
    squares = _squares(p, d)
    constant, *rest = monomials(squares, d)
    if len(rest) > 1:
        return ((combined(squares, w @ w.mT, d) @ v) * v).sum(-2)
    slope = rest[0] if rest else 0.0
    return constant * v.sum(-2).square() + slope * (w.mT @ v).square().sum(-2)


def fitted(p: Mapping[str, float], draw: Draw) -> dict[str, Tensor]:
    """E: mean squared error on a new label, averaged over the label noise."""
    n, width, d, s2, ridge = int(p["n"]), int(p["p"]), int(p["d"]), float(p["σ²"]), float(p["λ"])
    F = given(p, "F")
    x, w = draw.sphere(d, n, fast=draw.single), draw.sphere(d, width, fast=draw.single)
    features = combined(given(p, "μ"), x @ w.mT, d) / width**0.5
    labels = combined(F, x[..., 0], d)
    gram = features @ features.mT if n < width else features.mT @ features
    gram.diagonal(dim1=-2, dim2=-1).add_(ridge)
    inverse = torch.cholesky_inverse(torch.linalg.cholesky(gram))
    make = features.mT @ inverse if n < width else inverse @ features.mT
    a = applied(make, labels) / width**0.5
    fits = _forms(w, p, d, torch.cat((a[..., None], make), -1))  # of the target, and of the noise of each sample
    signal = sum(f**2 for f in F) - 2 * (a * _means(w, p, d)).sum(-1) + fits[..., 0]
    noise = fits[..., 1:].sum(-1) / width
    return {"E": s2 + signal + s2 * noise}


def projected(p: Mapping[str, float], draw: Draw) -> dict[str, Tensor]:
    """A: the mean squared error of the best combination of p random features, with all inputs at hand, noise included."""
    width, d = int(p["p"]), int(p["d"])
    w = draw.sphere(d, width, fast=draw.single)
    means = _means(w, p, d)
    factor = torch.linalg.cholesky(combined(_squares(p, d), w @ w.mT, d))
    best = torch.cholesky_solve(means[..., None], factor)[..., 0]
    return {"A": float(p["σ²"]) + sum(f**2 for f in given(p, "F")) - (means * best).sum(-1)}
