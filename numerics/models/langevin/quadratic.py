"""Mean-field Langevin dynamics on the line for objectives F(mu) = <mu, K mu>/2 + <v, mu> + const: its rest by a grid, and its particles.

The rest is p ~ exp(-U/T), U = Kp + v. To first order in 1/N and the step eta the mean of F of N particles at rest exceeds F(p) by
c_N/N + c_eta eta: c_N is the derivative in beta = 1/T of (1/2) log det(1 + beta Cov_p K), and c_eta = <U, m>, m the linear response of
p to the correction eta(T U''/2 - U'^2/4) of the potential (a step of Euler's scheme rests at a law of another potential).
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

import torch
from torch import Tensor

from lemmata.numerics.random.draw import Draw, in_single
from lemmata.theory.language.errors import NotConverged

REACH, POINTS, ROUNDS = 12.0, 601, 200
INPUTS, LABELS = (-1.5, -0.7, 0.2, 0.9, 1.8), (-0.6, -0.5, 0.3, 0.2, 0.9)
DATA, WIDTH, SMOOTH = (-1.0, 0.3, 0.9, 2.0), 0.7, 0.4


def bump(gap: Tensor, times: int) -> Tensor:
    """The Gaussian kernel of WIDTH smoothed `times` times by a normal of deviation SMOOTH."""
    wide = WIDTH**2 + times * SMOOTH**2
    return WIDTH / wide**0.5 * torch.exp(-gap.square() / (2 * wide))


class Objective:
    """A network of tanh neurons with the squared loss (1/2n), or the squared kernel distance from data; both with ridge E x^2."""

    def __init__(self, network: bool, ridge: float, like: Tensor) -> None:
        self.network, self.ridge = network, ridge
        self.inputs, self.labels, self.data = (
            torch.tensor(t, dtype=like.dtype, device=like.device) for t in (INPUTS, LABELS, DATA)
        )

    def kernel(self, x: Tensor) -> Tensor:
        if self.network:
            h = torch.tanh(x[:, None] * self.inputs)
            return h @ h.mT / len(INPUTS)
        return 2 * bump(x[:, None] - x, 2)

    def linear(self, x: Tensor) -> Tensor:
        if self.network:
            part = -torch.tanh(x[:, None] * self.inputs) @ self.labels / len(INPUTS)
        else:
            part = -2 * bump(x[:, None] - self.data, 1).mean(-1)
        return part + self.ridge * x.square()

    def constant(self) -> Tensor:
        if self.network:
            return self.labels.square().mean() / 2
        return bump(self.data[:, None] - self.data, 0).mean()

    def value(self, x: Tensor) -> Tensor:
        """F of the empirical laws of the rows of x (B, N)."""
        second = self.ridge * x.square().mean(-1)
        if self.network:
            f = torch.tanh(x[..., None] * self.inputs).mean(-2)
            return (f - self.labels).square().mean(-1) / 2 + second
        own = bump(x[..., None] - x[..., None, :], 2).mean((-2, -1))
        return own - 2 * bump(x[..., None] - self.data, 1).mean((-2, -1)) + self.constant() + second

    def force(self, x: Tensor) -> Tensor:
        """The gradient of the first variation at the particles."""
        pull = 2 * self.ridge * x
        if self.network:
            h = torch.tanh(x[..., None] * self.inputs)
            residual = h.mean(-2, keepdim=True) - self.labels
            return pull + (residual * (1 - h.square()) * self.inputs).mean(-1)
        own, other = x[..., None] - x[..., None, :], x[..., None] - self.data
        first = -own / (WIDTH**2 + 2 * SMOOTH**2) * bump(own, 2)
        second = -other / (WIDTH**2 + SMOOTH**2) * bump(other, 1)
        return pull + 2 * first.mean(-1) - 2 * second.mean(-1)


def rest(
    objective: Objective, temperature: float, like: Tensor, near: Tensor | None = None
) -> tuple[Tensor, Tensor, Tensor, Tensor]:
    """Grid, masses, kernel and potential of the law at rest, by damped Newton steps on the potential, from one that is near if given."""
    x = torch.linspace(-REACH, REACH, POINTS, dtype=like.dtype, device=like.device)
    kernel, linear = objective.kernel(x), objective.linear(x)
    potential, eye = linear if near is None else near, torch.eye(POINTS, dtype=like.dtype, device=like.device)
    for _ in range(ROUNDS):
        p = torch.softmax(-potential / temperature, dim=-1)
        miss = potential - kernel @ p - linear
        if float(miss.abs().max()) < 1e-12:
            return x, p, kernel, potential
        move = torch.linalg.solve(eye + coupled(kernel, p).mT / temperature, miss)
        potential = potential - move * min(1.0, 2 * temperature / float(move.abs().max()))
    raise NotConverged(f"the law at rest misses by {float(miss.abs().max()):.1e} after {ROUNDS} rounds: raise the temperature")


def coupled(kernel: Tensor, p: Tensor) -> Tensor:
    """Cov_p K, the covariance diag(p) - p p' times the symmetric kernel."""
    return p[:, None] * (kernel - kernel @ p)


