"""Adam (Kingma and Ba 2015) on a few tensors: each moves by rate m̂/(sqrt(v̂) + ε), m̂ and v̂ the means of its slopes and of their squares.

The same numbers as torch.optim.Adam, whose first use loads torch's compiler, which takes a second.
"""

from __future__ import annotations

from collections.abc import Sequence

import torch
from torch import Tensor
from torch.optim.adam import adam


class Adam:
    """Steps downhill for leaves whose slopes stand in their ``grad``."""

    def __init__(
        self, leaves: Sequence[Tensor], rate: float, betas: tuple[float, float] = (0.9, 0.999), eps: float = 1e-8
    ) -> None:
        self.leaves, self.rate, self.betas, self.eps, self.steps = list(leaves), rate, betas, eps, 0
        self._means = [torch.zeros_like(x) for x in self.leaves]
        self._squares = [torch.zeros_like(x) for x in self.leaves]

    @torch.no_grad()
    def step(self) -> None:
        """One step, after which the slopes are taken away."""
        self.steps += 1
        first, second = (1 - beta**self.steps for beta in self.betas)
        for x, mean, square in zip(self.leaves, self._means, self._squares, strict=True):
            if x.grad is None:
                continue
            mean.lerp_(x.grad, 1 - self.betas[0])
            square.mul_(self.betas[1]).addcmul_(x.grad, x.grad, value=1 - self.betas[1])
            x.addcdiv_(mean, (square.sqrt() / second**0.5).add_(self.eps), value=-self.rate / first)
            x.grad = None


class Fused:
    """The same for many small leaves, each with a slope, in one pass over all of them, by the function that torch.optim.Adam calls where
    it is told to be fused; ``rate`` may be another one at every step."""

    def __init__(
        self, leaves: Sequence[Tensor], rate: float, betas: tuple[float, float] = (0.9, 0.999), eps: float = 1e-8
    ) -> None:
        self.leaves, self.rate, self.betas, self.eps = list(leaves), rate, betas, eps
        self._means = [torch.zeros_like(x) for x in self.leaves]
        self._squares = [torch.zeros_like(x) for x in self.leaves]
        self._steps = [torch.zeros((), dtype=torch.float32, device=x.device) for x in self.leaves]

    @torch.no_grad()
    def step(self) -> None:
        """One step, after which the slopes are taken away."""
        slopes = [x.grad for x in self.leaves if x.grad is not None]
        assert len(slopes) == len(self.leaves), "every leaf has a slope"
        adam(
            self.leaves,
            slopes,
            self._means,
            self._squares,
            [],
            self._steps,
            fused=True,
            amsgrad=False,
            beta1=self.betas[0],
            beta2=self.betas[1],
            lr=self.rate,
            weight_decay=0.0,
            eps=self.eps,
            maximize=False,
        )
        for x in self.leaves:
            x.grad = None
