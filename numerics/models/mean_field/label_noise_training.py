"""Training a two-layer network with label noise: the head is refitted to noisy labels, then the first layer takes a step.

Design: x_i = r (cos i, sin 2i, cos 3i), labels tanh 2 x_i1 + 0.3 x_i2, particles started at r (sin j, cos 2j, sin 3j), tanh,
weight decay beside the gradient. With features f (n, N) and head values a = f^T M (y + e), the gradient of
the clean error over the particles is -(2/n) X^T [(Q f) * f'] for one n x n matrix Q = (y - KM(y + e)) (y + e)^T M, averaged over
the draws of e. Its mean for noise of variance v is n lam M y y^T M - v K M^2.
"""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import Tensor

from lemmata.numerics.random.draw import Draw

RADIUS = 1.5


@dataclass(frozen=True)
class Training:
    """Sizes and constants of a run; `noise` is the variance of the labels' perturbation."""

    noise: float
    ridge: float = 0.02
    decay: float = 0.02
    step: float = 0.05
    steps: int = 3000
    samples: int = 12
    particles: int = 40

    def data(self, like: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """Inputs (n, 3), labels (n,) and the first particles (N, 3)."""
        i = torch.arange(1, self.samples + 1, dtype=like.dtype, device=like.device)
        j = torch.arange(1, self.particles + 1, dtype=like.dtype, device=like.device)
        x = RADIUS * torch.stack([i.cos(), (2 * i).sin(), (3 * i).cos()], dim=-1)
        w = RADIUS * torch.stack([j.sin(), (2 * j).cos(), (3 * j).sin()], dim=-1)
        return x, torch.tanh(2 * x[:, 0]) + 0.3 * x[:, 1], w


class _State:
    """Kernel, resolvent and the step of the first layer at particles w (..., N, 3)."""

    def __init__(self, t: Training, x: Tensor, w: Tensor) -> None:
        self.t, self.x = t, x
        self.features = torch.tanh(x @ w.mT)  # (..., n, N)
        self.kernel = self.features @ self.features.mT / t.particles
        shift = t.samples * t.ridge * torch.eye(t.samples, dtype=x.dtype, device=x.device)
        self.inverse = torch.linalg.inv(self.kernel + shift)

    def moved(self, w: Tensor, pull: Tensor) -> Tensor:
        """One step of gradient descent for the matrix Q."""
        slopes = (pull @ self.features) * (1 - self.features.square())
        gradient = -2 / self.t.samples * slopes.mT @ self.x
        return w - self.t.step * (gradient + self.t.decay * w)

    def measured(self, y: Tensor) -> dict[str, Tensor]:
        fitted = self.kernel @ self.inverse
        least = self.t.ridge * ((self.inverse @ y) * y).sum(dim=-1)
        return {"DoF": fitted.diagonal(dim1=-2, dim2=-1).sum(dim=-1), "F": least}


def flow(t: Training, reading: str, start: Tensor) -> dict[str, Tensor]:
    """DoF and F at the end of the mean dynamics, head `values` or `function` frozen, or `nothing`.

    From particles (..., N, 3), or from those of the design where `start` is a number.
    """
    x, y, w = t.data(start)
    w = start if start.dim() else w
    weight = {"values": (1.0, -1.0), "function": (2.0, -1.0), "nothing": (0.0, 1.0)}[reading]
    for _ in range(t.steps):
        state = _State(t, x, w)
        m = state.inverse
        dual = m @ y
        loud = weight[0] * m + weight[1] * t.samples * t.ridge * (m @ m)
        w = state.moved(w, t.samples * t.ridge * dual[..., :, None] * dual[..., None, :] - t.noise * loud)
    return _State(t, x, w).measured(y)


def train(t: Training, draws: int, draw: Draw, variant: str = "", start: Tensor | None = None) -> dict[str, Tensor]:
    """(B,) DoF and F after training with `draws` fresh noise vectors in every step, uniform of variance t.noise.

    From the particles `start` (B, N, 3), or from those of the design.

    Variants: `noisy_loss` (the first layer's loss uses the noisy labels too), `noise_once` (noise in the first step only),
    `sign` (the part that is quadratic in the noise enters with the other sign).
    """
    like = draw.normal()
    x, y, w = t.data(like)
    width = (3 * t.noise) ** 0.5
    source = draw.source()
    block = torch.empty((draw.replicates, draws, t.samples), dtype=like.dtype, device=like.device)
    w = w.expand(draw.replicates, -1, -1) if start is None else start
    for k in range(t.steps):
        state = _State(t, x, w)
        noise = source.uniform_(block, True).mul_(2 * width).sub_(width)
        if variant == "noise_once" and k:
            noise = noise * 0.0
        labels = y + noise
        second = labels.mT @ labels / draws
        if variant == "sign":
            first = y + noise.mean(dim=1)
            second = first[..., None] * y + y[:, None] * noise.mean(dim=1)[:, None] - noise.mT @ noise / draws
        fitted = state.kernel @ state.inverse @ second
        clean = second if variant == "noisy_loss" else y[:, None] * labels.mean(dim=1)[:, None]
        w = state.moved(w, (clean - fitted) @ state.inverse)
    return _State(t, x, w).measured(y)