@lru_cache(maxsize=64)
def predicted(network: bool, ridge: float, temperature: float, device: torch.device) -> tuple[float, float, float, float]:
    """F at rest, c_N and c_eta; and what c_N is with half of the kernel under the determinant."""
    like = torch.zeros((), dtype=torch.float64, device=device)
    objective = Objective(network, ridge, like)
    x, p, kernel, potential = rest(objective, temperature, like)
    beta, part, eye = 1 / temperature, 1e-3, torch.eye(POINTS, dtype=p.dtype, device=device)

    def half_logdets(beta: float) -> Tensor:
        inside = beta * coupled(kernel, rest(objective, 1 / beta, like, potential)[1])
        return torch.stack([torch.linalg.slogdet(eye + share * inside)[1] for share in (1.0, 0.5)]) / 2

    space, other = ((half_logdets(beta * (1 + part)) - half_logdets(beta * (1 - part))) / (2 * part * beta)).tolist()
    step = float(x[1] - x[0])
    slope = torch.gradient(potential, spacing=step)[0]
    bend = torch.gradient(slope, spacing=step)[0]
    correction = temperature * bend / 2 - slope.square() / 4
    push = -p * (correction - p @ correction) / temperature
    response = torch.linalg.solve(eye + coupled(kernel, p) / temperature, push)
    least = p @ kernel @ p / 2 + objective.linear(x) @ p + objective.constant()
    return float(least), space, float(potential @ response), other


def three(p: Mapping[str, float], draw: Draw) -> dict[str, Tensor]:
    """(B,) means of F over 512 draws of three particles at rest, from their joint law exp(-3F/T) on a grid."""
    x = torch.linspace(-REACH / 2, REACH / 2, 73, dtype=torch.float64, device=draw.device)
    objective = Objective(bool(p["network"]), float(p["ridge"]), x)
    own, pairs = objective.kernel(x).diagonal() / 18 + objective.linear(x) / 3, objective.kernel(x) / 9
    value = (own[:, None, None] + own[:, None] + own + pairs[:, :, None] + pairs[:, None] + pairs).flatten()
    levels = torch.softmax(-3 * value / float(p["temperature"]), dim=0).cumsum(0)
    place = torch.searchsorted(levels, draw.uniform(512, dtype=levels.dtype)).clamp(max=len(levels) - 1)
    return {"value": value[place].mean(-1) + objective.constant()}


def particles(p: Mapping[str, float], draw: Draw) -> dict[str, Tensor]:
    """(B,) time means of F of N particles at rest, from N(0, 1); a quarter of the time is left out.

    `changed`: 1 half the noise, 2 the gradient over N.
    """
    ridge, temperature, eta, count = float(p["ridge"]), float(p["temperature"]), float(p["η"]), int(p["N"])
    x = draw.normal(count)
    objective, source, noise = Objective(bool(p["network"]), ridge, x), draw.source(), torch.empty_like(x)
    spread = ((1 if p["changed"] == 1 else 2) * temperature * eta) ** 0.5
    share = 1 / count if p["changed"] == 2 else 1.0
    steps, total, seen = round(float(p["time"]) / eta), torch.zeros_like(x[:, 0], dtype=torch.float64), 0
    for k in range(steps):
        source.normal_(noise, True)
        x = x - eta * share * objective.force(x) + spread * noise
        if 4 * k >= steps:
            total, seen = total + objective.value(x), seen + 1
    return {"value": total / seen}


def predicted_of(p: Mapping[str, float], draw: Draw) -> tuple[float, float, float, float]:
    """What is predicted for the objective and the temperature of a run."""
    return predicted(bool(p["network"]), float(p["ridge"]), float(p["temperature"]), draw.device)


def ratio(p: Mapping[str, float], draw: Draw) -> dict[str, Tensor]:
    """How far F of the particles, in single precision, is above F at rest, over what is predicted of it."""
    least, space, time, _ = predicted_of(p, draw)
    return {"ratio": (in_single(particles)(p, draw)["value"] - least) / (space / p["N"] + time * p["η"])}
