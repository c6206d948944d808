r"""Samples through a link function: what a label says of the input behind it.

`bump` is $\sigma(z)=z^2e^{-z^2}$; its label has two preimages $u=z^2$, one on each side of 1.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import torch
from torch import Tensor

from lemmata.numerics.formula.special import lambertw
from lemmata.numerics.random.draw import Draw

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
    return {
        "T_2": torch.where(inside, u - 1, zero),
        "T_4": torch.where(inside, u * u - 6 * u + 3, zero),
        "Q": (product - 2).square() / 24,
    }


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


def pattern_product(switches: Sequence[float], jumps: Sequence[int], odd: bool, basis: Function, draw: Draw) -> Tensor:
    """sigma(z) basis(z) for the even or odd link that jumps at the switches on the half-line (from 1 if odd, else 0)."""
    z = draw.normal()
    size = z.abs()
    value = torch.full_like(z, 1.0 if odd else 0.0)
    for at, jump in zip(switches, jumps, strict=True):
        value = value + jump * (size > at)
    return (value * z.sign() if odd else value) * basis(z)


def averaged_inputs(value: Tensor, z: Tensor, d: int, draw: Draw) -> dict[str, Tensor]:
    """The estimator (1/n) sum T(y) x, from T and z: its theta-coordinate, squared norm and squared overlap (0 if T = 0).

    Given the labels its d - 1 other coordinates are normal of variance sum T^2 / n^2.
    """
    n = z.shape[1]
    theta = (value * z).mean(dim=1)
    square = theta.square() + value.square().sum(dim=1) / n**2 * draw.chi2(d - 1)
    return {
        "theta": theta,
        "norm": square,
        "overlap": torch.where(square > 0, theta.square() / square.clamp(min=1e-300), square),
    }


def he3_posterior_mean(z: Tensor) -> Tensor:
    """E[z | y] for y = z^3 - 3z: the preimages weighted by phi / |3 z^2 - 3|; z itself where there is only one.

    The other two preimages solve x^2 + z x + z^2 - 3 = 0 and are real for |z| <= 2.
    """
    spread = (12 - 3 * z.square()).clamp(min=0).sqrt()
    top, bottom = torch.zeros_like(z), torch.zeros_like(z)
    for x in (z, (spread - z) / 2, (spread + z) / -2):
        square = x.square()
        weight = (square / -2).exp_().div_(square.sub_(1).abs_().clamp_(min=1e-12))
        top.addcmul_(weight, x)
        bottom.add_(weight)
    return torch.where(z.abs() < 2, top.div_(bottom), z)


def net_search(d: int, n: int, draw: Draw, members: int = 1000, kept: int = 10, steps: int = 40) -> Tensor:
    """1 where least squares over random directions, the best refined on the sphere, has overlap above 0.9 with theta.

    Labels are h_3(<x, theta>) plus noise of standard deviation 1/2; the step of the refinement is 0.05.
    """
    theta, x = draw.sphere(d), draw.normal(n, d)
    y = _h3((x @ theta[..., None])[..., 0]) + 0.5 * draw.normal(n)
    net = draw.sphere(d, members)

    def loss(directions: Tensor) -> Tensor:
        return (_h3(directions @ x.mT) - y[:, None, :]).square().mean(dim=-1)

    losses = torch.cat([loss(part) for part in net.split(500, dim=1)], dim=1)  # the memory of all at once is large
    best = losses.topk(kept, dim=1, largest=False).indices
    u = net.gather(1, best[..., None].expand(-1, -1, d))
    for _ in range(steps):
        s = u @ x.mT
        residual = (_h3(s) - y[:, None, :]) * (3 * s.square() - 3) / 6**0.5
        gradient = residual @ x / n
        gradient = gradient - (gradient * u).sum(dim=-1, keepdim=True) * u
        u = u - 0.05 * gradient
        u = u / u.norm(dim=-1, keepdim=True)
    chosen = loss(u).argmin(dim=1)[:, None, None].expand(-1, 1, d)
    overlap = (u.gather(1, chosen)[:, 0] * theta).sum(dim=-1)
    return (overlap > 0.9).to(theta.dtype)


def _h3(s: Tensor) -> Tensor:
    return (s**3 - 3 * s) / 6**0.5
