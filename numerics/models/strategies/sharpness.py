"""Sharpness-aware minimisation, then descent, on the two-layer ReLU network with signal-noise data.

Data [y mu, xi], classes balanced, xi ~ N(0, I/d) orthogonal to mu in training (units sigma_xi^2 d = 1: |mu| = ratio/sqrt(d), where
ratio = |mu|/sigma_xi), not so on fresh data; f = sum_j j/m sum_r [relu(<w_jr, y mu>) + relu(<w_jr, xi>)], logistic loss, full batch,
<w, xi> ~ N(0, s0^2) at the start, `rate` = eta/(n m). `first` steps take the gradient at w + tau sqrt(d) grad/|grad| (tau in units of
sigma_xi = 1), `second` steps after and `before` steps before them the plain one. Kept are inner products with the samples and what is
added of each: exact in law.
"""

from __future__ import annotations

from collections.abc import Mapping

import torch
from torch import Tensor
from torch.nn.functional import softplus

from lemmata.numerics.random.draw import Draw
from lemmata.numerics.random.wishart import bartlett


def trained(p: Mapping[str, float], draw: Draw) -> dict[str, Tensor]:
    """`error` on fresh data, training `loss`, `signal` max <w_jr, j mu>/|mu|^2 at the end."""
    n, m, d = int(p["n"]), int(p["m"]), int(p["d"])
    length, radius, rate = float(p["ratio"]) / d**0.5, float(p["τ"]) * d**0.5, float(p["rate"])
    like = torch.empty(0, dtype=torch.float32, device=draw.device)
    source = draw.source()
    noise = bartlett(source, n, d - 1, draw.replicates, like) / d**0.5
    outside = float(p["s0"]) * bartlett(source, 2 * m, d - 1 - n, draw.replicates, like)
    sign = draw.tensor([1.0, -1.0], dtype=torch.float32)
    label, neuron = sign.repeat_interleave(n // 2), sign.repeat_interleave(m)[:, None]
    along = float(p["s0"]) * draw.normal(2 * m, 1, dtype=torch.float32)  # the weight along mu/|mu|
    start = float(p["s0"]) * draw.normal(2 * m, n, dtype=torch.float32)
    seen, gram = start @ noise.mT, noise @ noise.mT
    spread = torch.zeros_like(start)  # the coefficients of the samples in what is added to the start

    def outputs(along: Tensor, seen: Tensor) -> Tensor:
        """The margins (B, n)."""
        signal = (length * along * sign).clamp(min=0)  # (B, neurons, label)
        by_label = ((signal * neuron).sum(1) * sign / m).repeat_interleave(n // 2, dim=1)
        return by_label + label / m * (neuron.mT @ seen.clamp(min=0))[:, 0]

    def descent(along: Tensor, seen: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """Minus n m times the gradient of the loss along mu/|mu|, in the coefficients of the samples, and its inner products with these."""
        pull = torch.sigmoid(-outputs(along, seen))
        first, second = pull[:, : n // 2].sum(1)[:, None, None], pull[:, n // 2 :].sum(1)[:, None, None]
        by_signal = length * neuron * ((along > 0) * first + (along < 0) * second)
        by_noise = (seen > 0) * (neuron * (pull * label)[:, None])
        return by_signal, by_noise, by_noise @ gram

    before, first = int(p["before"]), int(p["first"])
    for step in range(before + first + int(p["second"])):
        by_signal, by_noise, turned = descent(along, seen)
        if before <= step < before + first:
            size = (by_signal.square().sum((1, 2)) + (by_noise * turned).sum((1, 2))).clamp(min=0).sqrt()
            reach = (radius / size.clamp(min=1e-30))[:, None, None]
            by_signal, by_noise, turned = descent(along - reach * by_signal, seen - reach * turned)  # these point downhill
        along, spread, seen = along + rate * by_signal, spread + rate * by_noise, seen + rate * turned
    tests = int(p["tests"])
    flat = torch.cat([along, start + spread @ noise, outside], -1) / d**0.5
    fresh = draw.normal(tests // 2, flat.shape[-1], dtype=torch.float32)
    hidden = (torch.cat([fresh, -fresh], 1) @ flat.mT).clamp(min=0).unflatten(-1, (2, m)).sum(-1)
    steady = (length * along * sign).clamp(min=0).unflatten(1, (2, m)).sum(2)  # (B, neuron sign, label)
    margins = ((steady[:, None] + hidden[..., None]) * sign[:, None]).sum(2) * sign
    wrong = (margins < 0).to(margins.dtype) + 0.5 * (margins == 0).to(margins.dtype)
    top = (along * neuron).amax((1, 2)) / length
    return {"error": wrong.mean((1, 2)), "loss": softplus(-outputs(along, seen)).mean(-1), "signal": top}
