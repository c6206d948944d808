r"""Drift and spread of the overlap as Chebyshev series in 2m − 1 on [0, 1], for one algorithm at a = ηd."""

from __future__ import annotations

import math

import torch
from torch import Tensor

from lemmata.numerics.models.single_index.chain import Sgd
from lemmata.numerics.models.single_index.overlap_drift import drift_and_spread


def overlap_series(algorithm: Sgd, a: float, terms: int) -> tuple[Tensor, Tensor]:
    """Coefficients of A and v: the values at the Chebyshev points, transformed."""
    angles = math.pi * (torch.arange(terms, dtype=torch.float64) + 0.5) / terms
    values = torch.tensor([drift_and_spread(algorithm, a, float((1 + x) / 2)) for x in angles.cos()], dtype=torch.float64)
    basis = torch.cos(torch.arange(terms, dtype=torch.float64)[:, None] * angles) * 2 / terms
    basis[0] /= 2
    drift, spread = (basis @ values).unbind(1)
    return drift, spread
