"""Descent of the signal-noise network until it fits, with the coefficients of signal and noise that it has learned.

Data [y mu, xi], classes balanced, xi ~ N(0, I/d) (units sigma_xi^2 d = 1: |mu| = SNR), `across`: training noise orthogonal to mu;
d = 0 stands for an infinite dimension, where mu, xi_1, ..., xi_n are orthogonal. f = sum_j j/m sum_r [sigma(<w_jr, y mu>) +
sigma(<w_jr, xi>)], sigma = relu^q, logistic loss, full batch, <w, xi> ~ N(0, s0^2) at the start, rate = eta/(n m). What moves are
w = w(0) + sum over mu, xi_1, ..., xi_n of coefficients; weights in an orthonormal basis of the span: exact in law. A replicate
stops at the first training loss <= stop. Fresh noise is N(0, I/d), never projected.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import torch
from torch import Tensor

from lemmata.numerics.models.networks.descent import descended, signal_margin
from lemmata.numerics.random.draw import Draw
from lemmata.numerics.random.wishart import bartlett


@dataclass(frozen=True)
class Start:
    """Data and weights at the start in a basis whose first vector lies along mu; `outside`: what of the weights never moves."""

    noise: Tensor  # (B, n, 1 + n)
    weights: Tensor  # (B, 2, m, 1 + n)
    outside: Tensor | None  # (B, 2m, 2m)


@dataclass(frozen=True)
class Learned:
    """The network at the stop: coefficients of mu/|mu|^2 and xi_i/|xi_i|^2, inner products, training loss."""

    signal: Tensor  # (B, 2, m), with the sign of the neuron
    memorised: Tensor  # (B, 2, m, n)
    u: Tensor
    v: Tensor
    weights: Tensor
    train: Tensor


def start(p: Mapping[str, float], draw: Draw, beyond: bool = False) -> Start:
    """Drawn in single precision: far below what the draws themselves vary. `beyond`: with what never moves, which fresh noise sees."""
    n, m, d, size = int(p["n"]), int(p["m"]), int(p["d"]), float(p["s0"])
    like = torch.empty(0, dtype=torch.float32, device=draw.device)
    source, outside = draw.source(), None
    weights = size * draw.normal(2, m, 1 + n, dtype=torch.float32)
    if d == 0:
        inside = torch.eye(n, dtype=like.dtype, device=like.device).expand(draw.replicates, n, n)
    else:
        inside = bartlett(source, n, d - 1, draw.replicates, like, True) / d**0.5
        outside = size * bartlett(source, 2 * m, d - 1 - n, draw.replicates, like, True) if beyond else None
    along = draw.normal(n, 1, dtype=torch.float32) / max(d, 1) ** 0.5
    if d == 0 or p.get("across"):
        along = 0 * along
    return Start(torch.cat([along, inside], -1), weights, outside)


def descend(p: Mapping[str, float], begun: Start, q: int, draw: Draw) -> Learned:
    """Gradient descent on the coefficients; inner products are those of the start and, through the Gram matrix, of what was learned."""
    n, m, snr, rate = int(p["n"]), int(p["m"]), float(p["snr"]), float(p["rate"])
    sign = draw.tensor([1.0, -1.0], dtype=begun.noise.dtype)
    mu = torch.zeros_like(begun.noise[:, :1])
    mu[..., 0] = snr
    patches = torch.cat([begun.noise, mu, -mu], 1)
    gram, first = patches @ patches.mT, begun.weights.flatten(1, 2) @ patches.mT
    found = descended(first, gram, q, rate, int(p["steps"]), float(p["stop"]))
    learned, seen = found.coefficients.unflatten(1, (2, m)), found.inner.unflatten(1, (2, m))
    signal, memorised = learned[..., n] - learned[..., n + 1], learned[..., :n]
    moved = (found.coefficients @ patches).unflatten(1, (2, m))
    own = snr**2 * signal * sign[:, None], memorised * gram.diagonal(dim1=-2, dim2=-1)[:, None, None, :n]
    return Learned(*own, seen[..., n], seen[..., :n], begun.weights + moved, found.train)


def factor(begun: Start, weights: Tensor, d: int) -> Tensor:
    """R, at most as many rows as weights, with R' R the covariance of the inner products of the weights with fresh noise."""
    assert begun.outside is not None
    return torch.linalg.qr(torch.cat([weights.flatten(1, 2), begun.outside], -1).mT / d**0.5, mode="r")[1]


