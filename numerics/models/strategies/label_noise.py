"""Full-batch descent with fresh label noise on the two-layer network with squared ReLUs and signal-noise data.

Data [y mu, xi], classes balanced, xi ~ N(0, I/d) orthogonal to mu in training (units sigma_xi^2 d = 1, so |mu|^2 = s/n), not so
on fresh data; f = sum_j j/m sum_r [relu(<w_jr, y mu>)^2 + relu(<w_jr, xi>)^2], j = +-1, logistic loss. At every step every label
is flipped with probability p: the step is rate sum_i (b_i - sigmoid(y_i f_i)) grad(y_i f_i), b_i ~ Bernoulli(1 - p), and
`rate` = eta/(n m). `fixed` keeps the first flips for all times. Weights in an orthonormal basis of the span of the noise, whose
Gram matrix is a Bartlett factor: exact in law at every d > n + 2m + 1.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from itertools import repeat

import torch
from torch import Tensor
from torch.nn.functional import softplus

from lemmata.numerics.models.networks.descent import held
from lemmata.numerics.random.draw import Draw
from lemmata.numerics.random.sources import Source
from lemmata.numerics.random.wishart import bartlett

LOW, HIGH = 0.04, 0.4  # the growth of the signal is timed between these
BLOCK = 128  # steps whose flips are drawn at once


def trained(p: Mapping[str, float], draw: Draw) -> dict[str, Tensor]:
    """Averages over the last quarter, sizes of signal and noise, the speed at which the signal grows, and the error at the end.

    `signal` is max <w_jr, j mu>, `noise` max over i, r of <w_{y_i r}, xi_i>_+; `law` is the change of the mean of Ei(M_i) + log M_i
    over the second half, M_i = y_i f_i, over 4 rate |xi_i|^2 a step (meaningful without label noise).
    """
    n, m, d, steps = int(p["n"]), int(p["m"]), int(p["d"]), int(p["steps"])
    rate, snr2 = float(p["rate"]), float(p["s"]) / n
    like = torch.empty(0, dtype=torch.float32, device=draw.device)
    source = draw.source()
    noise = bartlett(source, n, d - 1, draw.replicates, like, True) / d**0.5
    outside = float(p["s0"]) * bartlett(source, 2 * m, d - 1 - n, draw.replicates, like, True)
    sign = draw.tensor([1.0, -1.0], dtype=torch.float32)
    upwards = float(p["s0"]) * snr2**0.5 * draw.normal(2, m, dtype=torch.float32)  # <w_jr, mu>
    w = float(p["s0"]) * draw.normal(2, m, n, dtype=torch.float32)
    # inner products with the patches xi_1, ..., xi_n, mu, -mu, and the coefficients of these in the weights
    along = upwards.flatten(1)[..., None]
    v0 = torch.cat([w.flatten(1, 2) @ noise.mT, along, -along], -1)
    gram = torch.zeros_like(noise[:, :1, :1]).expand(-1, n + 2, n + 2).clone()
    gram[:, :n, :n], gram[:, n:, n:] = noise @ noise.mT, snr2 * sign[:, None] * sign
    v, moved = v0.clone(), torch.zeros_like(v0)
    holds = held(n, sign)
    readout, back = (sign / m).repeat_interleave(m).expand(len(v), 1, 2 * m), holds.mT.contiguous()
    growing, turned, pushes = moved.unflatten(1, (2, m)), (2 * rate * sign)[:, None, None], torch.empty_like(v0)
    columns = torch.tensor([n, n + 1], device=draw.device).repeat_interleave(m)  # of j mu for each neuron
    toward = torch.arange(2 * m, device=draw.device) * (n + 2) + columns
    highest, seen = torch.zeros_like(v0), torch.empty_like(v0)
    kept = _kept(p, steps, (draw.replicates, n), draw.source(), like)
    sizes, total = (
        torch.empty_like(v0[:, 0, 0].expand(steps, -1)),
        {name: torch.zeros_like(v0[:, 0, 0]) for name in ("loss", "margin")},
    )
    middle = half = torch.zeros_like(v0[:, 0, :n])
    for step in range(steps):
        torch.clamp(v, min=0, out=seen)
        margin = torch.bmm(readout, torch.mul(seen, seen, out=pushes))[:, 0] @ holds
        pull = next(kept) - torch.sigmoid(margin)
        torch.amax(v.flatten(1).index_select(1, toward), 1, out=sizes[step])
        torch.maximum(highest, v, out=highest)
        if step == steps // 2:
            middle, half = margin, seen.clone()
        if step >= steps - steps // 4:
            total["loss"] += softplus(-margin).mean(-1) / (steps // 4)
            total["margin"] += margin.mean(-1) / (steps // 4)
        growing.addcmul_(seen.unflatten(1, (2, m)), (pull @ back)[:, None, None] * turned)
        v = torch.baddbmm(v0, moved, gram, out=v)
    own, u = (sign[:, None] * sign.repeat_interleave(n // 2))[:, None], v[..., n].unflatten(1, (2, m))

    def level(inner: Tensor) -> Tensor:
        return (inner[..., :n].clamp(min=0).unflatten(1, (2, m)) * (own > 0)).amax((1, 2, 3))

    lengths = gram.diagonal(dim1=-2, dim2=-1)[:, :n]
    law = (_primitive(margin) - _primitive(middle)) / (4 * rate * lengths * (steps - 1 - steps // 2))
    end = (u * sign[:, None]).amax((-2, -1))
    pace = math.log(HIGH / LOW) / ((sizes < HIGH).sum(0) - (sizes < LOW).sum(0)).clamp(min=1)
    weights = w + (moved[..., :n] @ noise).unflatten(1, (2, m))
    return {
        "loss": total["loss"],
        "margin": total["margin"],
        "grown": end / sizes[min(1, steps - 1)],
        "signal": end,
        "noise": level(seen),
        "half": level(half),
        "peak": level(highest),
        "pace": pace,
        "law": law.mean(-1),
        "error": _error(u, weights, outside, snr2, d, int(p["tests"]), draw),
    }


def _kept(p: Mapping[str, float], steps: int, shape: tuple[int, int], flips: Source, like: Tensor) -> Iterator[Tensor]:
    """At each step 1 where a label is kept and 0 where it is flipped; drawn for many steps at a time."""
    once, flipped = bool(p["fixed"]), float(p["p"])
    for begin in range(0, steps, BLOCK):
        count = 1 if once or not flipped else min(BLOCK, steps - begin)
        block = torch.ones(count, *shape, dtype=like.dtype, device=like.device)
        if flipped and (begin == 0 or not once):
            block = (flips.uniform_(block, True) >= flipped).to(like.dtype)
        if count == 1 and steps > 1:
            yield from repeat(block[0])
        yield from block


def _primitive(margin: Tensor) -> Tensor:
    """Ei(M) + log M up to a constant, by the series of (e^M - 1)/M; 0 where the margin is not positive."""
    x = margin.double().clamp(min=1e-6)
    term, total = torch.ones_like(x), 2 * torch.log(x)
    for k in range(1, 80):
        term = term * x / k
        total = total + term / k
    return total


def _error(u: Tensor, w: Tensor, outside: Tensor, snr2: float, d: int, tests: int, draw: Draw) -> Tensor:
    """The share of fresh data with the wrong sign; their noise has a component along the signal."""
    m, n = w.shape[2], w.shape[3]
    sign = draw.tensor([1.0, -1.0], dtype=u.dtype)
    along = u.flatten(1)[..., None] / snr2**0.5
    flat = torch.cat([w.reshape(-1, 2 * m, n), outside, along], -1) / d**0.5
    fresh = draw.normal(tests // 2, flat.shape[-1], dtype=u.dtype, fast=True) @ flat.mT
    seen = torch.cat([fresh, -fresh], 1).clamp(min=0).square().unflatten(-1, (2, m)).sum(-1)
    steady = ((u[:, None] * sign[:, None, None]).clamp(min=0).square().sum(-1) * sign).sum(-1)
    margins = (steady[:, None] + (seen * sign).sum(-1)[..., None]) * sign
    return ((margins < 0).to(u.dtype) + 0.5 * (margins == 0).to(u.dtype)).mean((1, 2))


RUNS = {  # how claims about these runs draw them
    **{"replicates": (128, 512), "first": 32, "chunk": 32, "calls": 4, "search": (20, 200)},
    "procedures": {"label_noise": trained},
}
