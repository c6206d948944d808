"""Full-batch descent of the two-layer classifier with ReLUs to the power q = 1 or 2 on signal-noise data, until it fits.

Data [y mu, xi], classes balanced, xi ~ N(0, I/d) orthogonal to mu, |mu|^2 = s/n (units sigma_xi^2 d = 1); f = sum_j j/m sum_r
[relu(<w_jr, y mu>)^q + relu(<w_jr, xi>)^q], logistic loss, <w, xi> ~ N(0, s0^2) at the start, rate e = eta/(n m) over max(1, s). A
replicate stops at the first training loss <= stop. Inner products with the samples and their Gram matrix: exact in law at every d > n.
"""

from __future__ import annotations

from collections.abc import Mapping

import torch
from torch import Tensor
from torch.nn.functional import softplus

from lemmata.numerics.formula.program import is_fake
from lemmata.numerics.random.draw import Draw
from lemmata.numerics.random.wishart import bartlett


def fitted(p: Mapping[str, float], draw: Draw) -> dict[str, Tensor]:
    """`signal` max |<w, mu>|, `noise` max |<w, xi_i>|, `ratio` of the two, and the training loss when it stops."""
    n, m, q, snr2 = int(p["n"]), int(p["m"]), int(p["q"]), float(p["s"]) / int(p["n"])
    rate = float(p["rate"]) / max(1.0, float(p["s"]))
    like = torch.empty(0, dtype=torch.float32, device=draw.device)
    noise = bartlett(draw.source(), n, int(p["d"]) - 1, draw.replicates, like) / int(p["d"]) ** 0.5
    gram = noise @ noise.mT
    sign = draw.tensor([1.0, -1.0], dtype=torch.float32)
    label = sign.repeat_interleave(n // 2)
    u = float(p["s0"]) * snr2**0.5 * draw.normal(2, m, dtype=torch.float32)
    v = float(p["s0"]) * draw.normal(2, m, n, dtype=torch.float32) @ noise.mT[:, None]
    active = torch.ones_like(u[:, 0, 0])
    train = torch.zeros_like(active)
    for step in range(int(p["steps"])):
        near, far = (u[:, None] * sign[:, None, None]).clamp(min=0), v.clamp(min=0)
        slopes = [(x > 0).to(x.dtype) if q == 1 else 2 * x for x in (near, far)]
        from_signal = ((near**q).sum(-1) * sign).sum(-1) / m
        margin = label * (from_signal.repeat_interleave(n // 2, dim=-1) + ((far**q).sum(2) * sign[:, None]).sum(1) / m)
        train = torch.where(active > 0, softplus(-margin).mean(-1), train)
        active = active * (train > float(p["stop"]))
        if step % 16 == 15 and not is_fake(active) and not bool(active.any()):
            break
        pull = rate * torch.sigmoid(-margin) * active[:, None]
        by_class = torch.stack([pull[:, : n // 2].sum(-1), pull[:, n // 2 :].sum(-1)], 1)
        u = u + snr2 * sign[:, None] * (slopes[0] * by_class[:, :, None, None]).sum(1)
        v = v + (slopes[1] * (pull * label)[:, None, None] * sign[:, None, None]) @ gram[:, None]
    signal, memorised = u.abs().amax((1, 2)), v.abs().amax((1, 2, 3))
    return {"signal": signal, "noise": memorised, "ratio": signal / memorised, "train": train}
