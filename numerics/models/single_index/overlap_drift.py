r"""Drift, spread and travel time of the overlap in the limit of high dimension, by quadrature.

With step sizes $\eta=a/d$, $(1-\xi)\eta=\kappa/d$ and $|P_wx|^2\to d$, the overlap after $\tau d$ steps follows
$\dot m=\kappa A(m)-\tfrac12\kappa^2v(m)m$, $A=\mathbb E[(g_1+g_2)(z-mu)]$, $v=\mathbb E[(g_1+g_2)^2]$,
$g_2=y\sigma'(u+ag_1)$. Trapezoid rule on $[-R,R]^2$, whose error falls faster than any power of the step (the label is large inside
the activation, so Gauss rules are wrong in the third digit); times and places carry the change from a step twice as wide.
"""

from __future__ import annotations

from functools import lru_cache

import torch
from torch import Tensor

from lemmata.numerics.integrate.quadrature import gauss_legendre
from lemmata.numerics.models.single_index.chain import Sgd

RADIUS = 8.5
STEPS = 16, 8  # trapezoid nodes per unit in z and in zeta


@lru_cache(maxsize=8)
def _plane(fine: int) -> tuple[Tensor, Tensor, Tensor]:
    """z, zeta and weights with the normal density."""
    axes = [
        torch.arange(-round(RADIUS * n * fine), round(RADIUS * n * fine) + 1, dtype=torch.float64) / (n * fine) for n in STEPS
    ]
    weights = [torch.exp(-x * x / 2) / ((2 * torch.pi) ** 0.5 * n * fine) for x, n in zip(axes, STEPS, strict=True)]
    return axes[0][:, None], axes[1][None, :], weights[0][:, None] * weights[1][None, :]


def totals(algorithm: Sgd, a: float, m: float, fine: int = 1) -> tuple[Tensor, Tensor, Tensor, Tensor]:
    """z, u, weights and the gradient per example g1 + g2 (g1 alone without reuse) on the grid."""
    z, zeta, weight = _plane(fine)
    u = m * z + (1 - m * m) ** 0.5 * zeta
    y = algorithm.link(z)
    first = algorithm.gradient(y, u)
    total = first + algorithm.gradient(y, u + a * first) if algorithm.reuse else first
    return z, u, weight, total


def drift_and_spread(algorithm: Sgd, a: float, m: float, fine: int = 1) -> tuple[float, float]:
    """A(m) and v(m)."""
    z, u, weight, total = totals(algorithm, a, m, fine)
    return float((weight * total * (z - m * u)).sum()), float((weight * total**2).sum())


@lru_cache(maxsize=64)
def growth_rate(algorithm: Sgd, a: float, kappa: float, fine: int = 4) -> float:
    """d/dm of dm/dtau at m = 0: the density of (z, u) is 1 + m z u to first order, so A'(0) = E[(g1 + g2) u (z^2 - 1)]."""
    z, u, weight, total = totals(algorithm, a, 0.0, fine)
    slope, spread = float((weight * total * u * (z * z - 1)).sum()), float((weight * total**2).sum())
    return kappa * slope - kappa**2 * spread / 2


def velocity(algorithm: Sgd, a: float, kappa: float, m: float, fine: int = 1) -> float:
    """dm/dtau."""
    drift, spread = drift_and_spread(algorithm, a, m, fine)
    return kappa * drift - kappa**2 * spread * m / 2


@lru_cache(maxsize=64)
def travel_time(algorithm: Sgd, a: float, kappa: float, low: float, high: float, spread: bool = True) -> tuple[float, float]:
    """The time from one overlap to another, and its error; without `spread` the term of v(m) is left out."""
    found = []
    for count, fine in ((24, 2), (16, 1)):
        x, w = (torch.tensor(v, dtype=torch.float64) for v in gauss_legendre(count))
        places = (low + high) / 2 + (high - low) / 2 * x
        found_at = [drift_and_spread(algorithm, a, float(m), fine) for m in places]
        speeds = torch.tensor(
            [kappa * A - spread * kappa**2 * v * float(m) / 2 for (A, v), m in zip(found_at, places, strict=True)]
        )
        found.append(float((w / speeds).sum() * (high - low) / 2))
    return found[0], abs(found[0] - found[1])


@lru_cache(maxsize=256)
def place_of_rest(algorithm: Sgd, a: float, kappa: float) -> tuple[float, float]:
    """The first overlap above 0 at which the velocity is 0, and its error: scanned in steps of 1/64 and bisected."""
    found = []
    for fine in (2, 1):
        low = next(k for k in range(64) if velocity(algorithm, a, kappa, (k + 1) / 64 - 1e-9, fine) <= 0) / 64
        high = low + 1 / 64
        for _ in range(40):
            middle = (low + high) / 2
            low, high = (middle, high) if velocity(algorithm, a, kappa, middle, fine) > 0 else (low, middle)
        found.append(low)
    return found[0], abs(found[0] - found[1]) + 2.0**-45
