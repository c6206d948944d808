r"""Neurons with the random activation $\sigma'(u)=\cos(u/2+\psi)$: their drift at the equator.

Quadrature by the trapezoid rule in z and u, which is spectrally accurate here; the label is large inside the cosine, so Gauss
rules in u are not.
"""

from __future__ import annotations

import math
from collections.abc import Callable

import torch
from torch import Tensor

from lemmata.numerics.random.draw import Draw

RADIUS = 8.0


def _grid(step: float, like: Tensor) -> tuple[Tensor, Tensor]:
    count = round(RADIUS / step)
    x = step * torch.arange(-count, count + 1, dtype=like.dtype, device=like.device)
    return x, step * torch.exp(-x * x / 2) / math.sqrt(2 * math.pi)


def drift_and_slope(
    label: Callable[[Tensor], Tensor], sign: Tensor, psi: Tensor, t: float, fine: tuple[float, float]
) -> tuple[Tensor, Tensor]:
    """A = E[z(g_1 + g_2)] and B = E[(z^2 - 1) u (g_1 + g_2)] at m = 0 for signs and phases of one shape; steps in z and u."""
    z, wz = _grid(fine[0], psi)
    u, wu = _grid(fine[1], psi)
    y = label(z)[:, None]
    drift, slope = [], []
    for a, phase in zip(sign.reshape(-1).unbind(), psi.reshape(-1).unbind(), strict=True):
        first = a * y * torch.cos(u / 2 + phase)
        total = first + a * y * torch.cos((u + t * first) / 2 + phase)
        drift.append((wz * z) @ (total @ wu))
        slope.append((wz * (z * z - 1)) @ (total @ (wu * u)))
    return torch.stack(drift).reshape(psi.shape), torch.stack(slope).reshape(psi.shape)


def random_neuron_drift(label: Callable[[Tensor], Tensor], t: float, draw: Draw, fine: tuple[float, float]) -> Tensor:
    """The drift A of one random neuron per replicate."""
    psi = draw.uniform(low=0.0, high=2 * math.pi)
    return drift_and_slope(label, draw.rademacher(), psi, t, fine)[0]


LABELS: dict[str, Callable[[Tensor], Tensor]] = {
    "he3": lambda z: (z * z - 3) * z / 6**0.5,
    "he4": lambda z: ((z * z - 6) * z * z + 3) / 24**0.5,
    "mixed": lambda z: (z * z - 3) * z / 12**0.5 + (z * z - 1) / 2,
}
