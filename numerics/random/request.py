"""What a sampler of a law is asked for: a shape, parameters that are checked as they are read, and what is wrong."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor

from lemmata.numerics.random.draw import Draw
from lemmata.numerics.random.parameters import require, square_root
from lemmata.theory.language.errors import DomainError


@dataclass(frozen=True)
class Request:
    """What a sampler is asked for: parameters are tensors () or (B,), or matrices; ``extra`` draws what a wrong world needs."""

    name: str
    shape: tuple[int, ...]
    rank: int  # 0 a number, 1 a column, 2 a matrix
    parameters: tuple[float | Tensor, ...]
    draw: Draw
    extra: Draw
    change: str

    def plain(self, k: int) -> float | None:
        """Parameter number k where it is one number for all replicates."""
        value = self.parameters[k]
        return value if isinstance(value, float) else None

    def scalar(self, k: int) -> Tensor:
        """Parameter number k, to be broadcast against (B, *shape)."""
        value = self.parameters[k]
        if isinstance(value, float):
            return torch.tensor(value, dtype=torch.float64, device=self.draw.device)
        if value.ndim > 1:
            raise DomainError(
                f"parameter {k + 1} of the law of {self.name} must be a number, not of shape {tuple(value.shape)}"
            )
        return value.reshape(*value.shape, *(1 for _ in self.shape)) if value.ndim else value

    def within(self, k: int, fine: Callable[[Any], Any], sentence: str) -> Tensor:
        """The same, refused where it is out of its range."""
        plain = self.plain(k)
        if plain is not None and not fine(plain):
            raise DomainError(f"{self.name}: {sentence.format(f'{plain:.12g}')}")
        value = self.scalar(k)
        if plain is None:
            require(value, fine(value), f"{self.name}: {sentence}")
        return value

    def covariance(self, k: int, n: int) -> Tensor | None:
        """A factor of the covariance of vectors of n entries, or nothing where parameter k is a variance."""
        value = self.parameters[k]
        if isinstance(value, float) or value.ndim < 2:
            return None
        if value.shape[-2:] != (n, n):
            found = " x ".join(map(str, value.shape[-2:]))
            raise DomainError(f"the covariance of {self.name} is {found}, but its vectors have {n} entries")
        return square_root(value, self.name)
