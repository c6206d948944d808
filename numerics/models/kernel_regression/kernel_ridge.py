"""Kernel ridge regression with an inner-product kernel on the sphere; its population risk is exact given the points.

K(x, x') = Σ_k c_k N_k^(-1/2) q_k(√d<x, x'>), the target Σ_k F_k q_k(√d<β, x>) on n points, labels with noise of variance σ², the fit
K(., X)(K + λ)^(-1) y. Risks are averaged over the label noise given the points; there are no test points (harmonics).
"""

from __future__ import annotations

from collections.abc import Mapping

import torch
from torch import Tensor

from lemmata.numerics.models.kernel_regression.harmonics import combined, counted, degree, given
from lemmata.numerics.random.draw import Draw
from lemmata.numerics.solve.thin import applied


def fitted(p: Mapping[str, float], draw: Draw) -> dict[str, Tensor]:
    """E: mean squared error on a new label; C_k: the coefficient of the fit on q_k(√d<β, .>)."""
    n, d, s2 = int(p["n"]), int(p["d"]), float(p["σ²"])
    c, F, N = given(p, "c"), given(p, "F"), counted(d)
    x = draw.sphere(d, n, fast=draw.single)
    beta = x[..., 0]  # the first axis, without loss of generality
    pairs = x @ x.mT
    gram = combined([a / m**0.5 for a, m in zip(c, N, strict=True)], pairs, d)
    gram.diagonal(dim1=-2, dim2=-1).add_(float(p["λ"]))
    square = combined([a**2 / m**1.5 for a, m in zip(c, N, strict=True)], pairs, d)
    inverse = torch.cholesky_inverse(torch.linalg.cholesky(gram))
    dual = applied(inverse, combined(F, beta, d))
    overlap = combined([a * f / m for a, f, m in zip(c, F, N, strict=True)], beta, d)
    signal = sum(f**2 for f in F) - 2 * (overlap * dual).sum(-1) + (applied(square, dual) * dual).sum(-1)
    noise = ((inverse @ square) * inverse).sum((-2, -1))  # tr of both, as the inverse is symmetric
    learned = {f"C_{k}": a / m * (degree(k, beta, d) * dual).sum(-1) for k, (a, m) in enumerate(zip(c, N, strict=True))}
    return {"E": s2 + signal + s2 * noise, **learned}
