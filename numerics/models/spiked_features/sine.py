"""Two-layer networks f(x) = sum_i b_i sin(w_i.x + phase) on x ~ N(0, I): ridge regression of the head, and its exact risk.

Labels are sin(omega theta.x) + noise. Means over inputs are closed: E sin(w.x) sin(w'.x) = exp(-(|w|^2 + |w'|^2)/2) sinh(w.w'), so that
the population risk given the network needs no test set. ``spiked`` draws the weights w_i = sqrt(c_q) e_i + u_q v of two groups of equal
size, e_i uniform on the unit sphere; ``stepped`` takes one step of gradient descent on the first layer, on the network itself.
"""

from __future__ import annotations

import math
from collections.abc import Mapping

import torch
from torch import Tensor

from lemmata.numerics.random.draw import Draw
from lemmata.numerics.solve.thin import applied


def fitted(weights: Tensor, x: Tensor, y: Tensor, penalty: float) -> tuple[Tensor, Tensor, Tensor]:
    """Features, the Cholesky factor of 1/G = Phi'Phi/p + penalty, and the head b = G Phi'y/p, of f = sum_i b_i sin(w_i.x)."""
    p = weights.shape[-2]
    features = (x @ weights.mT).sin_()
    gram = (features.mT @ features).div_(p)
    gram.diagonal(dim1=-2, dim2=-1).add_(penalty)
    factor = torch.linalg.cholesky(gram)
    return features, factor, torch.cholesky_solve(applied(features.mT, y)[..., None], factor)[..., 0] / p


def risk(weights: Tensor, head: Tensor, theta: Tensor, omega: float, noise: float) -> Tensor:
    """E (y - f(x))^2 over a new input, given the network."""
    gram = weights @ weights.mT
    half = torch.exp(-gram.diagonal(dim1=-2, dim2=-1) / 2) * head
    alike = (applied(torch.sinh(gram), half) * half).sum(-1)
    along = torch.sinh(omega * applied(weights, theta))
    own = noise + (1 - math.exp(-2 * omega**2)) / 2
    return own - 2 * math.exp(-(omega**2) / 2) * (half * along).sum(-1) + alike


def _labels(p: Mapping[str, float], x: Tensor, theta: Tensor, draw: Draw) -> Tensor:
    """sin(omega theta.x) + noise of variance s."""
    return torch.sin(float(p["ω"]) * applied(x, theta)) + float(p["s"]) ** 0.5 * draw.normal(*x.shape[1:-1])


def spiked(p: Mapping[str, float], draw: Draw) -> dict[str, Tensor]:
    """Ridge regression on spiked random features: errors, overlaps of the head, and traces of the resolvent by group."""
    d, width, n = int(p["d"]), int(p["p"]), int(p["n"])
    half = width // 2
    isotropic = draw.sphere(d, width, fast=draw.single)
    u = draw.tensor([float(p["u"])] * half + [float(p["u'"])] * (width - half)).to(draw.dtype)
    c = draw.tensor([float(p["c"])] * half + [float(p["c'"])] * (width - half)).to(draw.dtype)
    weights = c.sqrt()[:, None] * isotropic
    weights[..., 0] += u
    theta = torch.zeros(draw.replicates, d, dtype=draw.dtype, device=draw.device)
    theta[..., 0], theta[..., 1] = float(p["γ"]), (1 - float(p["γ"]) ** 2) ** 0.5
    x = draw.normal(n, d, fast=draw.single)
    y = _labels(p, x, theta, draw)
    features, factor, head = fitted(weights, x, y, float(p["λ"]))
    inverse = torch.cholesky_inverse(factor)
    rest = isotropic[..., 1:]
    alike = inverse * (rest @ rest.mT) / width
    first, second = slice(0, half), slice(half, width)
    found = {
        "test": risk(weights, head, theta, float(p["ω"]), float(p["s"])),
        "train": (y - applied(features, head)).square().mean(-1),
        "cross": alike[..., first, second].sum((-2, -1)),
    }
    for name, group in (("", first), ("'", second)):
        found["v" + name] = inverse.diagonal(dim1=-2, dim2=-1)[..., group].sum(-1) / width
        found["V" + name] = alike[..., group, group].sum((-2, -1))
        found["m" + name] = head[..., group].sum(-1)
        found["t" + name] = (head * isotropic[..., 0])[..., group].sum(-1)
        found["ψ" + name] = (head * isotropic[..., 1])[..., group].sum(-1)
    return found


def stepped(p: Mapping[str, float], draw: Draw) -> dict[str, Tensor]:
    """One gradient step of the first layer on fresh samples, then ridge regression of the head on others."""
    d, width, n = int(p["d"]), int(p["p"]), int(p["n"])
    half = width // 2
    start = draw.sphere(d, width, fast=draw.single)
    zeta = draw.tensor([float(p["ζ"])] * half + [float(p["ζ'"])] * (width - half)).to(draw.dtype)
    theta = draw.sphere(d)
    change = _step({**p, "φ": 0.0, "μ": 0.0}, start, zeta, theta, draw)
    weights = start + change
    x = draw.normal(n, d, fast=draw.single)
    y = _labels(p, x, theta, draw)
    _, _, head = fitted(weights, x, y, float(p["λ"]))
    _, _, lazy = fitted(start, x, y, float(p["λ"]))
    omega, noise = float(p["ω"]), float(p["s"])
    return {"test": risk(weights, head, theta, omega, noise), "lazy": risk(start, lazy, theta, omega, noise)}


def _step(p: Mapping[str, float], start: Tensor, zeta: Tensor, theta: Tensor, draw: Draw) -> Tensor:
    """eta zeta_i (1/n0) sum (y - f0(x)) cos(w_i.x + phase) x with f0 = sum_i (zeta_i/p) sin(w_i.x + phase)."""
    n0, phase, width = int(p["n0"]), float(p["φ"]), start.shape[-2]
    x = draw.normal(n0, start.shape[-1], fast=draw.single)
    inner = x @ start.mT + phase
    residual = _labels(p, x, theta, draw) + float(p["μ"]) - torch.sin(inner) @ (zeta / width)
    return (float(p["η"]) / n0 * zeta[:, None]) * ((inner.cos_() * residual[..., None]).mT @ x)


def gradient(p: Mapping[str, float], draw: Draw) -> dict[str, Tensor]:
    """What one step does to the weights: spike, its direction, and the norm of the rest, averaged over neurons."""
    d, width = int(p["d"]), int(p["p"])
    half = width // 2
    start, theta = draw.sphere(d, width, fast=draw.single), draw.sphere(d)
    zeta = draw.tensor([float(p["ζ"])] * half + [float(p["ζ'"])] * (width - half)).to(draw.dtype)
    change = _step(p, start, zeta, theta, draw)
    mean = (change * zeta[:, None]).sum(-2)
    direction = mean / mean.norm(dim=-1, keepdim=True)
    moved = applied(change, direction)
    rest = start + change - (moved[..., None] * direction[..., None, :])
    return {
        "u": moved[..., :half].mean(-1),
        "u'": moved[..., half:].mean(-1),
        "γ": (direction * theta).sum(-1),
        "c": rest[..., :half, :].square().sum(-1).mean(-1),
    }
