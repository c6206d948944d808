"""Full-batch descent with fresh label noise on the two-layer network with squared ReLUs and signal-noise data.

Data [y mu, xi], classes balanced, xi ~ N(0, I/d) orthogonal to mu in training (units sigma_xi^2 d = 1, so |mu|^2 = s/n), not so
on fresh data; f = sum_j j/m sum_r [relu(<w_jr, y mu>)^2 + relu(<w_jr, xi>)^2], j = +-1, logistic loss. At every step every label
is flipped with probability p: the step is rate sum_i (b_i - sigmoid(y_i f_i)) grad(y_i f_i), b_i ~ Bernoulli(1 - p), and
`rate` = eta/(n m). `fixed` keeps the first flips for all times. Weights in an orthonormal basis of the span of the noise, whose
Gram matrix is a Bartlett factor: exact in law at every d > n + 2m + 1.
"""

from __future__ import annotations

import math
from collections.abc import Mapping

import torch
from torch import Tensor
from torch.nn.functional import softplus

from lemmata.numerics.random.draw import Draw
from lemmata.numerics.random.wishart import bartlett

LOW, HIGH = 0.04, 0.4  # the growth of the signal is timed between these


def trained(p: Mapping[str, float], draw: Draw) -> dict[str, Tensor]:
    """Averages over the last quarter, sizes of signal and noise, the speed at which the signal grows, and the error at the end.

    `signal` is max <w_jr, j mu>, `noise` max over i, r of <w_{y_i r}, xi_i>_+; `law` is the change of the mean of Ei(M_i) + log M_i
    over the second half, M_i = y_i f_i, over 4 rate |xi_i|^2 a step (meaningful without label noise).
    """
    n, m, d, steps = int(p["n"]), int(p["m"]), int(p["d"]), int(p["steps"])
    rate, snr2 = float(p["rate"]), float(p["s"]) / n
    like = torch.empty(0, dtype=torch.float32, device=draw.device)
    source = draw.source()
    noise = bartlett(source, n, d - 1, draw.replicates, like) / d**0.5
    outside = float(p["s0"]) * bartlett(source, 2 * m, d - 1 - n, draw.replicates, like)
    sign = draw.tensor([1.0, -1.0], dtype=torch.float32)
    label = sign.repeat_interleave(n // 2)
    u = float(p["s0"]) * snr2**0.5 * draw.normal(2, m, dtype=torch.float32)
    w = float(p["s0"]) * draw.normal(2, m, n, dtype=torch.float32)
    gram = noise @ noise.mT
    v = w @ noise.mT[:, None]
    moved = torch.zeros_like(v)  # coefficients of the samples in the weights
    own = (sign[:, None] == label).to(v.dtype)[:, None, :]  # neurons of a sample's own class
    flips = draw.source()
    drawn = torch.empty_like(v[:, 0, 0])
    kept = torch.ones_like(drawn)
    total = {name: torch.zeros_like(u[:, 0, 0]) for name in ("loss", "margin", "peak", "low", "high")}
    start = middle = level = half = torch.zeros_like(total["loss"])
    for step in range(steps):
        to_signal, to_noise = (u[:, None] * sign[:, None, None]).clamp(min=0), v.clamp(min=0)
        by_signal = ((to_signal.square().sum(-1)) * sign).sum(-1) / m
        margin = label * (by_signal.repeat_interleave(n // 2, dim=-1) + (to_noise.square().sum(2) * sign[:, None]).sum(1) / m)
        if float(p["p"]) and (step == 0 or not p["fixed"]):
            kept = (flips.uniform_(drawn, True) >= float(p["p"])).to(v.dtype)
        pull = rate * (kept - torch.sigmoid(margin))
        size = (u * sign[:, None]).amax((-2, -1))
        level = (to_noise * own).amax((1, 2, 3))
        total["peak"] = torch.maximum(total["peak"], level)
        total["low"] = total["low"] + (size < LOW)
        total["high"] = total["high"] + (size < HIGH)
        if step == 1:
            start = size
        if step == steps // 2:
            middle, half = margin, level
        if step >= steps - steps // 4:
            total["loss"] = total["loss"] + softplus(-margin).mean(-1) / (steps // 4)
            total["margin"] = total["margin"] + margin.mean(-1) / (steps // 4)
        by_class = torch.stack([pull[:, : n // 2].sum(-1), pull[:, n // 2 :].sum(-1)], 1)
        u = u + snr2 * sign[:, None] * (2 * to_signal * by_class[:, :, None, None]).sum(1)
        change = 2 * to_noise * (pull * label)[:, None, None] * sign[:, None, None]
        moved = moved + change
        v = v + change @ gram[:, None]
    lengths = gram.diagonal(dim1=-2, dim2=-1)
    law = (_primitive(margin) - _primitive(middle)) / (4 * rate * lengths * (steps - 1 - steps // 2))
    end = (u * sign[:, None]).amax((-2, -1))
    pace = math.log(HIGH / LOW) / (total["high"] - total["low"]).clamp(min=1)
    return {
        "loss": total["loss"],
        "margin": total["margin"],
        "grown": end / start,
        "signal": end,
        "noise": level,
        "half": half,
        "peak": total["peak"],
        "pace": pace,
        "law": law.mean(-1),
        "error": _error(u, w + moved @ noise[:, None], outside, snr2, d, int(p["tests"]), draw),
    }


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
    fresh = draw.normal(tests // 2, flat.shape[-1], dtype=u.dtype)
    seen = (torch.cat([fresh, -fresh], 1) @ flat.mT).clamp(min=0).square().unflatten(-1, (2, m)).sum(-1)
    steady = ((u[:, None] * sign[:, None, None]).clamp(min=0).square().sum(-1) * sign).sum(-1)
    margins = (steady[:, None] + (seen * sign).sum(-1)[..., None]) * sign
    return ((margins < 0).to(u.dtype) + 0.5 * (margins == 0).to(u.dtype)).mean((1, 2))


RUNS = {  # how claims about these runs draw them
    **{"replicates": (128, 512), "first": 32, "chunk": 16, "calls": 4, "search": (20, 200)},
    "procedures": {"label_noise": trained},
}
