"""A score network trained by denoising on samples of two Gaussians, and the reverse process run with it.

p_0 = 0.4 N(-0.5, 0.15²) + 0.6 N(0.6, 0.2²), forward times log-uniform on [1/1000, 5], loss E(sigma s(X_t, t) + Z)²; one network
for each replicate, two hidden layers on (x, log sigma, x/sqrt(sigma² + 0.05)), output divided by sigma, Adam.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from itertools import pairwise

import torch
from torch import Tensor

from lemmata.numerics.models.diffusion import reverse
from lemmata.numerics.random.draw import Draw

WEIGHTS, MEANS, DEVIATIONS = (0.4, 0.6), (-0.5, 0.6), (0.15, 0.2)
LOW, HIGH, WIDTH, RATE = 1e-3, 5.0, 24, 5e-3
CELLS, LEFT, RIGHT = 40, -1.4, 1.8


def spreads(time: Tensor) -> tuple[Tensor, Tensor]:
    """mu and sigma."""
    return torch.exp(-time), (-torch.expm1(-2 * time)).sqrt()


def exact(x: Tensor, time: Tensor) -> Tensor:
    """The score of p_t."""
    mu, sigma = spreads(time)
    variances = [mu**2 * d**2 + sigma**2 for d in DEVIATIONS]
    gaps = [x - mu * m for m in MEANS]
    logs = [math.log(w) - g**2 / (2 * v) - v.log() / 2 for w, g, v in zip(WEIGHTS, gaps, variances, strict=True)]
    shares = torch.softmax(torch.stack(logs), dim=0)
    return -sum(s * g / v for s, g, v in zip(shares, gaps, variances, strict=True))  # type: ignore[return-value]


def data(count: int, draw: Draw) -> Tensor:
    """(B, count) draws of p_0."""
    first = draw.uniform(count) < WEIGHTS[0]
    z = draw.normal(count)
    return torch.where(first, MEANS[0] + DEVIATIONS[0] * z, MEANS[1] + DEVIATIONS[1] * z)


class Network:
    """One network for each replicate: three layers with offsets, SiLU between them."""

    def __init__(self, draw: Draw) -> None:
        sizes = (3, WIDTH, WIDTH, 1)
        self.layers = [draw.normal(a, b) * a**-0.5 for a, b in pairwise(sizes)]
        self.offsets = [torch.zeros_like(w[:, :1, :]) for w in self.layers]

    def inputs(self, x: Tensor, sigma: Tensor) -> Tensor:
        return torch.stack((x, sigma.log().expand_as(x), x / (sigma**2 + 0.05).sqrt()), dim=-1)

    def forward(self, h: Tensor) -> tuple[list[Tensor], list[Tensor]]:
        """What enters each layer, and what leaves it."""
        entering: list[Tensor] = []
        leaving: list[Tensor] = []
        for weight, offset in zip(self.layers, self.offsets, strict=True):
            h = torch.nn.functional.silu(leaving[-1]) if leaving else h
            entering.append(h)
            leaving.append(torch.baddbmm(offset, h, weight))
        return entering, leaving

    def slopes(self, h: Tensor, target: Tensor) -> list[Tensor]:
        """Of the mean squared difference of outputs and target, by the chain rule: of the layers, then of the offsets."""
        entering, leaving = self.forward(h)
        back = 2 * (leaving[-1] - target[..., None]) / target.shape[-1]
        layers, offsets = [], []
        for k in (2, 1, 0):
            layers.append(entering[k].mT @ back)
            offsets.append(back.sum(-2, keepdim=True))
            if k:
                share = torch.sigmoid(leaving[k - 1])
                back = (back @ self.layers[k].mT) * share * (1 + leaving[k - 1] * (1 - share))
        return [*reversed(layers), *reversed(offsets)]

    def __call__(self, x: Tensor, time: Tensor) -> Tensor:
        """Scores at (B, n) points."""
        _, sigma = spreads(time)
        return self.forward(self.inputs(x, sigma))[1][-1][..., 0] / sigma


def train(network: Network, x: Tensor, steps: int, batch: int, draw: Draw) -> Tensor:
    """Adam with a rate that falls to 0; (B,) squared errors of the last batch."""
    parameters = [*network.layers, *network.offsets]
    flat = torch.cat([w.flatten(1) for w in parameters], dim=1)
    views = [part.view_as(w) for part, w in zip(flat.split([w[0].numel() for w in parameters], dim=1), parameters, strict=True)]
    network.layers, network.offsets = views[:3], views[3:]
    m, v = torch.zeros_like(flat), torch.zeros_like(flat)
    picked = x.gather(-1, draw.integers(0, x.shape[-1], steps * batch))
    mu, sigma = spreads(LOW * (HIGH / LOW) ** draw.uniform(steps * batch))
    z = draw.normal(steps * batch)
    shown = network.inputs(mu * picked + sigma * z, sigma).unflatten(1, (steps, batch)).unbind(1)
    wanted = z.unflatten(1, (steps, batch)).neg().unbind(1)
    for step, (h, target) in enumerate(zip(shown, wanted, strict=True), 1):
        g = torch.cat([slope.flatten(1) for slope in network.slopes(h, target)], dim=1)
        m.lerp_(g, 0.1)
        v.mul_(0.999).addcmul_(g, g, value=0.001)
        size = (v / (1 - 0.999**step)).sqrt_().add_(1e-8)
        flat.addcdiv_(m, size, value=-RATE * (1 - step / steps) / (1 - 0.9**step))
    return (network.forward(shown[-1])[1][-1][..., 0] - wanted[-1]).square().mean(-1)


def distances(y: Tensor) -> tuple[Tensor, Tensor]:
    """Total variation of the cells of a histogram, and W_1 by the cells' distribution functions, of (B, n) points from p_0."""
    edges = torch.linspace(LEFT, RIGHT, CELLS + 1, dtype=torch.float64, device=y.device)
    levels = sum(w * torch.special.ndtr((edges - m) / d) for w, m, d in zip(WEIGHTS, MEANS, DEVIATIONS, strict=True))
    found = torch.searchsorted(y.double().sort(-1).values.contiguous(), edges.expand(y.shape[0], -1).contiguous()) / y.shape[-1]
    padded = [torch.nn.functional.pad(f, (1, 1), value=0.0) for f in (found, levels.expand_as(found))]  # type: ignore[union-attr]
    for f in padded:
        f[:, -1] = 1
    masses = (padded[0].diff(dim=-1) - padded[1].diff(dim=-1)).abs().sum(-1) / 2
    return masses, (found - levels).abs().mean(-1) * (RIGHT - LEFT)


