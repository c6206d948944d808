"""The gradients that make statistical queries."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import torch
from torch import Tensor

from lemmata.numerics.random.draw import Draw

STEP = 1e-4  # of the differences: their error is of order 1e-8


def squared_loss_gradient(
    d: int, m: float, rho: float, activation: Sequence[float], label: Sequence[float], draw: Draw, inner: int = 64
) -> dict[str, Tensor]:
    r"""Components of the gradient of the mean of (f_w(x) - y)^2 over `inner` examples, by central differences of it.

    f_w = c_1 tanh + c_2 relu + c_3 square/2 of <w, x>, |w| = rho, <w, theta> = rho m; y = b_1 h_1 + b_2 h_2 + b_3 h_3 of
    <x, theta>. `gradient`, `self_term` (of E f^2/2) and `relu_self` (the same for relu alone) along theta; `across`: the
    self-term along the unit vector orthogonal to w in the plane of w and theta.
    """
    x = draw.normal(inner, d)
    theta = draw.tensor([1.0] + [0.0] * (d - 1), draw.dtype)
    axis = draw.tensor([m, (1 - m * m) ** 0.5] + [0.0] * (d - 2), draw.dtype)
    normal = draw.tensor([(1 - m * m) ** 0.5, -m] + [0.0] * (d - 2), draw.dtype)
    z = x @ theta
    y = label[0] * z + label[1] * (z * z - 1) / 2**0.5 + label[2] * (z**3 - 3 * z) / 6**0.5

    start = rho * axis

    def slope(loss: Callable[[Tensor], Tensor], direction: Tensor) -> Tensor:
        """The derivative of the mean loss in w along a direction, by a central difference."""
        ahead, behind = (loss(x @ (start + sign * STEP * direction)).mean(dim=1) for sign in (1, -1))
        return (ahead - behind) / (2 * STEP)

    def f(v: Tensor) -> Tensor:
        return activation[0] * torch.tanh(v) + activation[1] * torch.relu(v) + activation[2] * v * v / 2

    return {
        "gradient": slope(lambda v: (f(v) - y).square(), theta),
        "self_term": slope(lambda v: f(v).square() / 2, theta),
        "relu_self": slope(lambda v: torch.relu(v).square() / 2, theta),
        "across": slope(lambda v: f(v).square() / 2, normal),
    }


def sign_label_gradients(t: float, psi: float, draw: Draw, inner: int = 64) -> dict[str, Tensor]:
    """theta-components at m = 0 of the first and of the reused second gradient, for y = ±(1 + z)/sqrt 2 with a fair sign."""
    z, u = draw.normal(inner), draw.normal(inner)
    y = draw.rademacher(inner) * (1 + z) / 2**0.5
    first = y * torch.cos(u / 2 + psi)
    second = y * torch.cos((u + t * first) / 2 + psi)
    return {"fresh": (z * first).mean(dim=1), "reused": (z * second).mean(dim=1)}
