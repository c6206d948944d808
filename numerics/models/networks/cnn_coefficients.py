"""The signal and noise coefficients along descent on the two-layer convolutional network, beside the inner products that they stand for.

Units and network of `cnn`: sigma_xi^2 d = 1, |mu| = SNR, sigma(z) = max(z, 0)^q; noise patches are not orthogonal to mu.
gamma_r += rate SNR^2 sum_i p_i sigma'(y_i <w_r, mu>), rho_ri += rate |xi_i|^2 j_r y_i p_i sigma'(<w_r, xi_i>), p_i = -l'_i.
"""

from __future__ import annotations

from collections.abc import Mapping

import torch
from torch import Tensor

from lemmata.numerics.random.draw import Draw


def measured(p: Mapping[str, float], draw: Draw) -> dict[str, Tensor]:
    """`noise`: rms of <w_r - w_r(0), xi_i> - rho_ri over that of rho; `signal`: of j_r <w_r - w_r(0), mu> - gamma_r over that of gamma."""
    n, m, d, q = (int(p[key]) for key in ("n", "m", "d", "q"))
    strength, rate, like = float(p["SNR"]) ** 2, float(p["rate"]), torch.float64
    label = draw.tensor([1.0, -1.0], dtype=like).repeat_interleave(n // 2)
    sign = draw.tensor([1.0, -1.0], dtype=like).repeat_interleave(m)[:, None]
    mu = torch.zeros(d, dtype=like, device=draw.device)
    mu[0] = strength**0.5
    xi = draw.normal(n, d, dtype=like) / d**0.5
    start = float(p["s0"]) * draw.normal(2 * m, d, dtype=like)
    w, lengths = start, xi.square().sum(-1)[:, None]
    gamma, rho = torch.zeros_like(w[..., :1]), torch.zeros_like(w @ xi.mT)

    def slopes(z: Tensor) -> Tensor:
        return (z > 0).to(z.dtype) if q == 1 else q * z.clamp(min=0) ** (q - 1)  # 0 ** 0 is 1

    data, flipped = torch.cat([mu.expand(draw.replicates, 1, d), xi], 1), sign * label
    for _ in range(int(p["steps"])):
        inner = w @ data.mT
        u, v = inner[..., :1] * label, inner[..., 1:]
        margin = label * ((u.clamp(min=0) ** q + v.clamp(min=0) ** q) * sign).sum(1) / m
        pull = rate * torch.sigmoid(-margin)[:, None]
        toward = (pull * slopes(u)).sum(-1, keepdim=True)
        own = flipped * pull * slopes(v)
        w = torch.baddbmm(w, torch.cat([sign * toward, own], -1), data)
        gamma, rho = gamma + strength * toward, rho + own * lengths
    moved = w - start

    def relative(found: Tensor, stated: Tensor) -> Tensor:
        return ((found - stated).square().mean((1, 2)) / stated.square().mean((1, 2))).sqrt()

    return {"noise": relative(moved @ xi.mT, rho), "signal": relative(sign * (moved @ mu)[..., None], gamma)}
