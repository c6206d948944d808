"""Reverse processes run in R^d with the score of a mixture of Gaussians, or with any other score.

dY = (Y + factor s(Y, T - t)) dt + sqrt(2) kappa dB, each step exact for a score that is held fixed in it:
Y <- e^h Y + factor (e^h - 1) s(Y, tau) + kappa sqrt(e^(2h) - 1) xi.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from itertools import pairwise

import torch
from torch import Tensor

from lemmata.numerics.random.draw import Draw
from lemmata.theory.language.errors import DomainError

STEPS, STOP = 64, 0.01


def times(high: float, low: float, steps: int) -> list[float]:
    """Forward times from high down to low, evenly spaced in log(expm1(2t)): small steps near 0, steps of length about log near T."""
    if not 0 < low < high or steps < 1:
        raise DomainError(f"times from {high} down to {low} in {steps} steps: give 0 < low < high and a step")
    first, last = (math.log(math.expm1(2 * t)) for t in (high, low))
    return [math.log1p(math.exp(first + (last - first) * k / steps)) / 2 for k in range(steps + 1)]


def spread(time: float, width: float) -> float:
    """Variance of a Gaussian of variance `width` after the forward time."""
    return width * math.exp(-2 * time) - math.expm1(-2 * time)


def mixture_score(x: Tensor, time: float, means: Tensor, weights: Tensor, width: float) -> Tensor:
    """(..., d) score at x of the mixture of N(mean, width I) after the forward time; means (k, d)."""
    variance = spread(time, width)
    gap = x[..., None, :] - math.exp(-time) * means
    posterior = torch.softmax(weights.log() - gap.square().sum(-1) / (2 * variance), dim=-1)
    return -(posterior[..., None] * gap).sum(-2) / variance


def mixture_sample(time: float, means: Tensor, weights: Tensor, width: float, draw: Draw) -> Tensor:
    """(B, d) draws of the mixture after the forward time."""
    chosen = torch.bucketize(draw.uniform().to(weights.dtype), weights.cumsum(0)).clamp(max=weights.shape[0] - 1)
    return math.exp(-time) * means[chosen] + spread(time, width) ** 0.5 * draw.normal(means.shape[1], dtype=means.dtype)


def run(
    score: Callable[[Tensor, float], Tensor],
    start: Tensor,
    grid: list[float],
    draw: Draw,
    factor: float = 2.0,
    kappa: float = 1.0,
) -> Tensor:
    """The end of a run from `start` (B, d) along decreasing forward times."""
    y, source = start, draw.source()
    block = torch.empty_like(y)
    for early, late in pairwise(grid):
        step = early - late
        y = math.exp(step) * y + factor * math.expm1(step) * score(y, early)
        if kappa:
            source.normal_(block, True)
            y = y + kappa * math.expm1(2 * step) ** 0.5 * block
    return y


def plane(p: Mapping[str, float], draw: Draw) -> dict[str, Tensor]:
    """Two Gaussians at (a, a) and (b, b); `late`: the score is taken at the reverse time instead of the forward one."""
    means = draw.tensor([p["a"], p["b"]])[:, None].expand(2, 2)
    weights = draw.tensor([p["ω"], p["ϖ"]]) / (p["ω"] + p["ϖ"])
    horizon, width = float(p["T"]), float(p["v"])

    def score(y: Tensor, time: float) -> Tensor:
        return mixture_score(y, horizon + STOP - time if p["late"] else time, means, weights, width)

    start = mixture_sample(horizon, means, weights, width, draw)
    end = run(score, start, times(horizon, STOP, STEPS), draw, float(p["factor"]), float(p["κ"]))
    return {"first": end[:, 0], "second": end[:, 1]}
