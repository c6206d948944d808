"""Approximate message passing run in full, for losses of K outputs: the Euclidean distance and the cross-entropy.

X is n x d with N(0, 1/d) entries, W_0 standard normal. A step is gamma = XW - GV, G = -grad L at the proximal point gamma + GV,
Lambda = -(1/d) sum_i J_i with J the derivative of G in gamma, V = (ridge + Lambda)^-1, W = (X'G + W Lambda)V; the start is W = 0, G = 0,
V = 1/ridge. ``memory`` multiplies the term GV (1; 0 leaves it out).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import pi

import torch
from torch import Tensor

from lemmata.numerics.formula.program import is_fake
from lemmata.numerics.random.draw import Draw
from lemmata.numerics.solve.thin import columns

Respond = Callable[[Tensor, Tensor], tuple[Tensor, Tensor]]  # gamma (B, n, K) and V (B, K, K) to G and -J (B, n, K, K)
NEWTON = 7


@dataclass(frozen=True)
class Run:
    """Where the algorithm stands: weights, messages and gamma that belong together, V, -J, and the weights of all steps."""

    w: Tensor
    g: Tensor
    gamma: Tensor
    v: Tensor
    slopes: Tensor
    path: Tensor

    @property
    def moves(self) -> Tensor:
        """|W - previous W|^2/d, step by step."""
        return (self.path[1:] - self.path[:-1]).square().sum((-2, -1)) / self.w.shape[-2]


def iterate(x: Tensor, respond: Respond, outputs: int, ridge: float, steps: int, memory: float = 1.0) -> Run:
    """So many steps; gamma, G and -J at the end are those of the last weights."""
    batch, _, d = x.shape
    eye = torch.eye(outputs, dtype=x.dtype, device=x.device)
    v = (eye / ridge).expand(batch, outputs, outputs)
    w = x.new_zeros(batch, d, outputs)
    gamma, path = x.new_zeros(batch, x.shape[1], outputs), [w]
    g, slopes = respond(gamma, v)
    for _ in range(steps):
        onsager = slopes.sum(1) / d
        v = torch.linalg.inv(ridge * eye + onsager)
        w = (columns(x.mT, g) + w @ onsager) @ v
        path.append(w)
        gamma = columns(x, w) - memory * g @ v
        g, slopes = respond(gamma, v)
    return Run(w, g, gamma, v, slopes, torch.stack(path))


def nearest(y: Tensor) -> Respond:
    """L = |y - z| in the plane, for V a multiple of the identity: G = r/max(|r|, V), r = y - gamma."""

    def respond(gamma: Tensor, v: Tensor) -> tuple[Tensor, Tensor]:
        eye = torch.eye(2, dtype=v.dtype, device=v.device)
        level = v.diagonal(dim1=-2, dim2=-1).mean(-1)[:, None]
        r = y - gamma
        size = torch.hypot(*r.unbind(-1))
        inside = size < level
        slope = torch.where(inside, 1 / level, 0.5 / size.clamp(min=1e-12))  # of the mean of both directions
        return r / torch.maximum(size, level)[..., None], slope[..., None, None] * eye

    return respond


def euclidean(p: Mapping[str, float], draw: Draw) -> dict[str, Tensor]:
    """Labels XW_0 + noise in the plane; overlaps after T steps, the training loss, the exact test loss, the loss of gamma, the
    share of samples that are met, and the factor by which the squared steps shrink between the steps S and T."""
    n, d, ridge, steps, first = int(p["n"]), int(p["d"]), float(p["λ"]), int(p["T"]), int(p["S"])
    single = draw.single
    x, w0 = draw.normal(n, d, fast=single).div_(d**0.5), draw.normal(d, 2)
    y = columns(x, w0) + float(p["σ²"]) ** 0.5 * draw.normal(n, 2)
    run = iterate(x, nearest(y), 2, ridge, steps, float(p["memory"]))
    v, left = run.v[:, 0, 0], torch.hypot(*(y - run.gamma).unbind(-1))
    return {
        "M": (w0 * run.w).sum((-2, -1)) / (2 * d),
        "Q": run.w.square().sum((-2, -1)) / (2 * d),
        "Q early": run.path[first].square().sum((-2, -1)) / (2 * d),
        "V": v,
        "train": (left - v[:, None]).clamp(min=0).mean(-1),
        "test": _length(run.w - w0, float(p["σ²"])),
        "alone": left.mean(-1),
        "met": (left < v[:, None]).to(x.dtype).mean(-1),
        "shrinks": (run.moves[-1] / run.moves[first - 1]) ** (1 / (steps - first)),
    }


def _length(gap: Tensor, s2: float) -> Tensor:
    """E |r| for a Gaussian vector r of the plane with covariance gap'gap/d + s2, by 64 points on the circle."""
    covariance = gap.mT @ gap / gap.shape[-2]
    angle = torch.arange(64, dtype=gap.dtype, device=gap.device) * (2 * pi / 64)
    ring = torch.stack((angle.cos(), angle.sin()))
    return (pi / 2) ** 0.5 * ((ring * (covariance @ ring)).sum(-2) + s2).sqrt().mean(-1)


