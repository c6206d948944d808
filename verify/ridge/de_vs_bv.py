"""Spectra of many shapes, and for each constant the corner at which it is approached."""

import torch

from lemmata.numerics.models.ridge.spectra import spectrum
from lemmata.theory.ridge.de_vs_bv import claim
from lemmata.verify import bind

EMPTY = {"a": 0.0, "sigma2": 1e-6}
CORNERS = (
    {"shape": "bias_high", "n": 2000, "d": 201_000, "lambda": 0.0, **EMPTY},
    {"shape": "bias_low", "n": 1000, "d": 2001, "lambda": 0.0, **EMPTY},
    {"shape": "variance_high", "n": 1000, "d": 2001, "lambda": 0.0, **EMPTY},
    {"shape": "variance_low", "n": 1000, "d": 1, "lambda": 1.0, **EMPTY},
    {"shape": "past_half", "n": 100, "d": 10_101, "lambda": 0.0, **EMPTY},
)


def instance(p, draw):
    index = torch.arange(1, p.d + 1, dtype=torch.float64, device=draw.device)[None]
    ones = torch.ones_like(index)
    head = torch.zeros_like(index)
    if p.shape == "bias_high":  # n/2 huge eigenvalues that carry the target, a long flat tiny tail
        large = index <= p.n // 2
        return {"l": torch.where(large, 1e9, 1.0), "b": large.double()}
    if p.shape == "bias_low":  # one eigenvalue just above kappa carries the target
        head[..., 0] = 1.0
        return {"l": ones + 0.01 * head, "b": head}
    if p.shape == "variance_high":
        return {"l": ones, "b": ones}
    if p.shape == "variance_low":
        return {"l": 1.0004 * ones, "b": ones}
    if p.shape == "past_half":  # more than n/2 eigenvalues above kappa: the variance is of order n, V of order 1
        return {"l": torch.where(index <= p.n + 1, 1.0, 1e-9), "b": ones}
    sparse = draw.uniform(p.d) < 0.3
    return {"l": spectrum(p.shape, p.d, p.a, draw), "b": torch.where(sparse, index**-1.0, torch.zeros_like(index)) + 1e-12}


de_vs_bv = bind(claim, instance=instance, examples=CORNERS, points=(12, 300), rounding=1e-10)
