"""Ridge regression with the tangent features of a two-layer erf network at its random start.

phi(x) = Vec(sigma'(W'x) x')/sqrt(N d), W of N columns N(0, I/d), minimises (1/n) sum (y - <a, phi>)^2 + (lam/N) |a|^2 over a in R^(N d); labels are
erf(<theta, x>) + noise of variance s, theta a unit vector. The kernel is (x.x'/d) times the mean of sigma' sigma' over the neurons.
"""

from __future__ import annotations

import math
from collections.abc import Mapping

import torch
from torch import Tensor

from lemmata.numerics.random.draw import Draw


def tangent_ridge(p: Mapping[str, float], draw: Draw) -> dict[str, Tensor]:
    """The mean squared distance to the target on as many new inputs, without the label noise."""
    d, n, width = int(p["d"]), int(p["n"]), int(p["N"])
    single = draw.single
    weights, theta = draw.normal(d, width, fast=single) / d**0.5, draw.sphere(d)
    seen, fresh = draw.normal(n, d, fast=single), draw.normal(n, d, fast=single)
    y, clean = (torch.erf((x @ theta[..., None])[..., 0]) for x in (seen, fresh))
    y = y + float(p["s"]) ** 0.5 * draw.normal(n)
    slopes, other = (2 / math.sqrt(math.pi) * torch.exp(-(x @ weights).square()) for x in (seen, fresh))
    gram = (seen @ seen.mT / d) * (slopes @ slopes.mT / width)
    gram.diagonal(dim1=-2, dim2=-1).add_(n / width * float(p["λ"]))
    cross = (fresh @ seen.mT / d) * (other @ slopes.mT / width)
    fitted = (cross @ torch.cholesky_solve(y[..., None], torch.linalg.cholesky(gram)))[..., 0]
    return {"risk": (fitted - clean).square().mean(-1)}
