r"""The drift of one relu neuron without bias on the label h_3(z) at overlap 0, with and without using the sample twice."""

from __future__ import annotations

import math

import torch
from torch import Tensor

from lemmata.numerics.integrate.quadrature import gauss_legendre
from lemmata.numerics.random.draw import Draw
from lemmata.numerics.random.weighted import wide_normal

NODES, RADIUS = 200, 9.0


def drift_and_spread(a: float, draw: Draw, inner: int = 512) -> dict[str, Tensor]:
    """z(g_1 + g_2), (g_1 + g_2)^2 and z g_1 in the limit |P_w x|^2 -> d, averaged over `inner` weighted examples.

    The pairs u, -u share z, and z y (z y/2 for the first gradient), whose mean is E[z h_3(z)] = 0, is taken off.
    """
    z, weight = wide_normal(draw, inner)
    u = draw.normal(inner)
    y = (z**3 - 3 * z) / 6**0.5
    firsts = [y * (v > 0) for v in (u, -u)]
    totals = [g + y * (v + a * g > 0) for v, g in zip((u, -u), firsts, strict=True)]
    return {
        "drift": (weight * z * ((totals[0] + totals[1]) / 2 - y)).mean(dim=1),
        "spread": (weight * (totals[0].square() + totals[1].square()) / 2).mean(dim=1),
        "online": (weight * z * (firsts[0] - y / 2)).mean(dim=1),
    }


def finite_drift(a: float, d: int, draw: Draw) -> Tensor:
    """E[z(g_1 + g_2) | c] for eta = a/d and |P_w x|^2 = z^2 + c, c chi-square of d - 2 degrees of freedom."""
    x, w = (draw.tensor(list(v), draw.dtype) for v in gauss_legendre(NODES))
    edges = [-RADIUS, -(3**0.5), 0.0, 3**0.5]  # the label is negative between the first two and the last two
    total = torch.zeros(draw.replicates, dtype=draw.dtype, device=draw.device)
    c = draw.chi2(d - 2, 1)
    for low, high in ((edges[0], edges[1]), (edges[2], edges[3])):
        z = (low + high) / 2 + (high - low) / 2 * x
        y = (z**3 - 3 * z) / 6**0.5
        density = (high - low) / 2 * w * torch.exp(-z * z / 2) / math.sqrt(2 * math.pi)
        total = total + (density * z * y * torch.erf(a / d * (z * z + c) * y / 2**0.5)).sum(dim=1) / 2
    return total
