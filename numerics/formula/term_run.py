"""The run of a literal: its environment, its draws, and what is noted while it runs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import torch
from torch import Tensor

from lemmata.numerics.formula.closures import LooseRun
from lemmata.numerics.formula.program import is_fake, plain_number

ROUNDING = 64 * 2.0**-52  # the share of an imaginary part that complex numbers in between leave behind


class TermRun(LooseRun):
    """A run with columns: an (n, 1) array where a sequence is meant is taken as one, and draws may be replaced."""

    def __init__(self, program: Any, env: Mapping[Any, Any], dtype: torch.dtype, device: Any) -> None:
        super().__init__(program, columns_of(program, env), dtype, device)
        self.root_env = dict(env)
        for name, value in self.root_env.items():  # sizes, also of arrays that are drawn later
            number = plain_number(value)
            if number is not None:
                self.numbers.setdefault(str(getattr(name, "name", name)), number)
        self.fake = self.fake or is_fake(torch.empty(0, device=self.device))
        self.draw: Any = None
        self.world: Any = None
        self.measuring, self.inner = False, 0.0  # whether values are weighed, and what closures hold
        self.near = False  # whether the replicates are one point but for rounding, at which the literal was evaluated last
        self.known: dict[str, Any] = {}  # the environment and the draws, for laws that speak of them

    @property
    def doubtful(self) -> bool:
        """Whether there is a replicate at which the short rule of a mean may not serve."""
        return self.doubts is not None and bool(self.doubts.any())


def columns_of(program: Any, env: Mapping[Any, Any]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in env.items():
        name = str(getattr(key, "name", key))
        shape = getattr(value, "shape", None)
        rank = program.ranks.get(name)
        if rank == 1 and shape is not None and len(shape) == 2 and shape[-1] == 1:
            value = value[..., 0]
        if rank == 2 and isinstance(value, Tensor) and value.ndim == 1:
            value = value.unsqueeze(-1)
        if rank == 0 and isinstance(value, Tensor) and value.ndim and value.numel() == 1:
            value = value.reshape(())
        found[name] = value
    return found


def real_part(value: Any) -> Any:
    """A value that is real up to rounding; where it is not, it is no number: statements compare real numbers."""
    if not isinstance(value, Tensor) or not value.is_complex() or is_fake(value):
        return value
    return torch.where(value.imag.abs() <= ROUNDING * value.abs(), value.real, torch.nan)
