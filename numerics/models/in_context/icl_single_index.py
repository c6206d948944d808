r"""Single-index tasks in context and the one-layer model $f=\varphi(x)^\top\Gamma u$, $u=\frac1n\sum_iy_i\varphi(x_i)$,
$\varphi(x)=\mathrm{relu}(Wx+b)$.

Tasks: $y=\sum_mc_mh_m(\langle\theta,x\rangle)$, $\theta$ uniform on the unit sphere of the first $r$ coordinates,
$x\sim N(0,I_d)$. Shapes: inputs (..., n, d), weights (..., N, d), biases (..., N).
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor

from lemmata.numerics.random.draw import Draw
from lemmata.numerics.random.once import once


def features(x: Tensor, w: Tensor, b: Tensor) -> Tensor:
    """relu(Wx + b) for each input: (..., n, N)."""
    return torch.relu(x @ w.mT + b[..., None, :])


def summary(x: Tensor, y: Tensor, w: Tensor, b: Tensor) -> Tensor:
    """u, the label-weighted mean of the features over the prompt: (..., N)."""
    return (y[..., None, :] @ features(x, w, b))[..., 0, :] / x.shape[-2]


def hermite(k: int, x: Tensor) -> Tensor:
    """Orthonormal h_k(x)."""
    previous, current = torch.zeros_like(x), torch.ones_like(x)
    for i in range(k):
        previous, current = current, x * current - i * previous
    return current / math.sqrt(math.factorial(k))


def link(phase: Tensor, z: Tensor) -> Tensor:
    """cos(phase) h_2(z) + sin(phase) h_3(z): of variance 1, information exponent 2 and degree 3 for almost every phase."""
    return torch.cos(phase) * hermite(2, z) + torch.sin(phase) * hermite(3, z)


def _tasks(draw: Draw, count: int, n: int, r: int, dtype: torch.dtype | None = None) -> tuple[Tensor, Tensor, Tensor, Tensor]:
    """Directions (B, count, r), phases (B, count), inputs in S (B, count, n, r) and labels (B, count, n)."""
    theta, phase = draw.sphere(r, count, dtype=dtype), draw.uniform(count, low=0.0, high=2 * math.pi, dtype=dtype)
    x = draw.normal(count, n, r, dtype=dtype)
    return theta, phase, x, link(phase[..., None], (x @ theta[..., None])[..., 0])


def attention(u: Tensor, s: Tensor, label: Tensor, penalty: float) -> Tensor:
    """Gamma of Phase II for tasks (..., T, N): minimises mean (label - s^T Gamma u)^2 + penalty |Gamma|^2."""
    width = u.shape[-1]
    rows = (s[..., :, None] * u[..., None, :]).flatten(-2)
    gram = rows.mT @ rows / rows.shape[-2] + penalty * torch.eye(width**2, dtype=rows.dtype, device=rows.device)
    return torch.linalg.solve(gram, rows.mT @ label[..., None] / rows.shape[-2])[..., 0].unflatten(-1, (width, width))


def train_attention(w: Tensor, b: Tensor, count: int, n: int, penalty: float, draw: Draw) -> Tensor:
    """Phase II with weights (N, r) in S: count tasks with prompts of length n, the last input being the query; (B, N, N)."""
    w, b = draw.tensor(w, draw.dtype), draw.tensor(b, draw.dtype)
    _, _, x, y = _tasks(draw, count, n + 1, w.shape[-1])
    u = summary(x[..., :-1, :], y[..., :-1], w, b.expand(w.shape[0]))
    return attention(u, features(x[..., -1:, :], w, b)[..., 0, :], y[..., -1], penalty)


@dataclass(frozen=True)
class Moments:
    """Second moments of the features over inputs and tasks in the plane (r = 2), by quadrature.

    gram E[f f^T]; signal E_task[m m^T] with m = E[f y]; square E[f f^T y^2]; mixed (N, 7): E[f e_a] for the basis
    e_a = h_i(x_1) h_j(x_2) of degrees 2 and 3.
    """

    gram: Tensor
    signal: Tensor
    square: Tensor
    mixed: Tensor


INDICES = ((2, 0), (1, 1), (0, 2), (3, 0), (2, 1), (1, 2), (0, 3))


def coefficients(theta: Tensor, phase: Tensor) -> Tensor:
    """The task in the basis e_a: (..., 7); h_k(<theta, x>) = sum sqrt(k!/(i!j!)) theta_1^i theta_2^j h_i(x_1) h_j(x_2)."""
    scale = {2: torch.cos(phase), 3: torch.sin(phase)}
    return torch.stack(
        [scale[i + j] * math.sqrt(math.comb(i + j, i)) * theta[..., 0] ** i * theta[..., 1] ** j for i, j in INDICES], -1
    )


def moments(w: Tensor, b: Tensor, step: float = 0.06, reach: float = 8.0) -> Moments:
    """By the trapezoidal rule on a grid; the kinks of relu leave a relative error of about step^2."""
    axis = torch.arange(-reach, reach + step / 2, step, dtype=w.dtype, device=w.device)
    grid = torch.cartesian_prod(axis, axis)
    weight = torch.exp(-grid.square().sum(-1) / 2) * step**2 / (2 * math.pi)
    f = features(grid, w, b)
    angle = torch.arange(8, dtype=w.dtype, device=w.device) * math.pi / 4
    inner = grid @ torch.stack((torch.cos(angle), torch.sin(angle)))
    label = (hermite(2, inner).square().mean(-1) + hermite(3, inner).square().mean(-1)) / 2
    basis = torch.stack([hermite(i, grid[:, 0]) * hermite(j, grid[:, 1]) for i, j in INDICES], -1)
    mixed = f.mT @ (weight[:, None] * basis)
    directions = torch.stack((torch.cos(angle), torch.sin(angle)), -1)
    even, odd = (coefficients(directions, torch.full_like(angle, phase)) for phase in (0.0, math.pi / 2))
    spread = (even.mT @ even + odd.mT @ odd) / (2 * len(angle))
    return Moments(f.mT @ (weight[:, None] * f), mixed @ spread @ mixed.mT, f.mT @ ((weight * label)[:, None] * f), mixed)


def ambient_risk(
    w: Tensor, b: Tensor, gamma: Tensor, gram: Tensor, mixed: Tensor, n: int, d: int, draw: Draw, scale: float = 1.0
) -> Tensor:
    """Squared error of a random task in R^d with a prompt of n examples, averaged exactly over the query.

    S is a random plane and the weights w (N, 2) are its coordinates; u is multiplied by scale.
    """
    w, b, gamma, gram, mixed = (draw.tensor(a) for a in (w, b, gamma, gram, mixed))
    plane = torch.linalg.qr(draw.normal(d, 2, dtype=torch.float64)).Q
    theta, phase = draw.sphere(2, dtype=torch.float64), draw.uniform(low=0.0, high=2 * math.pi, dtype=torch.float64)
    x = draw.normal(n, d, dtype=torch.float64)
    y = link(phase[:, None], (x @ (plane @ theta[..., None]))[..., 0])
    head = scale * summary(x, y, w @ plane.mT, b) @ gamma.mT
    return 1 - 2 * (head * (coefficients(theta, phase) @ mixed.mT)).sum(-1) + (head @ gram * head).sum(-1)


@dataclass(frozen=True)
class Plane:
    """Neurons in a plane, their attention matrix, and their population moments."""

    w: Tensor
    b: Tensor
    gamma: Tensor
    moments: Moments


def trained_plane(width: int, tasks: int, examples: int, penalty: float, draw: Draw) -> Plane:
    """Random ReLU neurons in a plane, and Gamma from Phase II on that many tasks: the first replicate alone."""
    w, b = draw.sphere(2, width)[0], draw.uniform(width, low=-2.0, high=2.0)[0]
    return Plane(w, b, train_attention(w, b, tasks, examples, penalty / 2, draw)[0], moments(w, b))


def trained_risk(p: Any, draw: Draw) -> dict[str, Tensor]:
    """The risk of one trained network in R^d, and what it is made of: Tr Gamma A, Tr Gamma A Gamma^T G, Tr Gamma (S - A) Gamma^T G."""
    plane = once(draw, trained_plane, p["N"], p["T"], p["n_2"], p["λ_2"])
    gamma, found = plane.gamma, plane.moments
    spread = {"kept": found.signal, "scattered": found.square - found.signal}
    made = {name: ((gamma @ middle @ gamma.mT) * found.gram).sum() for name, middle in spread.items()}
    made["signal"] = (gamma.mT * found.signal).sum()
    used = gamma.mT if p["transposed"] else gamma
    risk = ambient_risk(plane.w, plane.b, used, found.gram, found.mixed, p["n"], p["d"], draw, p["scale"])
    return {"risk": risk, **{name: value.expand(draw.replicates) for name, value in made.items()}}


RUNS = {  # how claims about these runs draw them
    **{"replicates": (2**15, 2**17), "first": 4096, "chunk": 4096, "search": (100, 1000)},
    "procedures": {"trained": trained_risk},
}
