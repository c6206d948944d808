"""A wide two-layer network trained by gradient flow, and the same flow with the weights of its first layer frozen.

f = p^(-1/2) Σ_j a_j tanh(√d<w_j, x>), loss ½ Σ_i (y_i - f(x_i))², from a = 0 and w_j uniform on the sphere. Data: n points of the sphere,
y = sin(2√d x_1) plus noise of standard deviation 0.3; they are the same for both widths. With frozen weights the fit at time t is
K(., X) K^(-1) (1 - e^(-tK)) y with the kernel K of the features.
"""

from __future__ import annotations

from collections.abc import Mapping

import torch
from torch import Tensor

from lemmata.numerics.random.draw import Draw
from lemmata.numerics.solve.thin import applied

TESTS, STEPS = 50, 12


def trained(p: Mapping[str, float], draw: Draw) -> dict[str, Tensor]:
    """Root mean square over test points of the difference of the two fits at time t; mean distance that a weight moved;
    the same with four times the width on the same data.

    ``pace``: how fast the clock of the frozen flow runs, 1 for the same loss.
    """
    n, width, d = int(p["n"]), int(p["p"]), int(p["d"])
    x, tests, noise = draw.sphere(d, n), draw.sphere(d, TESTS), draw.normal(n)
    y = (2 * d**0.5 * x[..., 0]).sin() + 0.3 * noise
    few, many = (_compared(x, tests, y, draw.sphere(d, k * width), float(p["t"]), float(p["pace"])) for k in (1, 4))
    return few | {f"{name}_4": value for name, value in many.items()}


def _compared(x: Tensor, tests: Tensor, y: Tensor, start: Tensor, t: float, pace: float) -> dict[str, Tensor]:
    """Both flows from these weights."""
    width, d = start.shape[-2:]

    def features(w: Tensor, at: Tensor) -> Tensor:
        return (d**0.5 * at @ w.mT).tanh_().div_(width**0.5)

    def field(a: Tensor, w: Tensor) -> tuple[Tensor, Tensor]:
        made = features(w, x)
        rest = y - applied(made, a)
        inner = (1 / width - made.square()).mul_(rest[..., None] * (width * d) ** 0.5)  # slope of the feature, p^(-1/2) in it
        return applied(made.mT, rest), a[..., None] * (inner.mT @ x)

    a, w, step = torch.zeros_like(start[..., 0]), start, t / STEPS
    for _ in range(STEPS):
        first = field(a, w)
        second = field(a + step / 2 * first[0], w + step / 2 * first[1])
        third = field(a + step / 2 * second[0], w + step / 2 * second[1])
        last = field(a + step * third[0], w + step * third[1])
        a = a + step / 6 * (first[0] + 2 * second[0] + 2 * third[0] + last[0])
        w = w + step / 6 * (first[1] + 2 * second[1] + 2 * third[1] + last[1])
    frozen, there = features(start, x), features(start, tests)
    values, vectors = torch.linalg.eigh(frozen @ frozen.mT)
    filtered = torch.where(values > 1e-9, -torch.expm1(-pace * t * values) / values.clamp(min=1e-9), pace * t)
    fit = applied(there, applied(frozen.mT, applied(vectors, filtered * applied(vectors.mT, y))))
    own = applied(features(w, tests), a)
    return {
        "difference": (own - fit).square().mean(-1).sqrt(),
        "moved": (w - start).norm(dim=-1).mean(-1),
        "size": fit.square().mean(-1).sqrt(),
    }


def descended(p: Mapping[str, float], draw: Draw) -> dict[str, Tensor]:
    """How far gradient descent on both layers moves the first one, for f = N^(-s) Σ_i a_i tanh(<w_i, x>) and the loss (1/2n) Σ_k (y_k - f(x_k))².

    Inputs N(0, I), labels sin(2x_1) plus noise of standard deviation 0.3; a_i = ±1, w_i ~ N(0, I/d), in pairs with opposite signs, so that f = 0 at
    the start; T steps of size η N^(2s - 1): s = 1/2 is the scale of the tangent kernel, s = 1 that of mean-field networks.
    """
    n, width, d = int(p["n"]), int(p["N"]), int(p["d"])
    x, noise, half = draw.normal(n, d), draw.normal(n), draw.normal(width // 2, d) / d**0.5
    y = (2 * x[..., 0]).sin() + 0.3 * noise
    start = torch.cat([half, half], -2).mT.contiguous()  # a neuron a column: products that end in one neuron a row are slow
    w, a = start, torch.ones_like(start[:, :1])
    a[..., width // 2 :] = -1
    scale, rate = float(width) ** -float(p["s"]), float(p["η"]) * float(width) ** (2 * float(p["s"]) - 1)
    made, other = (x.new_empty(*x.shape[:2], width) for _ in range(2))
    for _ in range(int(p["T"])):
        torch.bmm(x, w, out=made).tanh_()
        fit = scale * torch.mul(made, a, out=other).sum(-1)
        pull = (y - fit)[:, None] * (rate * scale / n)
        along = pull * x.mT
        squares = torch.mul(made, made, out=other)  # 1 - tanh² is the slope of tanh
        w, a = w + a * (along.sum(-1, keepdim=True) - along @ squares), a + pull @ made
    way = (w - start).norm(dim=-2)
    whole = way.square().sum(-1).sqrt()
    return {"whole": whole, "neuron": way.mean(-1), "relative": whole / start.square().sum((-2, -1)).sqrt()}
