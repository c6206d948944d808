"""Ridge regression on the features of a wide erf network, before and after gradient steps on its first layer.

Inputs are x ~ N(0, I), labels t(x_1) + noise with t = s erf + b1 z + b3 He_3/sqrt(6), weights W ~ N(0, 1/d) (d x N) and a ~ N(0, 1/N).
A step adds eta sqrt(N) G to W, G half of minus the gradient of the mean squared error; the ridge regression of fresh labels on
erf(W'x)/sqrt(N) has the penalty (lam/N)|a|^2. Population risks are exact given the weights, by the arcsine law. Products are taken in
the precision of the draw, factorisations in double precision.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping

import torch
from torch import Tensor

from lemmata.numerics.models.ridge.ridge import gram_matrix
from lemmata.numerics.random.draw import Draw

Numbers = Mapping[str, float]


def start(p: Numbers, draw: Draw) -> tuple[Tensor, Tensor]:
    """First and second layer."""
    d, width, single = int(p["d"]), int(p["N"]), draw.single
    return draw.normal(d, width, fast=single) / d**0.5, draw.normal(width, fast=single) / width**0.5


def sample(p: Numbers, draw: Draw) -> tuple[Tensor, Tensor]:
    """Inputs, one a row, and labels; the target looks along the first axis."""
    n, d, single = int(p["n"]), int(p["d"]), draw.single
    x = draw.normal(n, d, fast=single)
    t = x[..., 0]
    cubic = (t**3 - 3 * t) / 6**0.5
    clean = float(p["s"]) * torch.erf(t) + float(p["b1"]) * t + float(p["b3"]) * cubic
    return x, clean + float(p["v"]) ** 0.5 * draw.normal(n, fast=single)


def _erf_slope(u: Tensor) -> Tensor:
    return torch.exp(-u.square()).mul_(2 / math.pi**0.5)


Activation = tuple[Callable[[Tensor], Tensor], Callable[[Tensor], Tensor]]
ERF: Activation = (torch.erf, _erf_slope)


def direction(W: Tensor, a: Tensor, x: Tensor, y: Tensor, activation: Activation = ERF) -> Tensor:
    """G; ``activation`` comes with its slope."""
    n, width = x.shape[-2], W.shape[-1]
    inner = x @ W
    residual = y - (activation[0](inner) @ a[..., None])[..., 0] / width**0.5
    slopes = activation[1](inner)
    return x.mT @ slopes.mul_(residual[..., :, None]).mul_(a[..., None, :] / (n * width**0.5))


def population(p: Numbers, W: Tensor) -> tuple[Tensor, Tensor, float]:
    """Second moments of the features, their products with the target, and the target's second moment."""
    width, s, b1, b3 = W.shape[-1], float(p["s"]), float(p["b1"]), float(p["b3"])
    gram = gram_matrix(W.mT)
    spread = 1 + 2 * gram.diagonal(dim1=-2, dim2=-1)
    scale = spread.rsqrt()
    K = gram.mul_(2 * scale[..., :, None]).mul_(scale[..., None, :]).asin_().mul_(2 / math.pi / width)
    first = W[..., 0, :]
    c = s * 2 / math.pi * torch.asin(2 * first / (3 * spread).sqrt()) + b1 * 2 / math.pi**0.5 * first / spread.sqrt()
    c = (c - b3 * 4 / (6 * math.pi) ** 0.5 * first**3 * spread**-1.5) / width**0.5
    slope, third = 2 / (3 * math.pi) ** 0.5, -4 / (6 * math.pi) ** 0.5 / 3**1.5
    energy = s**2 * 2 / math.pi * math.asin(2 / 3) + b1**2 + b3**2 + 2 * s * (b1 * slope + b3 * third)
    return K, c, energy


def fitted(p: Numbers, W: Tensor, x: Tensor, y: Tensor, penalties: list[float]) -> Tensor:
    """Population risks of the ridge regressions with these penalties, along a last axis."""
    n, width = x.shape[-2], W.shape[-1]
    phi = (x @ W).erf_().div_(width**0.5)
    K, c, energy = population(p, W)
    gram, right = (gram_matrix(phi.mT) / n).double(), (phi.mT @ y[..., None]).double() / n
    risks = []
    for penalty in penalties:
        shifted = gram.clone() if len(penalties) > 1 else gram
        shifted.diagonal(dim1=-2, dim2=-1).add_(penalty / width)
        a = torch.cholesky_solve(right, torch.linalg.cholesky(shifted))
        spent = (a * (K @ a.to(K.dtype))).sum((-2, -1))
        risks.append(energy - 2 * (a[..., 0] * c).sum(-1) + spent)
    return torch.stack(risks, -1)


