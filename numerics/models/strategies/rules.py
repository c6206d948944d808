"""The steps of descent, sign descent (of the gradient or of its momentum) and Adam, coordinate by coordinate."""

from __future__ import annotations

from collections.abc import Callable

import torch
from torch import Tensor

State = tuple[Tensor, Tensor]


def rule(name: str, eta: float, first: float = 0.0, second: float = 0.0) -> Callable[[Tensor, State], tuple[Tensor, State]]:
    """The step of a rule from the gradient, with its moments; Adam is as printed, without bias correction and with 0/0 = 0."""

    def step(g: Tensor, state: State) -> tuple[Tensor, State]:
        if name == "descent":
            return eta * g, state
        if name == "sign":
            return eta * torch.sign(g), state
        if name == "momentum":
            m = torch.add(first * state[0], g, alpha=1 - first)
            return eta * torch.sign(m), (m, state[1])
        m, v = torch.add(first * state[0], g, alpha=1 - first), torch.addcmul(second * state[1], g, g, value=1 - second)
        return eta * torch.where(v > 0, m / v.clamp(min=torch.finfo(v.dtype).tiny).sqrt(), 0.0), (m, v)

    return step
