"""Mean-field Langevin dynamics of a two-layer network in one dimension: its Fokker-Planck equation, and its particles.

The law q of a weight w follows dq/dt = (q V_q')' + T q'', V_q = dF/dmu(w) + (c/2) w^2, where F is the ridge objective of
the fitted head a(w) = s_w^T M y and dF/dmu = -ridge a(w)^2. Densities are Fourier series on a periodic grid so wide that
nothing reaches its ends; time goes by Runge-Kutta of order four.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import torch
from torch import Tensor

from lemmata.numerics.random.draw import Draw
from lemmata.theory.language.errors import NotConverged

ROUNDS, CLOSE = 500, 1e-12
SEEN = 1e-10  # thinner densities are rounding of the Fourier series; what they hold of an entropy is below 1e-8


@dataclass(frozen=True)
class Landscape:
    """Inputs x_i evenly spaced on [-2, 2], labels scale * sin 2 x_i, tanh neurons; c is the confinement, T the temperature."""

    ridge: float
    confinement: float
    temperature: float
    scale: float = 1.0
    samples: int = 10
    reach: float = 7.0
    points: int = 128

    def data(self, like: Tensor) -> tuple[Tensor, Tensor]:
        x = 4 * torch.arange(self.samples, dtype=like.dtype, device=like.device) / (self.samples - 1) - 2
        return x, self.scale * torch.sin(2 * x)

    def grid(self, like: Tensor) -> tuple[Tensor, float]:
        index = torch.arange(self.points, dtype=like.dtype, device=like.device)
        return self.reach * (2 * index / self.points - 1), 2 * self.reach / self.points

    def gaussian(self, mean: float | Tensor, variance: float, like: Tensor) -> Tensor:
        """A start: the density of N(mean, variance) on the grid; means (B,) give (B, points)."""
        w, cell = self.grid(like)
        centre = mean[..., None] if isinstance(mean, Tensor) else mean
        q = torch.exp(-((w - centre) ** 2) / (2 * variance))
        return q / (q.sum(dim=-1, keepdim=True) * cell)


class Equation:
    """The Fokker-Planck equation of a landscape on its grid; densities (..., points), labels (..., samples)."""

    def __init__(self, land: Landscape, like: Tensor, labels: Tensor | None = None) -> None:
        self.land = land
        self.x, self.y = land.data(like)
        self.y = self.y if labels is None else labels
        self.w, self.cell = land.grid(like)
        self.features = torch.tanh(self.x[:, None] * self.w)
        self.slopes = self.x[:, None] * (1 - self.features.square())
        self.pairs = (self.features[:, None] * self.features).flatten(0, 1).mT.contiguous()  # (points, samples²)
        self.eye = torch.eye(land.samples, dtype=like.dtype, device=like.device)
        count = land.points
        frequency = math.pi / land.reach * torch.fft.fftfreq(count, 1 / count, dtype=like.dtype, device=like.device)
        spectrum = torch.fft.fft(torch.eye(count, dtype=torch.complex128, device=like.device), dim=0)
        self.first = torch.fft.ifft(1j * frequency[:, None] * spectrum, dim=0).real.to(like.dtype)
        self.second = self.first @ self.first

    def dual(self, q: Tensor) -> Tensor:
        """M y at the density q."""
        kernel = (q * self.cell @ self.pairs).unflatten(-1, self.eye.shape)
        labels = self.y.expand(*q.shape[:-1], -1)
        return torch.linalg.solve(kernel + self.land.samples * self.land.ridge * self.eye, labels[..., None])[..., 0]

    def potential(self, q: Tensor) -> Tensor:
        """V_q on the grid."""
        head = self.dual(q) @ self.features
        return self.land.confinement / 2 * self.w.square() - self.land.ridge * head.square()

    def force(self, q: Tensor) -> Tensor:
        """V_q' on the grid."""
        dual = self.dual(q)
        return self.land.confinement * self.w - 2 * self.land.ridge * (dual @ self.features) * (dual @ self.slopes)

    def change(self, q: Tensor) -> Tensor:
        return q * self.force(q) @ self.first.mT + self.land.temperature * (q @ self.second.mT)

    def curvature(self, q: Tensor) -> Tensor:
        """The least V_q'' on the grid."""
        dual = self.dual(q)
        head, slope = dual @ self.features, dual @ self.slopes
        bend = dual @ (-2 * self.x[:, None] * self.features * self.slopes)
        return (self.land.confinement - 2 * self.land.ridge * (slope.square() + head * bend)).amin(dim=-1)

    def dissipation(self, q: Tensor) -> Tensor:
        """T² I(q | gibbs(q)), the integral of (T q' + q V')²/q."""
        flux, seen = self.land.temperature * (q @ self.first.mT) + q * self.force(q), q > SEEN
        return (torch.where(seen, flux.square(), 0.0) / torch.where(seen, q, 1.0)).sum(dim=-1) * self.cell

    def run(self, q: Tensor, time: float, curved: list[Tensor] | None = None) -> Tensor:
        """The density after some time; ``curved`` takes the least V'' at every step."""
        land = self.land
        fastest = math.pi * land.points / (2 * land.reach)
        # the stability interval of the scheme holds diffusion and transport of the shortest wave
        steps = max(1, math.ceil(time * (land.temperature * fastest**2 + land.confinement * land.reach * fastest) / 2.5))
        step = time / steps
        for _ in range(steps):
            if curved is not None:
                curved.append(self.curvature(q))
            k1 = self.change(q)
            k2 = self.change(q + step / 2 * k1)
            k3 = self.change(q + step / 2 * k2)
            q = q + step / 6 * (k1 + 2 * (k2 + k3) + self.change(q + step * k3))
        return q

    def gibbs(self, q: Tensor) -> Tensor:
        """The law proportional to exp(-V_q / T)."""
        weights = torch.softmax(-self.potential(q) / self.land.temperature, dim=-1)
        return weights / self.cell

    def stationary(self) -> Tensor:
        """The fixed point of q -> gibbs(q), by damped iteration from the law without data."""
        q = self.land.gaussian(0.0, self.land.temperature / self.land.confinement, self.w)
        q = q.expand(*self.y.shape[:-1], -1)
        for _ in range(ROUNDS):
            moved = (q + self.gibbs(q)) / 2
            gap = float((moved - q).abs().sum(dim=-1).max()) * self.cell
            q = moved
            if gap < CLOSE:
                return q
        raise NotConverged(f"the Gibbs law of {self.land} moves by {gap:.1e} after {ROUNDS} rounds: raise the temperature")

    def divergence(self, q: Tensor, p: Tensor) -> Tensor:
        """KL(q || p)."""
        seen = q > SEEN
        ratio = torch.where(seen, q, 1.0) / torch.where(seen, p, 1.0)
        return (torch.where(seen, q, 0.0) * ratio.log()).sum(dim=-1) * self.cell

    def measured(self, q: Tensor) -> dict[str, Tensor]:
        """F, E w, E w^2 and the free energy F + (c/2) E w^2 + T int q log q."""
        land = self.land
        objective = land.ridge * (self.y * self.dual(q)).sum(dim=-1)
        second = (q * self.w.square()).sum(dim=-1) * self.cell
        entropy = self.divergence(q, torch.ones_like(q))
        energy = objective + land.confinement / 2 * second + land.temperature * entropy
        return {"F": objective, "mean": (q * self.w).sum(dim=-1) * self.cell, "second": second, "energy": energy}


