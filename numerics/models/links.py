r"""Samples through a link function: what a label says of the input behind it.

`bump` is $\sigma(z)=z^2e^{-z^2}$; its label has two preimages $u=z^2$, one on each side of 1.
"""

from __future__ import annotations

import torch
from torch import Tensor

from numerics.draw import Draw
from numerics.special import lambertw


def bump_levels(ratio: float, draw: Draw) -> dict[str, Tensor]:
    """He_2 and He_4 on {y > c}, at the level whose preimages have this ratio; and E[He_4 | y]²/24."""
    u = draw.normal().square()
    low = torch.log(torch.as_tensor(ratio, dtype=u.dtype, device=u.device)) / (ratio - 1)
    inside = (u > low) & (u < ratio * low)
    zero = torch.zeros_like(u)
    branch = torch.where(u < 1, zero - 1, zero)
    partner = -lambertw(-u * torch.exp(-u), branch)
    product = -(1 - u) * (1 - partner)
    return {"T_2": torch.where(inside, u - 1, zero), "T_4": torch.where(inside, u * u - 6 * u + 3, zero),
            "Q": (product - 2).square() / 24}
