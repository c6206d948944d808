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

from lemmata.numerics.models.networks.descent import held
from lemmata.numerics.random.draw import Draw
from lemmata.numerics.random.wishart import bartlett


def trained(p: Mapping[str, float], draw: Draw) -> dict[str, Tensor]:
    """`error` on fresh data, training `loss`, `signal` max <w_jr, j mu>/|mu|^2 at the end."""
    n, m, d = int(p["n"]), int(p["m"]), int(p["d"])
    length, radius, rate = float(p["ratio"]) / d**0.5, float(p["τ"]) * d**0.5, float(p["rate"])
    like = torch.empty(0, dtype=torch.float32, device=draw.device)
    source = draw.source()
    noise = bartlett(source, n, d - 1, draw.replicates, like, True) / d**0.5
    outside = float(p["s0"]) * bartlett(source, 2 * m, d - 1 - n, draw.replicates, like, True)
    sign = draw.tensor([1.0, -1.0], dtype=torch.float32)
    neuron = sign.repeat_interleave(m)[:, None]
    upwards = float(p["s0"]) * draw.normal(2 * m, 1, dtype=torch.float32)  # the weight along mu/|mu| at the start
    start = float(p["s0"]) * draw.normal(2 * m, n, dtype=torch.float32)
    # inner products with the patches xi_1, ..., xi_n, mu, -mu, and the coefficients of these in what is added to the start
    seen = torch.cat([start @ noise.mT, length * upwards, -length * upwards], -1)
    gram = torch.zeros_like(noise[:, :1, :1]).expand(-1, n + 2, n + 2).clone()
    gram[:, :n, :n], gram[:, n:, n:] = noise @ noise.mT, length**2 * sign[:, None] * sign
    spread = torch.zeros_like(seen)
    holds = held(n, sign)
    readout, back = (-neuron.mT / m).expand(len(seen), 1, 2 * m), holds.mT.contiguous()

    def descent(seen: Tensor) -> tuple[Tensor, Tensor]:
        """Minus n m times the gradient of the loss: the coefficients of the patches, and its inner products with these."""
        pull = (torch.bmm(readout, seen.clamp(min=0))[:, 0] @ holds).sigmoid_()
        by_patch = (seen > 0) * ((pull @ back)[:, None] * neuron)
        return by_patch, torch.bmm(by_patch, gram)

    before, first = int(p["before"]), int(p["first"])
    for step in range(before + first + int(p["second"])):
        by_patch, turned = descent(seen)
        if before <= step < before + first:
            size = (by_patch * turned).sum((1, 2), keepdim=True).clamp_(min=0).sqrt_().clamp_(min=1e-30)
            by_patch, turned = descent(torch.addcdiv(seen, turned, size, value=-radius))  # these point downhill
        spread.add_(by_patch, alpha=rate)
        seen.add_(turned, alpha=rate)
    along = seen[..., n : n + 1] / length
    tests = int(p["tests"])
    flat = torch.cat([along, start + spread[..., :n] @ noise, outside], -1) / d**0.5
    fresh = draw.normal(tests // 2, flat.shape[-1], dtype=torch.float32, fast=True) @ flat.mT
    hidden = torch.cat([fresh, -fresh], 1).clamp(min=0).unflatten(-1, (2, m)).sum(-1)
    steady = (length * along * sign).clamp(min=0).unflatten(1, (2, m)).sum(2)  # (B, neuron sign, label)
    margins = ((steady[:, None] + hidden[..., None]) * sign[:, None]).sum(2) * sign
    wrong = (margins < 0).to(margins.dtype) + 0.5 * (margins == 0).to(margins.dtype)
    top = (along * neuron).amax((1, 2)) / length
    return {
        "error": wrong.mean((1, 2)),
        "loss": softplus(torch.bmm(readout, seen.clamp(min=0))[:, 0] @ holds).mean(-1),
        "signal": top,
    }
