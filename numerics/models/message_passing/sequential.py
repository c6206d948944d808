"""Random sequential message passing run in full: gamma = Au, sites refreshed at random, u_i <- f_i(gamma_i)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import pi

import torch
from torch import Tensor

from lemmata.numerics.formula.program import is_fake
from lemmata.numerics.random.draw import Draw
from lemmata.numerics.solve.thin import applied, columns

Respond = Callable[[Tensor], Tensor]  # fields (B, N) to messages
STEPS = 60  # of a search for a root at most


def step(a: Tensor, u: Tensor, respond: Respond, mask: Tensor) -> Tensor:
    """The messages with those of the mask refreshed; of two or more copies (B, N, C) the same sites."""
    field = columns(a, u)
    return torch.where(mask.expand_as(u), respond(field), u)


def one_site(a: Tensor, u: Tensor, respond: Callable[..., Tensor], order: Tensor, *given: Tensor) -> Tensor:
    """The messages after one site a step in this order (B, T); u is (B, N), or (B, C, N) for copies with the same couplings.

    ``respond`` takes the fields of some sites and what is given (B, N) of these sites.
    """
    fields, u = (u @ a.mT if u.ndim == 3 else applied(a, u)), u.clone(memory_format=torch.contiguous_format)
    messages, field = (e.view(len(u), -1, u.shape[-1]) for e in (u, fields))
    rows = a.reshape(-1, a.shape[-1])
    places = (order + torch.arange(len(u), device=u.device)[:, None] * a.shape[-1]).T.contiguous()
    sites = order.T[..., None, None].expand(-1, -1, messages.shape[1], 1).contiguous()
    own = [g.expand(u.shape[0], u.shape[-1]).gather(1, order).T[..., None, None] for g in given]
    for k, site in enumerate(sites):
        change = respond(field.gather(2, site), *(g[k] for g in own)) - messages.gather(2, site)
        messages.scatter_add_(2, site, change)
        field.addcmul_(rows.index_select(0, places[k])[:, None], change)
    return u


def coupling(draw: Draw, n: int, size: float, spectrum: int) -> Tensor:
    """A symmetric matrix of trace 0 with random eigenvectors and tr A^2 = n size^2: eigenvalues of one size (0) or evenly spaced (1).

    With an even n the first is 2P - 1 for the projection P = G(G'G)^-1 G' on a random half of the space.
    """
    if spectrum == 0 and n % 2 == 0:
        half = draw.normal(n, n // 2, fast=draw.single)
        inverse = torch.cholesky_inverse(torch.linalg.cholesky(half.mT @ half))
        found = (2 * size) * (half @ inverse @ half.mT)
        found.diagonal(dim1=-2, dim2=-1).sub_(size)
        return found
    base = torch.linalg.qr(draw.normal(n, n)).Q
    place = (2 * torch.arange(n, dtype=base.dtype, device=base.device) + 1) / n - 1
    values = place.sign() if spectrum == 0 else place
    return size * (base * (values / values.square().mean().sqrt())) @ base.mT


def phases(p: Mapping[str, float], draw: Draw) -> dict[str, Tensor]:
    """f_i = sqrt 2 cos(k gamma + phase_i), two copies with the same couplings, phases and refreshed sites, and independent starts."""
    n, k, size, steps, early = int(p["N"]), float(p["k"]), float(p["s"]), int(p["T"]), int(p["S"])
    a = coupling(draw, n, size, int(p["spectrum"]))
    a.diagonal(dim1=-2, dim2=-1).add_(float(p["shift"]))
    phase = draw.uniform(n, high=2 * pi)[..., None]

    def respond(field: Tensor) -> Tensor:
        return 2**0.5 * torch.cos(k * field + phase)

    u = respond(size * draw.normal(n, 2))
    path = [u]
    for _ in range(steps):
        u = step(a, u, respond, draw.uniform(n, 1) < float(p["η"]))
        path.append(u)
    return {
        "distance": (u[..., 0] - u[..., 1]).square().mean(-1),
        "product": (u * path[early]).mean((-2, -1)),
        "fourth": columns(a, u).pow(4).mean((-2, -1)),
    }


def phases_in_turn(p: Mapping[str, float], draw: Draw) -> dict[str, Tensor]:
    """The same with one random site a step: the squared distance of the two copies after so many sweeps."""
    n, k, size = int(p["N"]), float(p["k"]), float(p["s"])
    a = coupling(draw, n, size, int(p["spectrum"]))
    phase, start = draw.uniform(n, high=2 * pi), size * draw.normal(2, n)
    order = draw.integers(0, n, n * int(p["sweeps"]))

    def respond(field: Tensor, phase: Tensor) -> Tensor:
        return 2**0.5 * torch.cos(k * field + phase)

    ends = one_site(a, respond(start, phase[:, None]), respond, order, phase)
    return {"distance": (ends[:, 0] - ends[:, 1]).square().mean(-1)}


def ising(p: Mapping[str, float], draw: Draw) -> dict[str, Tensor]:
    """Spins in fields of size h and random sign: f_i = tanh(h_i + gamma)/chi - gamma, A = (lambda - J)^-1/chi - 1, J beta times GOE.

    One random site a step; by which factor the squared distance to the end falls per sweep from sweep 2 to sweep 8, and how far the
    messages still move in the last sweep.
    """
    n, beta, chi = int(p["N"]), float(p["β"]), float(p["χ"])
    noise, field = draw.normal(n, n, fast=draw.single), float(p["h"]) * draw.rademacher(n)
    eye = torch.eye(n, dtype=noise.dtype, device=noise.device)
    a = torch.linalg.inv(float(p["λ"]) * eye - beta * (noise + noise.mT) / (2 * n) ** 0.5) / chi - eye

    def respond(cavity: Tensor, field: Tensor) -> Tensor:
        return torch.tanh(field + cavity) / chi - cavity

    path = [respond(draw.normal(n), field)]
    for _ in range(int(p["sweeps"])):
        path.append(one_site(a, path[-1], respond, draw.integers(0, n, n), field))
    left = [(u - path[-1]).square().sum(-1) for u in path]
    return {"factor": (left[8] / left[2]) ** (1 / 6), "moves": left[-2] / n}


def spins(p: Mapping[str, float], draw: Draw) -> dict[str, Tensor]:
    """Spins in fields of size h and random sign with A of eigenvalues s and -s, sites refreshed with probability eta: how far the fields move.

    `first` and `second`: mean squared change of the fields from step 1 to 2 and from step 2 to 3; the start is N(0, w^2).
    """
    n, chi = int(p["N"]), float(p["χ"])
    a = coupling(draw, n, float(p["s"]), 0)
    a.diagonal(dim1=-2, dim2=-1).add_(float(p["shift"]))
    field = float(p["h"]) * draw.rademacher(n)[..., None]

    def respond(cavity: Tensor) -> Tensor:
        return torch.tanh(field + cavity) / chi - cavity

    u = respond(float(p["w"]) * draw.normal(n, 1))
    path = [columns(a, u)]
    for _ in range(2):
        u = step(a, u, respond, draw.uniform(n, 1) < float(p["η"]))
        path.append(columns(a, u))
    return {name: (path[k + 1] - path[k]).square().mean((-2, -1)) for k, name in enumerate(("first", "second"))}


def gaussian(p: Mapping[str, float], draw: Draw) -> dict[str, Tensor]:
    """The Gaussian likelihood of variance v: f = m/chi - gamma with m = (gamma + y/v) chi, 1/chi = L + 1/v and tr A = 0."""
    n, steps, v = int(p["N"]), int(p["T"]), float(p["v"])
    root = draw.normal(n, n) / n**0.5
    eye = torch.eye(n, dtype=root.dtype, device=root.device)
    inverse = torch.linalg.inv(root @ root.mT + eye / 5)
    posterior = torch.linalg.inv(inverse + eye / v)
    precision = n / posterior.diagonal(dim1=-2, dim2=-1).sum(-1)[:, None]  # 1/chi
    cavity = precision - 1 / v
    a = precision[..., None] * torch.linalg.inv(inverse + (precision - cavity)[..., None] * eye) - eye
    y, delta = draw.normal(n), applied(a, draw.normal(n))  # a start along large eigenvalues

    def respond(field: Tensor, y: Tensor, precision: Tensor) -> Tensor:
        return precision * (field + y / v) / precision - field  # the cavity is precision - 1/v

    end = one_site(a, y / v + delta, respond, draw.integers(0, n, steps), y, precision)
    left = end - y / v
    return {
        "u": left.square().sum(-1),
        "u start": delta.square().sum(-1),
        "fields": applied(a, left).square().sum(-1),
        "whole": applied(a, delta).square().sum(-1),
        "columns": (a.square().sum(-2) * delta.square()).sum(-1),
    }


def probit(p: Mapping[str, float], draw: Draw) -> dict[str, Tensor]:
    """Labels sign(theta + sqrt(v_0) noise), theta ~ N(0, K), K = GG'/(2N); a student with noise v_s and covariance scale times K,
    probit or (``gaussian``) with Gaussian noise.

    Parallel updates; chi is the mean of m', and L is such that (K_s^-1 + 1/chi - L)^-1 has the normalised trace chi, at every step. Normalised
    inner products of the messages u, the fields gamma, theta, and traces with K, at the end.
    """
    n, student = int(p["N"]), float(p["v_s"])
    g = draw.normal(n, 2 * n, fast=draw.single)
    values, vectors = torch.linalg.eigh(g @ g.mT / (2 * n))
    theta = applied(vectors, values.sqrt() * draw.normal(n))
    y = (theta + float(p["v_0"]) ** 0.5 * draw.normal(n)).sign()
    inverse = 1 / (float(p["scale"]) * values)
    moments = _linear if int(p["gaussian"]) else _probit
    chi = (1 / (inverse + 1)).mean(-1, keepdim=True)
    gamma, gap = torch.zeros_like(y), torch.ones_like(chi)
    for _ in range(int(p["T"])):
        cavity = 1 / chi - gap  # L
        mean, slope = moments(gamma, y, cavity, student)
        chi = slope.mean(-1, keepdim=True)
        gap = _level(inverse, chi)
        mean, _ = moments(gamma, y, 1 / chi - gap, student)
        u = mean / chi - gamma
        kernel = 1 / (chi * (inverse + gap)) - 1
        gamma = applied(vectors, kernel * applied(vectors.mT, u))
    found = {"uθ": u * theta, "uu": u * u, "γθ": gamma * theta, "γγ": gamma * gamma, "θθ": theta * theta}
    traces = {"AK": kernel * values, "AAK": kernel**2 * values, "AA": kernel**2, "K": values, "A": kernel}
    return {name: value.mean(-1) for name, value in {**found, **traces}.items()}


def _probit(gamma: Tensor, y: Tensor, cavity: Tensor, noise: float) -> tuple[Tensor, Tensor]:
    """m and m' of the likelihood Phi(y theta/sqrt(noise)) times exp(-L theta^2/2 + gamma theta)."""
    variance = 1 / cavity
    width = (noise + variance).sqrt()
    at = y * gamma * variance / width
    ratio = torch.exp(-at * at / 2 - torch.special.log_ndtr(at)) / (2 * pi) ** 0.5
    return gamma * variance + y * variance / width * ratio, variance - variance**2 / width**2 * ratio * (at + ratio)


def _linear(gamma: Tensor, y: Tensor, cavity: Tensor, noise: float) -> tuple[Tensor, Tensor]:
    """The same of the likelihood of y = theta + sqrt(noise) times a normal number."""
    slope = 1 / (cavity + 1 / noise)
    return (gamma + y / noise) * slope, slope.expand_as(gamma)


def _level(inverse: Tensor, chi: Tensor) -> Tensor:
    """x with mean 1/(inverse + x) = chi: Newton's steps for the harmonic mean of inverse + x, which is concave, kept in an interval."""
    low, high = -inverse.amin(-1, keepdim=True), 1 / chi
    x = (low + high) / 2
    for _ in range(STEPS):
        part = 1 / (inverse + x)
        mean = part.mean(-1, keepdim=True)
        above = mean > chi
        low, high = torch.where(above, x, low), torch.where(above, high, x)
        moved = x + (1 / chi - 1 / mean) * mean.square() / part.square().mean(-1, keepdim=True)
        new = torch.where((moved >= low) & (moved <= high), moved, (low + high) / 2)
        still, x = (new - x).abs() <= 4 * torch.finfo(x.dtype).eps * high, new
        if not is_fake(still) and bool(still.all()):
            break
    return x