def decay(
    land: Landscape, labels: Tensor, mean: float | Tensor, variance: float, time: float, apart: float = 0.02
) -> dict[str, Tensor]:
    """What the law does up to a time, for given labels; for labels (B, samples) and means (B,) all at once.

    `gap`, `start`: the free energy above its least value then and at the start; `exponent`: twice the integral of the least V''
    over the time; `rate`: the speed at which the free energy falls, over T² I; `above`, `below`: T KL(q|p_q) and T KL(q|p_*).
    """
    equation = Equation(land, labels, labels)
    rest = equation.stationary()
    least = equation.measured(rest)["energy"]
    curved: list[Tensor] = []
    q = equation.run(land.gaussian(mean, variance, equation.w), time, curved)
    later = equation.run(q, apart)
    curved.append(equation.curvature(q))
    bends = torch.stack(curved)
    slowest = torch.minimum(bends[1:], bends[:-1])
    initial, now, then = (equation.measured(x)["energy"] - least for x in (land.gaussian(mean, variance, equation.w), q, later))
    falls = (equation.dissipation(q) + equation.dissipation(later)) / 2
    return {
        "gap": now,
        "start": initial,
        "exponent": 2 * slowest.mean(dim=0) * time,
        "rate": (now - then) / apart / falls,
        "above": land.temperature * equation.divergence(q, equation.gibbs(q)),
        "below": land.temperature * equation.divergence(q, rest),
    }