def ridge(p: Numbers, draw: Draw) -> dict[str, Tensor]:
    """Risk before and after one step of size eta, on the same fresh sample; a step of size 0 changes nothing and draws nothing."""
    W, a = start(p, draw)
    fresh, eta, penalties = sample(p, draw), float(p["eta"]), [float(p["lam"])]
    before = fitted(p, W, *fresh, penalties)[..., 0]
    if eta == 0:
        return {"before": before, "after": before}
    moved = W + eta * W.shape[-1] ** 0.5 * direction(W, a, *sample(p, draw))
    return {"before": before, "after": fitted(p, moved, *fresh, penalties)[..., 0]}


def powers(p: Numbers, draw: Draw) -> dict[str, Tensor]:
    """Risks of the initial features and after one step of size N^alpha, all from the same numbers."""
    W, a = start(p, draw)
    before_step, fresh = sample(p, draw), sample(p, draw)
    width, penalties = W.shape[-1], [float(p["lam"])]
    G = width**0.5 * direction(W, a, *before_step)
    found = {"RF": fitted(p, W, *fresh, penalties)[..., 0]}
    for eighths in range(5):
        found[f"{eighths}/8"] = fitted(p, W + width ** (eighths / 8) * G, *fresh, penalties)[..., 0]
    return found


def floors(p: Numbers, draw: Draw) -> dict[str, Tensor]:
    """The least risk over the second layer, sample or no sample, before and after T steps, and that over penalties 10^(-4..1)."""
    W, a = start(p, draw)
    x, y = sample(p, draw)
    fresh = sample(p, draw)
    moved = W
    for _ in range(int(p["T"])):
        moved = moved + float(p["eta"]) * W.shape[-1] ** 0.5 * direction(moved, a, x, y)
    penalties = [10.0 ** (k / 4) for k in range(-16, 5)]
    found = {}
    for name, layer in (("before", W), ("after", moved)):
        K, c, energy = population(p, layer)
        found[f"oracle {name}"] = energy - (c * torch.linalg.solve(K.double(), c[..., None].double())[..., 0]).sum(-1)
        found[f"best {name}"] = fitted(p, layer, *fresh, penalties).amin(-1)
    return found


def _stepped(p: Numbers, draw: Draw) -> tuple[Tensor, Tensor, Tensor, Tensor]:
    """First and second layer, the direction G of a first step, and X'y/n."""
    W, a = start(p, draw)
    x, y = sample(p, draw)
    return W, a, direction(W, a, x, y), (x.mT @ y[..., None])[..., 0] / x.shape[-2]


def first_step(p: Numbers, draw: Draw) -> dict[str, Tensor]:
    """Norms of a first step."""
    W, _, G, _ = _stepped(p, draw)
    size, whole = float(p["eta"]) * W.shape[-1] ** 0.5, _norm(G)
    return {
        "operator": size * whole,
        "ratio": G.square().sum((-2, -1)).sqrt() / whole,
        "neuron": size * G.square().sum(-2).sqrt().mean(-1),
        "start": W.square().sum(-2).sqrt().mean(-1),
    }


def remainder(p: Numbers, draw: Draw) -> dict[str, Tensor]:
    """What is left of a first step beside its rank-one part, half of it, or the same with a row of equal numbers for a."""
    W, a, G, correlation = _stepped(p, draw)
    width = W.shape[-1]
    spike = 2 / (3 * math.pi) ** 0.5 / width**0.5 * correlation[..., :, None]
    alike = (a.square().mean(-1, keepdim=True).sqrt()).expand_as(a)
    whole = _norm(G)
    return {
        "left over": _norm(G - spike * a[..., None, :]) / whole,
        "half left": _norm(G - spike * a[..., None, :] / 2) / whole,
        "row left": _norm(G - spike * alike[..., None, :]) / whole,
        "correlation": correlation.square().sum(-1),
    }


def leading(p: Numbers, draw: Draw) -> dict[str, Tensor]:
    """The leading singular value after a first step, and the overlaps of its vectors."""
    W, a, G, _ = _stepped(p, draw)
    moved = W + float(p["eta"]) * W.shape[-1] ** 0.5 * G
    values, vectors = torch.linalg.eigh((moved @ moved.mT).double())
    top, left = values[..., -1].sqrt(), vectors[..., -1]
    right = (moved.mT.double() @ left[..., None])[..., 0] / top[..., None]
    return {"value": top.square(), "target": left[..., 0].square(), "outer": (right * a).sum(-1).square() / a.square().sum(-1)}


def _norm(A: Tensor) -> Tensor:
    """The largest singular value of a matrix with fewer rows than columns."""
    return torch.linalg.eigvalsh((A @ A.mT).double())[..., -1].clamp_min(0).sqrt()
