"""Descent, sign descent and Adam on the cubic two-layer network with a coordinate signal and sparse noise, from one start.

Data [y e_1, xi] with a noise patch xi = -alpha y e_1 + N(0, sigma^2) on s coordinates of its own (supports of the sample are disjoint), labels
alternate; f = sum_j j/m sum_r [relu(<w_jr, y e_1>)^3 + relu(<w_jr, xi>)^3], j = +-1, mean logistic loss, full batch, weights start as
N(0, s0^2). Coordinates that no sample has never move: the first one and n s others are kept, which is exact at every d. Adam is
as printed, without bias correction and with epsilon = 0 (0/0 = 0). Each replicate stops at the first training loss <= stop.
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


def compared(p: Mapping[str, float], draw: Draw) -> dict[str, Tensor]:
    """For each rule its fresh error, its number of steps, the share of its displacement off the first coordinate (``off``), the effective
    number of coordinates of it (``wide``); cosines of displacements with that of sign descent; ``once``: 1 - off after one sign step."""
    n, m, s = int(p["n"]), int(p["m"]), int(p["s"])
    sign = draw.tensor([1.0, -1.0], dtype=torch.float64)
    label = sign.repeat(n // 2)
    xi = float(p["σ"]) * draw.normal(n, s, dtype=torch.float64)
    u0 = float(p["s0"]) * draw.normal(2, m, 1, dtype=torch.float64)
    w0 = float(p["s0"]) * draw.normal(2, m, n, s, dtype=torch.float64)
    start = torch.cat([u0, w0.flatten(3)], -1)
    alpha = float(p["α"])

    def gradient(w: Tensor) -> tuple[Tensor, Tensor]:
        """Of the loss in all kept coordinates, and the loss."""
        u, v = w[..., :1], w[..., 1:].unflatten(-1, (n, s))
        near = (u * label).clamp(min=0)
        far = (torch.einsum("bjrns,bns->bjrn", v, xi) - alpha * label * u).clamp(min=0)
        margin = label * (((near**3 + far**3).sum(2)) * sign[:, None]).sum(1) / m
        pull = (-3 / (n * m) * torch.sigmoid(-margin) * label)[:, None, None] * sign[:, None, None]
        by_near, by_far = pull * near**2, pull * far**2
        first = (by_near * label - alpha * by_far * label).sum(-1, keepdim=True)
        rest = (by_far[..., None] * xi[:, None, None]).flatten(3)
        return torch.cat([first, rest], -1), softplus(-margin).mean(-1)

    tests = _fresh(p, n, s, label, draw)
    found: dict[str, Tensor] = {}
    ends = {}
    for name in ("descent", "sign", "adam"):
        update = rule(name, float(p["descent"] if name == "descent" else p["eta"]), float(p["first"]), float(p["second"]))
        w, state = start, (torch.zeros_like(start), torch.zeros_like(start))
        active, taken = torch.ones_like(start[:, 0, 0, 0]), torch.zeros_like(start[:, 0, 0, 0])
        for step in range(int(p["steps"])):
            g, loss = gradient(w)
            active = active * (loss > float(p["stop"]))
            if step % 8 == 7 and not is_fake(active) and not bool(active.any()):
                break
            change, state = update(g, state)
            w = w - active[:, None, None, None] * change
            taken = taken + active
            if name == "sign" and step == 0:
                found["once"] = 1 - _off(w - start)
        ends[name] = w - start
        found |= {
            f"{name}_steps": taken,
            f"{name}_error": tests(w),
            f"{name}_off": _off(ends[name]),
            f"{name}_wide": _wide(ends[name]),
        }
    for name in ("descent", "adam"):
        pair = (ends[name] * ends["sign"]).sum((1, 2, 3))
        found[f"{name}_cosine"] = pair / (_size(ends[name]) * _size(ends["sign"])).clamp(min=1e-300)
    return found


def _size(w: Tensor) -> Tensor:
    return w.square().sum((1, 2, 3)).sqrt()


def _off(w: Tensor) -> Tensor:
    return w[..., 1:].square().sum((1, 2, 3)) / w.square().sum((1, 2, 3)).clamp(min=1e-300)


def _wide(w: Tensor) -> Tensor:
    by = w.square().sum((1, 2))
    return by.sum(-1).square() / by.square().sum(-1).clamp(min=1e-300)


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
