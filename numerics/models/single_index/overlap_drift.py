r"""Drift, spread and travel time of the overlap in the limit of high dimension, by quadrature.

With step sizes $\eta=a/d$, $(1-\xi)\eta=\kappa/d$ and $|P_wx|^2\to d$, the overlap after $\tau d$ steps follows
$\dot m=\kappa A(m)-\tfrac12\kappa^2v(m)m$, $A=\mathbb E[(g_1+g_2)(z-mu)]$, $v=\mathbb E[(g_1+g_2)^2]$,
$g_2=y\sigma'(u+ag_1)$. Gauss-Legendre on $[-R,R]^2$; the error is the change when a quarter of the nodes is left out.
"""

from __future__ import annotations

from functools import lru_cache

import torch
from torch import Tensor

from lemmata.numerics.integrate.quadrature import gauss_legendre
from lemmata.numerics.models.single_index.chain import Sgd

RADIUS = 9.0
NODES = 480


@lru_cache(maxsize=8)
def _plane(nodes: int) -> tuple[Tensor, Tensor, Tensor]:
    """z, zeta and weights with the normal density."""
    x, w = (torch.tensor(a, dtype=torch.float64) for a in gauss_legendre(nodes))
    x, w = RADIUS * x, RADIUS * w * torch.exp(-((RADIUS * x) ** 2) / 2) / (2 * torch.pi) ** 0.5
    return x[:, None], x[None, :], w[:, None] * w[None, :]


def totals(algorithm: Sgd, a: float, m: float, nodes: int = NODES) -> tuple[Tensor, Tensor, Tensor, Tensor]:
    """z, u, weights and the gradient per example g1 + g2 (g1 alone without reuse) on the grid."""
    z, zeta, weight = _plane(nodes)
    u = m * z + (1 - m * m) ** 0.5 * zeta
    y = algorithm.link(z)
    first = algorithm.gradient(y, u)
    total = first + algorithm.gradient(y, u + a * first) if algorithm.reuse else first
    return z, u, weight, total


def drift_and_spread(algorithm: Sgd, a: float, m: float, nodes: int = NODES) -> tuple[float, float]:
    """A(m) and v(m)."""
    z, u, weight, total = totals(algorithm, a, m, nodes)
    return float((weight * total * (z - m * u)).sum()), float((weight * total**2).sum())


@lru_cache(maxsize=64)
def growth_rate(algorithm: Sgd, a: float, kappa: float, nodes: int = 4 * NODES) -> float:
    """d/dm of dm/dtau at m = 0: the density of (z, u) is 1 + m z u to first order, so A'(0) = E[(g1 + g2) u (z^2 - 1)]."""
    z, u, weight, total = totals(algorithm, a, 0.0, nodes)
    slope, spread = float((weight * total * u * (z * z - 1)).sum()), float((weight * total**2).sum())
    return kappa * slope - kappa**2 * spread / 2


def velocity(algorithm: Sgd, a: float, kappa: float, m: float, nodes: int = NODES) -> float:
    """dm/dtau."""
    drift, spread = drift_and_spread(algorithm, a, m, nodes)
    return kappa * drift - kappa**2 * spread * m / 2


@lru_cache(maxsize=64)
def travel_time(algorithm: Sgd, a: float, kappa: float, low: float, high: float, spread: bool = True) -> tuple[float, float]:
    """The time from one overlap to another, and its error; without `spread` the term of v(m) is left out."""
    found = []
    for count, nodes in ((24, NODES), (16, 3 * NODES // 4)):
        x, w = (torch.tensor(v, dtype=torch.float64) for v in gauss_legendre(count))
        places = (low + high) / 2 + (high - low) / 2 * x
        found_at = [drift_and_spread(algorithm, a, float(m), nodes) for m in places]
        speeds = torch.tensor(
            [kappa * A - spread * kappa**2 * v * float(m) / 2 for (A, v), m in zip(found_at, places, strict=True)]
        )
        found.append(float((w / speeds).sum() * (high - low) / 2))
    return found[0], abs(found[0] - found[1])


def finite_drift(algorithm: Sgd, m: float, nodes: int = NODES // 2) -> float:
    """The mean pull along theta in dimension d for the slope -cos(v/2), where |P_w x|^2 = p^2 + c with c chi-square.

    E cos(s + bc) = Re exp(is) (1 - 2ib)^(-(d-2)/2); so the average over c is exact.
    """
    z, zeta, weight = _plane(nodes)
    s = (1 - m * m) ** 0.5
    u, p = m * z + s * zeta, s * z - m * zeta
    y = algorithm.link(z)
    first = algorithm.gradient(y, u)
    rate = algorithm.eta * first / 2
    mean = (torch.exp(1j * (u / 2 + rate * p * p)) * (1 - 2j * rate) ** (-(algorithm.d - 2) / 2)).real
    return float((weight * (first - y * mean) * s * p).sum())
