"""Reverse diffusions with a wrong score: sampled end points for Gaussian data, and densities from the Fokker-Planck equation.

Forward: dX = -X dtau + sqrt(2) dB. Reverse with score estimate s_hat: dY = (Y + 2 s_hat(Y, tau)) dt + sqrt(2) dB, tau = T - t,
from the exact law at tau = T down to tau = 0.
"""

from __future__ import annotations

import math
from collections.abc import Callable

import torch
from torch import Tensor

from lemmata.numerics.random.draw import Draw
from lemmata.theory.language.errors import DomainError

REACH = 6.5  # half the length of the periodic grid
SEEN = 1e-6  # below this density the tails carry less than 1e-5 of the divergence, and the spectral one is noise


def _times(horizon: float, v: float, steps: int, draw: Draw) -> Tensor:
    """Forward times from T down to 0, uniform in log(v + 2 tau): the pull of the reverse drift is about 2/(v + 2 tau) near 0."""
    if horizon <= 0 or steps < 1:
        raise DomainError(f"horizon {horizon} and {steps} steps: give a positive horizon and at least one step")
    uniform = torch.linspace(1, 0, steps + 1, dtype=torch.float64, device=draw.device)
    return v / 2 * torch.expm1(uniform * math.log1p(2 * horizon / v))


def shifted_endpoint(
    error: Callable[[Tensor], Tensor], v: float, horizon: float, draw: Draw, *, steps: int = 96, factor: float = 2.0
) -> Tensor:
    """(B,) end points of dY = (Y + factor s_hat) dt + sqrt(2) dB for p_0 = N(0, v), s_hat = s + error(tau).

    Each step is the exact transition of the linear equation with coefficients frozen at its middle: bias of second
    order, 0.14 % of the mean at v = 0.01, T = 3 and 96 steps.
    """
    grid = _times(horizon, v, steps, draw)
    middle, length = (grid[1:] + grid[:-1]) / 2, grid[:-1] - grid[1:]
    pull = factor / (1 + (v - 1) * torch.exp(-2 * middle)) - 1
    decay = torch.exp(-pull * length)
    near_zero = pull.abs() < 1e-9
    safe = torch.where(near_zero, 1.0, pull)
    push = factor * error(middle) * torch.where(near_zero, length, -torch.expm1(-safe * length) / safe)
    noise = torch.where(near_zero, 2 * length, -torch.expm1(-2 * safe * length) / safe).sqrt()
    y = (1 + (v - 1) * math.exp(-2 * horizon)) ** 0.5 * draw.normal(dtype=torch.float64)
    source, block = draw.source(), torch.empty_like(y)
    for i in range(steps):
        source.normal_(block, True)
        y = (y * decay[i]).add_(push[i]).addcmul_(block, noise[i])
    return y


def mixture_density(x: Tensor, tau: Tensor, means: Tensor, weights: Tensor, width: float) -> tuple[Tensor, Tensor]:
    """p_tau and its score at x, for p_0 a mixture of N(mean, width); x and tau broadcast."""
    spread = width * torch.exp(-2 * tau) - torch.expm1(-2 * tau)
    gap = x[..., None] - torch.exp(-tau)[..., None] * means
    logs = -gap.square() / (2 * spread[..., None]) + weights.log()
    posterior = torch.softmax(logs, dim=-1)
    return torch.logsumexp(logs, dim=-1).exp() / (2 * math.pi * spread).sqrt(), -(posterior * gap).sum(dim=-1) / spread


def end_density(start: Tensor, drift: Callable[[Tensor], Tensor], horizon: float, reach: float, steps: int) -> Tensor:
    """The density at the end of dY = drift dt + sqrt(2) dB, on the periodic grid of the start (points,).

    Spectral in y, Runge-Kutta of order four in time; `drift` maps forward times (times, 1) to (times, points).
    """
    count = start.shape[-1]
    frequency = math.pi / reach * torch.fft.fftfreq(count, 1 / count, dtype=torch.float64, device=start.device)
    identity = torch.eye(count, dtype=torch.complex128, device=start.device)
    first = torch.fft.ifft(1j * frequency[:, None] * torch.fft.fft(identity, dim=0), dim=0).real
    second = first @ first
    step = horizon / steps
    pushes = drift(torch.linspace(horizon, 0, 2 * steps + 1, dtype=torch.float64, device=start.device)[:, None])

    def change(q: Tensor, push: Tensor) -> Tensor:
        return second @ q - first @ (push * q)

    q = start
    for i in range(steps):
        early, middle, late = pushes[2 * i], pushes[2 * i + 1], pushes[2 * i + 2]
        k1 = change(q, early)
        k2 = change(q + step / 2 * k1, middle)
        k3 = change(q + step / 2 * k2, middle)
        k4 = change(q + step * k3, late)
        q = q + step / 6 * (k1 + 2 * (k2 + k3) + k4)
    return q


def mixture_end(
    error: Callable[[Tensor, Tensor], Tensor], means: Tensor, weights: Tensor, width: float, horizon: float, *, points: int = 80
) -> tuple[Tensor, Tensor]:
    """p_0 and the density of Y at the end, on the grid, for s_hat = s + error(y, tau) and p_0 a mixture of N(mean, width)."""
    y = REACH * (2 * torch.arange(points, dtype=torch.float64, device=means.device) / points - 1)
    fastest = math.pi * points / (2 * REACH)
    # the stability interval of the scheme holds diffusion and transport of the shortest wave
    steps = math.ceil(horizon * (fastest**2 + 2 * fastest * (REACH + 2) / width) / 2.5)

    def drift(tau: Tensor) -> Tensor:
        return y + 2 * (mixture_density(y, tau, means, weights, width)[1] + error(y, tau))

    ends = torch.tensor([[horizon], [0.0]], dtype=torch.float64, device=means.device)
    start, target = mixture_density(y, ends, means, weights, width)[0]
    return target, end_density(start, drift, horizon, REACH, steps)


def divergence_on_grid(target: Tensor, found: Tensor) -> Tensor:
    """KL(target || found) by the sum over the grid."""
    seen = target > SEEN
    ratio = torch.where(seen, target, 1.0) / torch.where(seen, found, 1.0)
    return (target * ratio.log()).sum() * 2 * REACH / target.shape[0]


def log_ratio(x: Tensor, found: Tensor, means: Tensor, weights: Tensor, width: float) -> Tensor:
    """log p_0(x)/p(x) for points x, p the trigonometric interpolation of its values on the grid; 0 where p_0 is not seen."""
    count = found.shape[0]
    waves = torch.fft.rfft(found) / count
    k = torch.arange(waves.shape[0], dtype=torch.float64, device=x.device)
    angle = math.pi * (x.to(torch.float64)[:, None] / REACH + 1) * k
    twice = torch.where((k == 0) | (2 * k == count), 1.0, 2.0)
    density = (twice * (waves.real * angle.cos() - waves.imag * angle.sin())).sum(dim=1)
    target = mixture_density(x.to(torch.float64), torch.zeros_like(x, dtype=torch.float64), means, weights, width)[0]
    seen = (target > SEEN) & (density > 0)
    return torch.where(seen, target, 1.0).log() - torch.where(seen, density, 1.0).log()