def softmax(labels: Tensor) -> Respond:
    """L = log sum exp z - z_label: G = e_label - softmax(P), P by Newton's method; -J = H(1 + VH)^-1 = V^-1 - V^-1(V^-1 + H)^-1 V^-1.

    Classes come first in here, (K, B, n) and (K, K, B, n), so that a system is solved entry by entry for all samples at once.
    """

    def respond(gamma: Tensor, v: Tensor) -> tuple[Tensor, Tensor]:
        k = gamma.shape[-1]
        target = (labels == torch.arange(k, device=labels.device)[:, None, None]).to(v.dtype)
        inverse, start = torch.linalg.inv(v).permute(1, 2, 0)[..., None], gamma.permute(2, 0, 1).contiguous()
        point, close = start, torch.finfo(v.dtype).eps ** 0.5  # where the next step is one of rounding
        for _ in range(NEWTON):  # z solves z = gamma + (target - p(z))V; steps are shortened, as p is steep where V is large
            share = torch.softmax(point, 0)
            gap = (inverse * (start - point)).sum(1) + target - share
            move = _solve(_curved(inverse, share), gap[:, None])[:, 0]
            largest = move.abs().amax(0)
            point = point + move * (2 / largest.clamp(min=2))
            if not is_fake(largest) and float(largest.max()) < close:
                break
        share = torch.softmax(point, 0)
        curved = _curved(inverse, share)
        slopes = inverse - (inverse[:, :, None] * _solve(curved, inverse.expand_as(curved))).sum(1)
        return (target - share).permute(1, 2, 0), slopes.permute(2, 3, 0, 1)

    return respond


def _curved(inverse: Tensor, share: Tensor) -> Tensor:
    """V^-1 + H, H the Hessian of log sum exp."""
    found = inverse - share[:, None] * share
    found.diagonal(dim1=0, dim2=1).add_(share.movedim(0, -1))
    return found


def _solve(matrix: Tensor, right: Tensor) -> Tensor:
    """Many small positive definite systems at once, (K, K, ...) and (K, R, ...), by elimination without pivots."""
    rows = torch.cat((matrix, right), 1)
    for i in range(len(rows)):
        after = rows[:, i + 1 :]
        pivot = after[i] / rows[i, i]
        after.addcmul_(rows[:, i, None], pivot, value=-1)
        after[i] = pivot
    return rows[:, len(rows) :]


def multiclass(p: Mapping[str, float], draw: Draw) -> dict[str, Tensor]:
    """Labels argmax XW_0 in K classes, cross-entropy: how far the end is from a minimiser, errors and losses in training, on a
    test set and of gamma, the radii of M -> (1/d) sum V J M J V and of its first power, 1 - ridge times the least and the largest eigenvalue of V."""
    n, d, k, ridge, steps, first = int(p["n"]), int(p["d"]), int(p["K"]), float(p["λ"]), int(p["T"]), int(p["S"])
    single = draw.single
    x, w0 = draw.normal(n, d, fast=single).div_(d**0.5), draw.normal(d, k)
    fresh = draw.normal(int(p["tests"]), d) / d**0.5
    labels, other = columns(x, w0).argmax(-1), columns(fresh, w0).argmax(-1)
    run = iterate(x, softmax(labels), k, ridge, steps, float(p["memory"]))
    target = torch.nn.functional.one_hot(labels, k).to(x.dtype)
    seen = columns(x, run.w)
    gradient = columns(x.mT, torch.softmax(seen, -1) - target) + ridge * run.w
    root, slopes = _root(run.v), run.slopes.flatten(-2)  # V^(1/2)(-J)V^(1/2) is symmetric, between 0 and 1
    mean, variances = root @ run.slopes.sum(1) @ root / d, torch.linalg.eigvalsh(run.v)
    twice = torch.einsum("bij,bkl->bikjl", root, root).reshape(-1, k * k, k * k)
    moment = (slopes.mT @ slopes / d).unflatten(-1, (k, k)).unflatten(-3, (k, k)).transpose(-3, -2)  # of -J times -J
    squares = twice @ moment.reshape(-1, k * k, k * k) @ twice
    found = {
        "residual": gradient.abs().amax((-2, -1)),
        "shrinks": (run.moves[-1] / run.moves[first - 1]) ** (1 / max(steps - first, 1)),
        "radius": torch.linalg.eigvalsh(squares)[:, -1],
        "trace": squares.diagonal(dim1=-2, dim2=-1).sum(-1),
        "first_power": torch.linalg.eigvalsh(mean)[:, -1],
        "M": (w0 * run.w).sum((-2, -1)) / (k * d),
        "Q": run.w.square().sum((-2, -1)) / (k * d),
        "bound": 1 - ridge * variances[:, 0],
        "largest": 1 - ridge * variances[:, -1],
    }
    for name, scores, classes in (
        ("train", seen, labels),
        ("test", columns(fresh, run.w), other),
        ("alone", run.gamma, labels),
    ):
        found[f"{name} error"] = (scores.argmax(-1) != classes).to(x.dtype).mean(-1)
        found[f"{name} loss"] = -torch.log_softmax(scores, -1).gather(-1, classes[..., None]).mean((-2, -1))
    return found


def _root(v: Tensor) -> Tensor:
    """The symmetric root of V."""
    values, vectors = torch.linalg.eigh((v + v.mT) / 2)
    return (vectors * values.sqrt()[..., None, :]) @ vectors.mT