def pipeline(p: Mapping[str, float], draw: Draw) -> dict[str, Tensor]:
    """Train on n points, then run 2000 paths: distances of the generated law, and the integrated error of the score.

    500 paths show what a wrong sampler does: `once` the score once in the drift, `sign` against it, `late` at the reverse time.
    """
    network = Network(draw)
    train(network, data(int(p["n"]), draw), int(p["steps"]), 128, draw)
    grid = reverse.times(HIGH, LOW, 60)

    def run(score, factor: float = 2.0, paths: int = 2000, late: bool = False) -> tuple[Tensor, Tensor]:  # type: ignore[no-untyped-def]
        def taken(y: Tensor, t: float) -> Tensor:
            return score(y, torch.full_like(y, HIGH + LOW - t if late else t))

        return distances(reverse.run(taken, draw.normal(paths), grid, draw, factor))

    times = [LOW * (HIGH / LOW) ** ((k + 0.5) / 40) for k in range(40)]
    total = torch.zeros(draw.replicates, dtype=torch.float64, device=draw.device)
    for t in times:
        x = data(400, draw)
        mu, sigma = spreads(torch.full_like(x, t))
        x = mu * x + sigma * draw.normal(400)
        error = network(x, torch.full_like(x, t)) - exact(x, torch.full_like(x, t))
        total += error.double().square().mean(-1) * t * math.log(HIGH / LOW) / 40
    (tv, w1), (true, _) = run(network), run(exact)
    found = {"tv": tv, "w1": w1, "tv_exact": true, "integral": total}
    for name, factor, late in (("once", 1.0, False), ("sign", -2.0, False), ("late", 2.0, True)):
        found[f"tv_{name}"], found[f"w1_{name}"] = run(network, factor, 500, late)
    return found
