r"""Drift, spread and place of rest of the overlap in the limit of high dimension, by quadrature.

With step sizes $\eta=a/d$, $(1-\xi)\eta=\kappa/d$ and $|P_wx|^2\to d$, the overlap after $\tau d$ steps follows
$\dot m=\kappa A(m)-\tfrac12\kappa^2v(m)m$, $A=\mathbb E[(g_1+g_2)(z-mu)]$, $v=\mathbb E[(g_1+g_2)^2]$,
$g_2=y\sigma'(u+ag_1)$. Trapezoid rule on $[-R,R]^2$, whose error falls faster than any power of the step (the label is large inside
the activation, so Gauss rules are wrong in the third digit); places of rest carry the change from a step twice as wide.
"""

from __future__ import annotations

from functools import lru_cache

import torch
from torch import Tensor

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


@lru_cache(maxsize=256)
def drift_and_spread(algorithm: Sgd, a: float, m: float, fine: int = 1) -> tuple[float, float]:
    """A(m) and v(m)."""
    z, u, weight, total = totals(algorithm, a, m, fine)
    return float((weight * total * (z - m * u)).sum()), float((weight * total**2).sum())


def velocity(algorithm: Sgd, a: float, kappa: float, m: float, fine: int = 1) -> float:
    """dm/dtau."""
    drift, spread = drift_and_spread(algorithm, a, m, fine)
    return kappa * drift - kappa**2 * spread * m / 2


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


def finite_drift(algorithm: Sgd, m: float) -> float:
    """The mean pull along theta in dimension d for the slope -cos(v/2), where |P_w x|^2 = p^2 + c with c chi-square.

    E cos(s + bc) = Re exp(is) (1 - 2ib)^(-(d-2)/2); so the average over c is exact.
    """
    z, zeta, weight = _plane(1)
    s = (1 - m * m) ** 0.5
    u, p = m * z + s * zeta, s * z - m * zeta
    y = algorithm.link(z)
    first = algorithm.gradient(y, u)
    rate = algorithm.eta * first / 2
    mean = (torch.exp(1j * (u / 2 + rate * p * p)) * (1 - 2j * rate) ** (-(algorithm.d - 2) / 2)).real
    return float((weight * (first - y * mean) * s * p).sum())
