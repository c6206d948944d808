"""Gradient descent on the coefficients of the patches that a two-layer network of the signal-noise model sees.

f = sum_j j/m sum_r [sigma(<w_jr, y mu>) + sigma(<w_jr, xi>)], sigma = max(., 0)^q, logistic loss, full batch, rate = eta/(n m).
Weights move along xi_1, ..., xi_n and mu alone, so that inner products with these, and their Gram matrix, say it all; mu and
-mu, which the two classes see, are columns of their own. What has stopped is set aside.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import torch
from torch import Tensor
from torch.nn.functional import softplus

from lemmata.numerics.formula.program import is_fake


def held(n: int, sign: Tensor) -> Tensor:
    """The label of a sample where it holds a patch, (n + 2, n), classes in order; ``sign`` is 1, -1."""
    label = sign.repeat_interleave(n // 2)
    return torch.cat([label.diag(), label.clamp(min=0)[None], label.clamp(max=0)[None]])


def signal_margin(u: Tensor, q: int) -> Tensor:
    """y times the signal part of f for y = 1 and -1, (B, 2), from <w, mu>, (B, 2, m)."""
    sign = torch.tensor([1.0, -1.0], dtype=u.dtype, device=u.device)
    return (((u[:, None] * sign[:, None, None]).clamp(min=0) ** q).mean(-1) * sign).sum(-1) * sign


class Field:
    """Which replicates still move: what has stopped is set aside now and then, and costs nothing from there on."""

    def __init__(self, replicates: int, device: torch.device) -> None:
        self.place = torch.arange(replicates, device=device)
        self._aside: list[tuple[Tensor, ...]] = []

    def thinned(self, active: Tensor, moving: Sequence[Tensor], fixed: Sequence[Tensor]) -> list[Tensor]:
        """The rows of what moves and of what does not that are still needed; all of them until a quarter has stopped."""
        if is_fake(active) or int(active.sum()) > 0.75 * len(active):
            return [*moving, *fixed]
        self._aside.append((self.place[~active], *(t[~active] for t in moving)))
        self.place = self.place[active]
        return [t[active] for t in (*moving, *fixed)]

    def whole(self, *moving: Tensor) -> list[Tensor]:
        """What moved, of all replicates in their order."""
        if not self._aside:
            return list(moving)
        place, *rows = (torch.cat(parts) for parts in zip(*self._aside, (self.place, *moving), strict=True))
        order = torch.argsort(place)
        return [t[order] for t in rows]


def looked_at(step: int) -> bool:
    """Whether it is looked at after this step who has stopped: now and then, as a device waits for the answer."""
    return step % 16 == 15


def over(step: int, active: Tensor) -> bool:
    """Whether every replicate has stopped: what has stopped does not move."""
    return looked_at(step) and (is_fake(active) or not bool(active.any()))


@dataclass(frozen=True)
class Descended:
    """Coefficients of the patches xi_1, ..., xi_n, mu, -mu (B, 2m, n + 2) that descent learned, and the training loss at the stop."""

    coefficients: Tensor
    inner: Tensor  # inner products of the weights with the patches
    train: Tensor


def descended(first: Tensor, gram: Tensor, q: int, rate: float, steps: int, stop: float) -> Descended:
    """Gradient descent on the coefficients until the training loss is at most `stop`; never for stop = 0.

    `first`: inner products at the start, `gram`: of the patches with each other.
    """
    m, n = first.shape[1] // 2, first.shape[2] - 2
    sign = torch.tensor([1.0, -1.0], dtype=first.dtype, device=first.device)
    holds = held(n, sign)
    push, back = (q * rate * sign)[:, None, None], holds.mT.contiguous()
    field, start, between = Field(len(first), first.device), first, gram
    train, active = torch.zeros_like(first[:, 0, 0]), torch.ones_like(first[:, 0, 0])
    coefficients, far = torch.zeros_like(first), first.clamp(min=0)

    def buffers() -> tuple[Tensor, ...]:
        """Room for what a step makes, and views of it by the sign of the neuron."""
        bent, readout = torch.empty_like(far), (-sign / m).repeat_interleave(m).expand(len(far), 1, 2 * m)
        return bent, torch.empty_like(far), readout, coefficients.unflatten(1, (2, m)), bent.unflatten(1, (2, m))

    bent, moved, readout, apart, steep = buffers()
    for step in range(steps):
        torch.gt(far, 0, out=bent) if q == 1 else torch.mul(far, far, out=bent) if q == 3 else torch.pow(far, q - 1, out=bent)
        shortfall = torch.bmm(readout, far.mul_(bent))[:, 0] @ holds  # minus the margins
        if stop > 0 or step == steps - 1:
            train = torch.where(active > 0, softplus(shortfall).mean(-1), train)
            active = active * (train > stop)
            if over(step, active):
                break
        pull = shortfall.sigmoid_() if stop == 0 else shortfall.sigmoid_() * active[:, None]
        apart.addcmul_(steep, (pull @ back)[:, None, None] * push)
        if stop > 0 and looked_at(step):
            train, active, coefficients, start, between = field.thinned(
                active > 0, [train, active, coefficients], [start, between]
            )
            if len(active) < len(far):
                far = torch.empty_like(start)
                bent, moved, readout, apart, steep = buffers()
        torch.add(start, torch.bmm(coefficients, between, out=moved), out=far).clamp_(min=0)
    train, active, coefficients = field.whole(train, active, coefficients)
    return Descended(coefficients, torch.baddbmm(first, coefficients, gram), train)
