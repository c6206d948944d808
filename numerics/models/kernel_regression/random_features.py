"""Ridge regression on random features of points on the sphere; its population risk is exact given points and weights.

Features σ(√d<w_j, x>), σ = Σ_k μ_k q_k, w_j uniform on the sphere; the fit is p^(-1/2) Σ_j a_j σ(√d<w_j, x>) with a the minimiser of
Σ_i (y_i - fit)² + λ|a|². Target, label noise and conventions as in kernel_ridge.
"""

from __future__ import annotations

from collections.abc import Mapping

import torch
from torch import Tensor

from lemmata.numerics.models.kernel_regression.harmonics import combined, counted, given
from lemmata.numerics.random.draw import Draw


def _population(w: Tensor, p: Mapping[str, float], d: int) -> tuple[Tensor, Tensor]:
    """The second moments of the features over inputs, and their means with the target; the target looks along the first axis."""
    mu, F, N = given(p, "μ"), given(p, "F"), counted(d)
    moments = combined([a**2 / m**0.5 for a, m in zip(mu, N, strict=True)], w @ w.mT, d)
    return moments, combined([a * f / m**0.5 for a, f, m in zip(mu, F, N, strict=True)], w[..., 0], d)


def fitted(p: Mapping[str, float], draw: Draw) -> dict[str, Tensor]:
    """E: mean squared error on a new label, averaged over the label noise."""
    n, width, d, s2, ridge = int(p["n"]), int(p["p"]), int(p["d"]), float(p["σ²"]), float(p["λ"])
    F = given(p, "F")
    x, w = draw.sphere(d, n).double(), draw.sphere(d, width).double()
    moments, means = _population(w, p, d)
    features = combined(given(p, "μ"), x @ w.mT, d) / width**0.5
    labels = combined(F, x[..., 0], d)[..., None]
    if n < width:
        gram = features @ features.mT
        gram.diagonal(dim1=-2, dim2=-1).add_(ridge)
        make = torch.linalg.solve(gram, features).mT
    else:
        gram = features.mT @ features
        gram.diagonal(dim1=-2, dim2=-1).add_(ridge)
        make = torch.linalg.solve(gram, features.mT)
    a = (make @ labels)[..., 0] / width**0.5
    signal = sum(f**2 for f in F) - 2 * (a * means).sum(-1) + ((moments @ a[..., None])[..., 0] * a).sum(-1)
    noise = ((moments @ make) * make).sum((-2, -1)) / width
    return {"E": s2 + signal + s2 * noise}


def projected(p: Mapping[str, float], draw: Draw) -> dict[str, Tensor]:
    """A: the mean squared error of the best combination of p random features, with all inputs at hand, noise included."""
    width, d = int(p["p"]), int(p["d"])
    moments, means = _population(draw.sphere(d, width).double(), p, d)
    best = torch.linalg.solve(moments, means[..., None])[..., 0]
    return {"A": float(p["σ²"]) + sum(f**2 for f in given(p, "F")) - (means * best).sum(-1)}
