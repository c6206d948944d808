"""The network of `coefficients` by gradient descent on its weights in R^d; fresh data are drawn.

The coefficients are those of the displacement of the weights along mu/|mu|^2 and xi_i/|xi_i|^2, by least squares.
"""

from __future__ import annotations

from collections.abc import Mapping

import torch
from torch import Tensor
from torch.nn.functional import softplus

from lemmata.numerics.models.networks.coefficients import Learned, sizes
from lemmata.numerics.models.networks.descent import over
from lemmata.numerics.random.draw import Draw


def fitted(p: Mapping[str, float], draw: Draw, *, tests: int = 512) -> dict[str, Tensor]:
    """Coefficients, error and training loss."""
    n, m, d, q, like = int(p["n"]), int(p["m"]), int(p["d"]), int(p["q"]), draw.dtype
    sign = draw.tensor([1.0, -1.0], dtype=like)
    label = sign.repeat_interleave(n // 2)
    axis = draw.tensor([1.0] + [0.0] * (d - 1), dtype=like)
    mu = float(p["snr"]) * axis
    xi = draw.normal(n, d, dtype=like) / d**0.5
    if p.get("across"):
        xi = xi * (1 - axis)
    begun = float(p["s0"]) * draw.normal(2, m, d, dtype=like)
    weights, active = begun.clone(), torch.ones_like(begun[:, 0, 0, 0])
    rows, train = weights.flatten(1, 2), torch.zeros_like(active)  # the same weights, one neuron a row

    def seen(w: Tensor, noise: Tensor, y: Tensor) -> tuple[Tensor, Tensor]:
        """What the neurons see of both patches, (B, 2, m, count)."""
        return ((w @ mu)[..., None] * y).clamp(min=0), (w.flatten(1, 2) @ noise.mT).clamp_(min=0).unflatten(1, (2, m))

    def power(z: Tensor, of: int) -> Tensor:
        return z.square() if of == 2 else z.square().mul_(z) if of == 3 else z**of  # torch is slow at other powers

    def margins(near: Tensor, far: Tensor, y: Tensor) -> Tensor:
        return y * ((power(near, q).mean(2) + power(far, q).mean(2)) * sign[:, None]).sum(1)

    def slopes(z: Tensor) -> Tensor:
        return (z > 0).to(z.dtype) if q == 1 else power(z, q - 1).mul_(q)

    for step in range(int(p["steps"])):
        near, far = seen(weights, xi, label)
        margin = margins(near, far, label)
        train = torch.where(active > 0, softplus(-margin).mean(-1), train)
        active = active * (train > float(p["stop"]))
        if over(step, active):
            break
        pull = (float(p["rate"]) * torch.sigmoid(-margin) * active[:, None])[:, None, None] * sign[:, None, None]
        along = (pull * slopes(near)).sum(-1)
        rows.baddbmm_((pull * label * slopes(far)).flatten(1, 2), xi)
        weights[..., 0] += along * mu[0]  # mu lies along the first axis
    basis = torch.cat([mu.expand(len(xi), 1, d), xi], 1)
    moved = torch.linalg.solve(basis @ basis.mT, basis @ (weights - begun).flatten(1, 2).mT).mT.unflatten(1, (2, m))
    own = moved * basis.square().sum(-1)[:, None, None]
    found = Learned(own[..., 0] * sign[:, None], own[..., 1:], weights @ mu, weights @ xi.mT[:, None], weights, train)
    fresh = draw.normal(tests, d, dtype=like) / d**0.5
    wrong = [(margins(*seen(weights, fresh, y), y) < 0).to(like).mean(-1) for y in (sign[:1], sign[1:])]
    return {**sizes(p, found), "error": (wrong[0] + wrong[1]) / 2}
