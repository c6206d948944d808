"""Descent, sign descent and Adam on the cubic two-layer network with a coordinate signal and sparse noise, from one start.

Data [y e_1, xi] with a noise patch xi = -alpha y e_1 + N(0, sigma^2) on s coordinates of its own (supports of the sample are disjoint), labels
alternate; f = sum_j j/m sum_r [relu(<w_jr, y e_1>)^3 + relu(<w_jr, xi>)^3], j = +-1, mean logistic loss, full batch, weights start as
N(0, s0^2). Adam is as printed, without bias correction and with epsilon = 0 (0/0 = 0). `momentum`: the sign of Adam's first moment. Each
replicate stops at the first training loss <= stop. Coordinates that no sample has never move. On the support of sample i the gradient of a neuron is a number times
xi_i, so that descent moves it along xi_i, and sign descent and Adam, whose steps do not see the scale of a coordinate, along
sgn(xi_i): one number for a neuron and a sample is kept, which is exact at every d.
Fresh noise has s coordinates drawn from all d - 1, with weights at the start where no sample has them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import torch
from torch import Tensor
from torch.nn.functional import softplus

from lemmata.numerics.formula.program import is_fake
from lemmata.numerics.models.strategies.rules import rule
from lemmata.numerics.random.draw import Draw


def compared(p: Mapping[str, float], draw: Draw, names: tuple[str, ...] = ("descent", "sign", "adam")) -> dict[str, Tensor]:
    """For each rule its fresh error, its number of steps, the share of its displacement off the first coordinate (``off``), the effective
    number of coordinates of it (``wide``), the 1-norm and the 2-norm of the gradient at the end over their largest values on the way
    (``flat1``, ``flat2``); cosines of displacements with that of sign descent; ``once``: 1 - off after one sign step; ``adam_clock``: the
    sum over Adam's steps of c_t, by which it moves on a constant gradient."""
    n, m, s = int(p["n"]), int(p["m"]), int(p["s"])
    sign = draw.tensor([1.0, -1.0], dtype=torch.float64)
    label = sign.repeat(n // 2)
    xi = float(p["σ"]) * draw.normal(n, s, dtype=torch.float64)
    u0 = float(p["s0"]) * draw.normal(2, m, 1, dtype=torch.float64)
    w0 = float(p["s0"]) * draw.normal(2, m, n, s, dtype=torch.float64)
    seen = torch.einsum("bjrns,bns->bjrn", w0, xi)
    alpha = float(p["α"])
    ways = {name: xi if name == "descent" else torch.sign(xi) for name in names}  # along which the weights move
    decays = float(p["first"]), float(p["second"])
    sizes = [torch.cat([torch.ones_like(xi[..., :1, 0]), xi.norm(k, -1)], -1) for k in (1, 2)]  # of the patches

    def slope(at: Tensor, reach: Tensor) -> tuple[Tensor, Tensor]:
        """Of the loss in the first coordinate and, over xi_i, on the support of each sample (B, 2, m, 1 + n); and the loss."""
        u = (u0 + at[..., :1]) * label
        near, far = u.clamp(min=0), (seen + at[..., 1:] * reach - alpha * u).clamp(min=0)
        near2, far2 = near * near, far * far
        margin = label * (((near2 * near + far2 * far).sum(2)) * sign[:, None]).sum(1) / m
        pull = (-3 / (n * m) * torch.sigmoid(-margin) * label)[:, None, None] * sign[:, None, None]
        by_far = pull * far2
        first = ((pull * near2 - alpha * by_far) * label).sum(-1, keepdim=True)
        return torch.cat([first, by_far], -1), softplus(-margin).mean(-1)

    tests = _fresh(p, n, s, label, draw)
    found: dict[str, Tensor] = {}
    ends = {}
    for name, way in ways.items():
        update = rule(name, float(p["descent"] if name == "descent" else p["eta"]), *decays)
        at = torch.zeros_like(torch.cat([u0, seen], -1))
        reach, state = (way * xi).sum(-1)[:, None, None], (torch.zeros_like(at), torch.zeros_like(at))
        active, taken = torch.ones_like(at[:, 0, 0, 0]), torch.zeros_like(at[:, 0, 0, 0])
        clock, steep, flat = taken, torch.zeros_like(xi[:, :2, 0]), torch.zeros_like(xi[:, :2, 0])
        for step in range(int(p["steps"])):
            g, loss = slope(at, reach)
            own = g.abs().sum((1, 2)), g.square().sum((1, 2))  # over the neurons first: a patch has one size for all
            norms = torch.stack([(own[0] * sizes[0]).sum(-1), (own[1] * sizes[1].square()).sum(-1).sqrt()], -1)
            flat = torch.where(active[:, None] > 0, norms, flat)
            steep = torch.maximum(steep, flat)
            active = active * (loss > float(p["stop"]))
            if step % 8 == 7 and not is_fake(active) and not bool(active.any()):
                break
            change, state = update(g, state)
            at = at - active[:, None, None, None] * change
            taken = taken + active
            clock = clock + active * _constant(step + 1, *decays)
            if name == "sign" and step == 0:
                found["once"] = 1 - _off(_products(at, way, at, way))
        ends[name] = at
        moved = _products(at, way, at, way)
        rest = w0 + at[..., 1:, None] * way[:, None, None]
        found |= {
            f"{name}_steps": taken,
            f"{name}_error": tests(torch.cat([u0 + at[..., :1], rest.flatten(3)], -1)),
            f"{name}_off": _off(moved),
            f"{name}_wide": moved.sum(-1).square() / moved.square().sum(-1).clamp(min=1e-300),
            **{f"{name}_flat{k + 1}": flat[:, k] / steep[:, k].clamp(min=1e-300) for k in range(2)},
        }
        if name == "adam":
            found["adam_clock"] = clock
    size = {name: _products(at, ways[name], at, ways[name]).sum(-1).sqrt() for name, at in ends.items()}
    for name in (name for name in names if name != "sign"):
        pair = _products(ends[name], ways[name], ends["sign"], ways["sign"]).sum(-1)
        found[f"{name}_cosine"] = pair / (size[name] * size["sign"]).clamp(min=1e-300)
    if "momentum" in names:
        pair = _products(ends["momentum"], ways["momentum"], ends["adam"], ways["adam"]).sum(-1)
        found["momentum_adam"] = pair / (size["momentum"] * size["adam"]).clamp(min=1e-300)
    return found


def with_momentum(p: Mapping[str, float], draw: Draw) -> dict[str, Tensor]:
    """The same without descent and with the sign of the momentum; ``momentum_adam``: the cosine of its displacement with that of Adam."""
    return compared(p, draw, ("sign", "adam", "momentum"))


def _constant(step: int, first: float, second: float) -> float:
    """c_t = (1 - beta_1^t)/sqrt(1 - beta_2^t)."""
    return (1 - first**step) / (1 - second**step) ** 0.5


def _products(one: Tensor, along: Tensor, two: Tensor, beside: Tensor) -> Tensor:
    """Of two displacements, coordinate by coordinate (B, 1 + n s), summed over the neurons."""
    pairs = (one * two).sum((1, 2))
    return torch.cat([pairs[:, :1], (pairs[:, 1:, None] * along * beside).flatten(1)], -1)


def _off(squares: Tensor) -> Tensor:
    return squares[:, 1:].sum(-1) / squares.sum(-1).clamp(min=1e-300)


def _fresh(p: Mapping[str, float], n: int, s: int, label: Tensor, draw: Draw) -> Callable[[Tensor], Tensor]:
    """The share of fresh data with the wrong sign, on the same ones for every rule."""
    tests, m, alpha = int(p["tests"]), int(p["m"]), float(p["α"])
    index = draw.integers(1, int(p["d"]), tests, s)
    xi = float(p["σ"]) * draw.normal(tests, s, dtype=torch.float64)
    idle = float(p["s0"]) * draw.normal(2 * m, tests, dtype=torch.float64)
    known = (index < 1 + n * s).to(xi.dtype)
    rest = ((1 - known) * xi.square()).sum(-1).sqrt()  # what lies on coordinates at their start is normal given the noise

    def error(w: Tensor) -> Tensor:
        flat, y = w.flatten(1, 2), torch.cat([label] * (tests // label.shape[0] + 1))[:tests]
        picked = torch.stack(
            [
                (row[:, index_b.clamp(max=n * s)] * (xi_b * known_b)).sum(-1)
                for row, index_b, xi_b, known_b in zip(flat, index, xi, known, strict=True)
            ]
        )
        far = (picked + idle * rest[:, None] - alpha * y * flat[..., :1]).clamp(min=0) ** 3
        near = (flat[..., :1] * y).clamp(min=0) ** 3
        both = (near + far).unflatten(1, (2, m)).sum(2)
        margin = y * (both[:, 0] - both[:, 1])
        return (margin < 0).to(w.dtype).mean(-1)

    return error