def particles(
    land: Landscape, mean: float, variance: float, count: int, time: float, step: float, draw: Draw, variant: str = ""
) -> dict[str, Tensor]:
    """(B,) F, E w and E w^2 of `count` particles after a time, by w <- w - step grad V(w) + sqrt(2 step T) xi.

    The head is fitted at every step. Particles move in single precision, which moves the results by about 1e-7 where draws
    scatter by 1e-3 and more; the head is solved for in double. Variants: `head_frozen` (each particle keeps the number it had
    at time 0), `over_count` (data part of the drift divided by the number of particles), `half_noise` (variance step T), `free`
    (no confinement).
    """
    if variant == "free":
        land = replace(land, confinement=0.0)
    like = draw.normal()
    exact, y = land.data(like)
    shift = land.samples * land.ridge * torch.eye(land.samples, dtype=like.dtype, device=like.device)
    w = (mean + variance**0.5 * draw.normal(count)).to(torch.float32)
    x = exact.to(w.dtype)
    source, noise = draw.source(), torch.empty_like(w)
    share = 1 / count if variant == "over_count" else 1.0
    spread = ((1.0 if variant == "half_noise" else 2.0) * step * land.temperature) ** 0.5
    frozen: Tensor | None = None

    def fit(w: Tensor) -> tuple[Tensor, Tensor]:
        features = torch.tanh(x[:, None] * w[:, None])  # (B, samples, count)
        kernel = (features @ features.mT).to(y.dtype) / count
        return features, torch.linalg.solve(kernel + shift, y.expand(w.shape[0], -1))

    def along(weights: Tensor, features: Tensor) -> Tensor:
        """(B, count): the derivative in w of the sum of the features with these weights, as tanh' = 1 - tanh^2."""
        turned = (x * weights)[:, None]
        return turned.sum(dim=-1) - (turned @ features.square())[:, 0]

    for _ in range(round(time / step)):
        features, fitted = fit(w)
        dual = fitted.to(w.dtype)
        head = (dual[:, None] @ features)[:, 0]
        if variant == "head_frozen":
            frozen = head if frozen is None else frozen
            residual = y.to(w.dtype) - (features @ frozen[..., None])[..., 0] / count
            force = -2 / land.samples * frozen * along(residual, features)
        else:
            force = -2 * land.ridge * head * along(dual, features)
        source.normal_(noise, True)
        w = w - step * (share * force + land.confinement * w) + spread * noise
    _, dual = fit(w)
    return {
        "F": land.ridge * (dual * y).sum(dim=-1),
        "mean": w.mean(dim=-1, dtype=y.dtype),
        "second": w.square().mean(dim=-1, dtype=y.dtype),
    }
