r"""Samples through a link function: what a label says of the input behind it.

`bump` is $\sigma(z)=z^2e^{-z^2}$; its label has two preimages $u=z^2$, one on each side of 1.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import torch
from torch import Tensor

from numerics.draw import Draw
from numerics.special import lambertw

Function = Callable[[Tensor], Tensor]


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


def stein_component(star: Function, slope: Function, theta: Tensor, w: Tensor, u: Tensor, draw: Draw) -> Tensor:
    """<x, u> slope(<x, w>) star(<x, theta>) for standard normal x."""
    frame = torch.stack([draw.tensor(v, draw.dtype) for v in (theta, w, u)], dim=1)
    z, s, c = (draw.normal(frame.shape[0]) @ frame).unbind(dim=-1)
    return c * slope(s) * star(z)


def first_gradient(coefficients: Sequence[float], d: int, draw: Draw) -> Tensor:
    """|sum (i+1) e_{i+1} m^i| for m = <w, theta>, w uniform on the sphere of R^d: the gradient along theta at the start."""
    x = draw.normal()
    m = x * torch.rsqrt(x.square() + draw.chi2(d - 1))
    total = torch.zeros_like(m)
    for power in range(len(coefficients) - 1, 0, -1):
        total = total * m + power * coefficients[power]
    return total.abs()


def gradient_error(star: Function, slope: Function, mean: Sequence[float] | Tensor, m: float, d: int, n: int, draw: Draw) -> Tensor:
    """|E g - (1/n) sum g_i|^2 for g = x slope(<x, w>) star(<x, theta>); `mean` is E g in the plane of theta and w.

    Given the plane, each of the d - 2 other coordinates of the average is normal of variance sum (star slope)^2 / n^2.
    """
    z, zeta = draw.normal(n), draw.normal(n)
    weight = star(z) * slope(m * z + (1 - m * m) ** 0.5 * zeta)
    plane = ((weight * z).mean(dim=1) - mean[0]).square() + ((weight * zeta).mean(dim=1) - mean[1]).square()
    return plane + weight.square().sum(dim=1) / n**2 * draw.chi2(d - 2)


def pattern_product(switches: Sequence[float], jumps: Sequence[int], odd: bool, basis: Function, draw: Draw) -> Tensor:
    """sigma(z) basis(z) for the even or odd link that jumps at the switches on the half-line (from 1 if odd, else 0)."""
    z = draw.normal()
    size = z.abs()
    value = torch.full_like(z, 1.0 if odd else 0.0)
    for at, jump in zip(switches, jumps, strict=True):
        value = value + jump * (size > at)
    return (value * z.sign() if odd else value) * basis(z)


def row_space_overlaps(d: int, n: int, draw: Draw) -> dict[str, Tensor]:
    """Squared overlaps with theta uniform on the sphere, n < d Gaussian inputs X and labels that reveal X theta.

    `row`: the projection onto the row space; `best`: max(A^2, (1-A^2)/(d-n)); `oracle`: the projection, or a fixed
    direction of the orthogonal complement where that is better on average; `sum`: A^2 + (1-A^2)/(d-n).
    """
    theta, x = draw.sphere(d), draw.normal(d, d)
    # columns 0..n-1 span the row space, column n is a direction of its complement that depends on X only
    frame, _ = torch.linalg.qr(x.to(torch.float64))
    parts = (frame.mT @ theta.to(torch.float64)[..., None])[..., 0].square()
    row = parts[..., :n].sum(dim=-1)
    outside = (1 - row) / (d - n)
    return {"row": row, "best": torch.maximum(row, outside), "sum": row + outside,
            "oracle": torch.where(row >= outside, row, parts[..., n])}
