"""Sharpness-aware minimisation, then descent, on the two-layer ReLU network with signal-noise data.

Data [y mu, xi], classes balanced, xi ~ N(0, I/d) orthogonal to mu in training (units sigma_xi^2 d = 1: |mu| = ratio/sqrt(d), where
ratio = |mu|/sigma_xi), not so on fresh data; f = sum_j j/m sum_r [relu(<w_jr, y mu>) + relu(<w_jr, xi>)], logistic loss, full batch,
<w, xi> ~ N(0, s0^2) at the start, `rate` = eta/(n m). `first` steps take the gradient at w + tau sqrt(d) grad/|grad| (tau in units of
sigma_xi = 1), `second` steps the plain one. Weights in an orthonormal basis of the span of the noise, and along mu: exact in law.
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
    length = float(p["ratio"]) / d**0.5
    like = torch.empty(0, dtype=torch.float32, device=draw.device)
    source = draw.source()
    noise = bartlett(source, n, d - 1, draw.replicates, like) / d**0.5
    outside = float(p["s0"]) * bartlett(source, 2 * m, d - 1 - n, draw.replicates, like)
    sign = draw.tensor([1.0, -1.0], dtype=torch.float32)
    label = sign.repeat_interleave(n // 2)
    along = float(p["s0"]) * draw.normal(2, m, 1, dtype=torch.float32)  # the weight along mu/|mu|
    w = torch.cat([along, float(p["s0"]) * draw.normal(2, m, n, dtype=torch.float32)], -1)
    data = noise[:, None]

    def descent(w: Tensor) -> tuple[Tensor, Tensor]:
        """Minus n m times the gradient of the loss, and the loss."""
        u, v = length * w[..., :1] * label, w[..., 1:] @ data.mT
        margin = label * ((u.clamp(min=0) + v.clamp(min=0)).sum(2) * sign[:, None]).sum(1) / m
        pull = (torch.sigmoid(-margin) * label)[:, None, None] * sign[:, None, None]
        by_signal = length * ((u > 0) * pull * label).sum(-1, keepdim=True)
        return torch.cat([by_signal, ((v > 0) * pull) @ data], -1), softplus(-margin).mean(-1)

    radius = float(p["τ"]) * d**0.5
    for step in range(int(p["first"]) + int(p["second"])):
        g, _ = descent(w)
        if step < int(p["first"]):
            size = g.square().sum((1, 2, 3), keepdim=True).sqrt().clamp(min=1e-30)
            g, _ = descent(w - radius * g / size)  # g points downhill
        w = w + float(p["rate"]) * g
    tests = int(p["tests"])
    flat = torch.cat([w.flatten(1, 2), outside], -1) / d**0.5
    fresh = draw.normal(tests // 2, flat.shape[-1], dtype=torch.float32)
    seen = (torch.cat([fresh, -fresh], 1) @ flat.mT).clamp(min=0).unflatten(-1, (2, m)).sum(-1)
    steady = (length * w[..., :1] * sign).clamp(min=0).sum(2)  # (B, neuron sign, label)
    margins = ((steady[:, None] + seen[..., None]) * sign[:, None]).sum(2) * sign
    wrong = (margins < 0).to(margins.dtype) + 0.5 * (margins == 0).to(margins.dtype)
    top = (w[..., 0] * sign[:, None]).amax((1, 2)) / length
    return {"error": wrong.mean((1, 2)), "loss": descent(w)[1], "signal": top}
