"""Two-layer networks whose head was fitted to noisy labels: first-layer gradients under three readings of "frozen".

Features f (n, N), their derivatives g (n, N) along a direction in which every particle moves at once, M = (K + n lam)^-1
with K = f f^T / N. The head on labels y + e is f^T M (y + e). What is frozen while the first layer moves: `values` (each
particle keeps its number), `function` (a particle's number follows the function a(.)), or nothing (`through`).
"""

from __future__ import annotations

from collections.abc import Callable

import torch
from torch import Tensor

from lemmata.numerics.random.draw import Draw

ACTIVATIONS: dict[str, Callable[[Tensor], Tensor]] = {"tanh": torch.tanh, "sigmoid": torch.sigmoid, "relu": torch.relu}
SLOPES: dict[str, Callable[[Tensor], Tensor]] = {
    "tanh": lambda u: 1 - torch.tanh(u).square(),
    "sigmoid": lambda u: torch.sigmoid(u) * torch.sigmoid(-u),
    "relu": lambda u: (u > 0).to(u.dtype),
}


def network(n: int, particles: int, inputs: int, activation: str, draw: Draw, radial: float = 0.0) -> dict[str, Tensor]:
    """Random features Phi (B, n, N), their derivatives D along a direction of all particles, and K.

    The direction is Gaussian plus `radial` times the particles themselves.
    """
    x, w = draw.normal(n, inputs), draw.normal(particles, inputs)
    direction = draw.normal(particles, inputs) + radial * w
    before = x @ w.mT
    features = ACTIVATIONS[activation](before)
    slopes = SLOPES[activation](before) * (x @ direction.mT)
    return {"Phi": features, "D": slopes, "K": features @ features.mT / particles}


def along(potential: Callable[[Tensor], Tensor], features: Tensor, direction: Tensor) -> Tensor:
    """(1,) N times the derivative of a function of kernels (1, n, n) as the features move, by automatic differentiation.

    Reverse mode: nested forward mode errs in `torch.linalg.solve` (torch 2.13), and its loading warns.
    """

    def total(t: Tensor) -> Tensor:
        moved = features + t[:, None, None] * direction
        return potential(moved @ moved.mT / features.shape[-1]).sum()

    slope: Tensor = torch.func.grad(total)(features.new_zeros(1))
    return slope * features.shape[-1]


def frozen_gradients(
    features: Tensor, slopes: Tensor, y: Tensor, lam: float, half_width: float, draw: Draw
) -> dict[str, Tensor]:
    """(B,) first-layer gradients of G along the direction under the three readings, averaged over the noise and its mirror image.

    Noise is uniform on [-half_width, half_width]. Each is N times the derivative of G = |y - K M (y + e)|^2 / n + lam (y +
    e)^T M K M (y + e): the sum over the particles of the gradients of the first variation.
    """
    n, count = features.shape
    f, g, labels = (draw.tensor(t, draw.dtype) for t in (features, slopes, y))
    kernel = f @ f.mT / count
    shifted = kernel + n * lam * torch.eye(n, dtype=f.dtype, device=f.device)
    noise = draw.uniform(n, low=-half_width, high=half_width)
    found = {name: torch.zeros_like(noise[:, 0]) for name in ("values", "function", "through")}
    for e in (noise, -noise):
        dual = torch.linalg.solve(shifted, (labels + e).mT).mT  # M (y + e)
        head, moved = dual @ f, dual @ g  # a(w_j), and its change as w_j moves along the function
        fitted = dual @ kernel
        error = labels - fitted
        fixed = -2 / n * ((error @ g) * head).sum(dim=-1)
        follow = (-2 / n * (error @ f) * moved + 2 * lam * head * moved).sum(dim=-1)
        found["values"] += fixed / 2
        found["function"] += (fixed + follow) / 2
        change = (g @ f.mT + f @ g.mT) / count  # of the kernel; then of the dual and of the fit
        dual_change = -torch.linalg.solve(shifted, (dual @ change).mT).mT
        fit_change = dual @ change + dual_change @ kernel
        penalty = (dual_change * fitted + dual * fit_change).sum(dim=-1)
        found["through"] += count * (lam * penalty - 2 / n * (error * fit_change).sum(dim=-1)) / 2
    return found