def noise_output(root: Tensor, directions: Tensor, q: int) -> Tensor:
    """The noise part of f at these directions, (B, count)."""
    seen = (directions @ root).clamp(min=0) ** q
    half = seen.shape[-1] // 2
    return seen[..., :half].mean(-1) - seen[..., half:].mean(-1)


def _error(root: Tensor, margin: Tensor, q: int, tests: int, draw: Draw) -> Tensor:
    """The share of fresh data with the wrong sign: directions drawn in pairs, the mean over lengths exact (f is homogeneous)."""
    size = root.shape[-2]
    drawn = draw.normal(tests // 2, size, dtype=root.dtype)
    drawn = drawn / drawn.norm(dim=-1, keepdim=True)
    found = noise_output(root, torch.cat([drawn, -drawn], 1), q).double()
    wrong = torch.zeros_like(margin[:, 0]).double()
    for side, y in ((0, 1.0), (1, -1.0)):
        level, against = margin[:, side, None].double(), -y * found
        opposed = level * against > 0
        radius = (level.abs() / against.abs().clamp(min=1e-30)) ** (1 / q)
        beyond = torch.special.gammaincc(torch.full_like(radius, size / 2), (radius**2 / 2).clamp(max=1e4))
        beyond = torch.where(opposed, beyond, torch.zeros_like(beyond))  # P(the noise outweighs the signal)
        wrong = wrong + torch.where(level > 0, beyond, 1 - beyond).mean(-1) / 2
    return wrong


def _decay(root: Tensor, margin: Tensor, draw: Draw, *, tried: int = 256, kept: int = 8, rounds: int = 60) -> Tensor:
    """The rate I of error = exp(-I(1 + o(1))) for q = 1: half the square of the shortest noise that turns a sign, by ascent."""
    size, half = root.shape[-2], root.shape[-1] // 2
    weigh = torch.ones_like(root[0, 0]) / half
    weigh[half:] *= -1
    drawn = draw.normal(tried, size, dtype=root.dtype)
    drawn = drawn / drawn.norm(dim=-1, keepdim=True)
    first, rates = noise_output(root, drawn, 1), []
    for side, y in ((0, 1.0), (1, -1.0)):
        best = (-y * first).topk(kept, dim=-1).indices
        at = drawn.gather(1, best[..., None].expand(-1, -1, size))
        for _ in range(rounds):
            uphill = (-y * weigh * ((at @ root) > 0)) @ root.mT
            at = at + 0.5 * uphill / uphill.norm(dim=-1, keepdim=True).clamp(min=1e-30)
            at = at / at.norm(dim=-1, keepdim=True)
        top = (-y * noise_output(root, at, 1)).amax(-1).clamp(min=1e-30)
        rates.append((margin[:, side].clamp(min=0) / top) ** 2 / 2)
    return torch.minimum(*rates)


def sizes(p: Mapping[str, float], found: Learned) -> dict[str, Tensor]:
    """`signal` max, `weakest` min_j max_r of gamma; `noise` max |rho|, `kept` min_i max_r and `least` min_i min_r of rho_{y_i, r, i}."""
    half = int(p["n"]) // 2
    own = torch.cat([found.memorised[:, 0, :, :half], found.memorised[:, 1, :, half:]], -1)
    return {
        "signal": found.signal.amax((1, 2)),
        "weakest": found.signal.amax(2).amin(1),
        "noise": found.memorised.abs().amax((1, 2, 3)),
        "kept": own.amax(1).amin(-1),
        "least": own.amin((1, 2)),
        "train": found.train,
    }


def fitted(p: Mapping[str, float], draw: Draw) -> dict[str, Tensor]:
    """Coefficients of the network with the power q, and its error where there are `tests` and a dimension."""
    q, tests = int(p["q"]), int(p["tests"])
    begun = start(p, draw, tests > 0)
    found = descend(p, begun, q, draw)
    outputs = sizes(p, found)
    if begun.outside is not None:
        root = factor(begun, found.weights, int(p["d"]))
        outputs["error"] = _error(root, signal_margin(found.u, q), q, tests, draw)
    return outputs


def tail(p: Mapping[str, float], draw: Draw) -> dict[str, Tensor]:
    """`error` and the `decay` of its tail, for ReLU."""
    begun = start(p, draw, True)
    found = descend(p, begun, 1, draw)
    root, margin = factor(begun, found.weights, int(p["d"])), signal_margin(found.u, 1)
    tests = int(p["tests"])
    return {"error": _error(root, margin, 1, tests, draw), "decay": _decay(root, margin, draw), "train": found.train}


def first_steps(p: Mapping[str, float], draw: Draw) -> dict[str, Tensor]:
    """`ratio` of the mean gain of j_r<w_r, mu> to that of <w_r, xi_i> where y_i = j_r and it was positive, for ReLU."""
    begun, half, snr = start(p, draw), int(p["n"]) // 2, float(p["snr"])
    found = descend({**p, "stop": 0.0}, begun, 1, draw)
    before = begun.weights @ begun.noise.mT[:, None]
    gained = found.v - before
    own = torch.cat([gained[:, 0, :, :half], gained[:, 1, :, half:]], -1)
    saw = torch.cat([before[:, 0, :, :half], before[:, 1, :, half:]], -1) > 0
    grown = (own * saw).sum((1, 2)) / saw.sum((1, 2)).clamp(min=1)
    up = found.u - snr * begun.weights[..., 0]
    return {"ratio": (up * draw.tensor([1.0, -1.0], dtype=up.dtype)[:, None]).mean((1, 2)) / grown}


def race(p: Mapping[str, float], draw: Draw) -> dict[str, Tensor]:
    """The losers of the race at their end, with the starts that decide it.

    `signal` is the largest gamma, of a neuron with <w, j mu> = `from` at the start; `spent` is the sum over the samples that it sees,
    y_i = sgn<w, mu>, of 1/(|xi_i|^2 v_i), v_i the largest start <w_r, xi_i> of their class. `noise` is the largest rho of a neuron of
    the sample's class, from `below`, with |xi_i|^2 = `length`; `ahead` is the largest start <w_r, j mu> of that class.
    """
    begun, half = start(p, draw), int(p["n"]) // 2
    found = descend(p, begun, int(p["q"]), draw)
    sign = draw.tensor([1.0, -1.0], dtype=torch.float32)
    u = float(p["snr"]) * begun.weights[..., 0] * sign[:, None]
    v, lengths = begun.weights @ begun.noise.mT[:, None], begun.noise.square().sum(-1)

    def own(x: Tensor) -> Tensor:
        """(B, 2, m, n/2): neurons and samples of one class."""
        return torch.stack([x[:, 0, :, :half], x[:, 1, :, half:]], 1)

    starts, sizes_of = own(v), lengths.unflatten(-1, (2, half))
    spent = (1 / (sizes_of * starts.amax(2))).sum(-1)
    signal, neuron = found.signal.flatten(1).max(-1, keepdim=True)
    m, began = u.shape[-1], u.flatten(1).gather(1, neuron)
    faced = torch.where(began > 0, neuron // m, 1 - neuron // m)  # a neuron with <w, j mu> < 0 sees the other class
    noise, place = own(found.memorised).flatten(1).max(-1, keepdim=True)
    across = sizes_of[:, :, None].expand_as(starts)
    return {
        "signal": signal[:, 0],
        "from": began[:, 0],
        "spent": spent.gather(1, faced)[:, 0],
        "noise": noise[:, 0],
        "below": starts.flatten(1).gather(1, place)[:, 0],
        "length": across.flatten(1).gather(1, place)[:, 0],
        "ahead": u.amax(-1).gather(1, place // (m * half))[:, 0],
        "train": found.train,
    }


def exponent(p: Mapping[str, float], draw: Draw) -> dict[str, Tensor]:
    """`slope` of log(max gamma/max rho) in log(n SNR^2) from `s` to `times` s, on the same draws."""
    q, found = int(p["q"]), []
    for s in (float(p["s"]), float(p["times"]) * float(p["s"])):
        # the second run reads the same numbers again
        again = draw.named("exponent")
        at = {**p, "snr": (s / float(p["n"])) ** 0.5, "rate": float(p["rate"]) / max(1.0, s)}
        learned = sizes(at, descend(at, start(at, again), q, again))
        found.append(torch.log(learned["signal"].double() / learned["noise"].double()))
    step = torch.log(draw.tensor([float(p["times"])]))
    return {"slope": (found[1] - found[0]) / step}
