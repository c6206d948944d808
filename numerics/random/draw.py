"""What a simulator draws from: B independent replicates of each law, a pure function of (key, number of the call).

Every method call takes the next substream of the key, whatever the earlier calls asked for; results have
leading dimension B = `draw.replicates`. Numbers are drawn in float64 and cast to `dtype`; with `fast=True`
they are drawn in float32 (normals end at 5.8 standard deviations, uniforms are multiples of 2^-24), several
times faster.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import torch
from torch import Tensor

from lemmata.numerics.random import laws
from lemmata.numerics.random.keys import Key
from lemmata.numerics.random.sources import Engine, Source, engine
from lemmata.theory.language.errors import UsageError


class TooMany(Exception):
    """More numbers were asked for at once than a draw is to give."""


class Draw:
    """The random numbers of one chunk: `Draw(key, replicates, device, dtype, rng="torch" or "philox")`.

    ``most``: how many numbers it gives at once; more are refused by `TooMany`, and whoever asked draws fewer replicates.
    """

    def __init__(
        self,
        key: Key,
        replicates: int,
        device: str | torch.device = "cpu",
        dtype: torch.dtype = torch.float64,
        rng: str | Engine = "torch",
        most: float = math.inf,
    ) -> None:
        if replicates < 1:
            raise UsageError(f"{replicates} replicates cannot be drawn: give at least 1")
        if not dtype.is_floating_point:
            raise UsageError(f"{dtype} is no type of real numbers: use torch.float64 or torch.float32")
        self.key = key
        self.replicates = replicates
        self.device = torch.device(device)
        self.dtype = dtype
        self.calls = 0
        self.most = most
        self._engine = engine(rng) if isinstance(rng, str) else rng

    @property
    def engine(self) -> Engine:
        """The generator behind the numbers."""
        return self._engine

    def free_of(self, *names: str) -> Draw:
        """A draw of numbers that do not depend on these parameters: one instance for every rung of a ladder."""
        kept = {name: value for name, value in json.loads(self.key.params).items() if name not in names}
        return self.under(replace(self.key, params=json.dumps(kept, sort_keys=True, separators=(",", ":"))))

    def named(self, *names: str | int) -> Draw:
        """A draw whose numbers depend on this key and on these names, and on no call that was made before or beside it."""
        return self.under(self.key.child(stage=json.dumps([self.key.stage, *names], separators=(",", ":"))))

    def under(
        self, key: Key, replicates: int | None = None, dtype: torch.dtype | None = None, most: float | None = None
    ) -> Draw:
        """The same draw under another key, or with another number of replicates, type or bound."""
        return Draw(
            key,
            replicates or self.replicates,
            self.device,
            dtype or self.dtype,
            self._engine,
            self.most if most is None else most,
        )

    def source(self) -> Source:
        """The next substream, to be read in order: for loops that fill preallocated tensors."""
        call, self.calls = self.calls, self.calls + 1
        return self._engine(self.key, call, self.device)

    def tensor(self, values: Tensor | Sequence[float], dtype: torch.dtype = torch.float64) -> Tensor:
        """Parameters on the device of the draw, in float64 unless told otherwise; takes no random numbers."""
        if isinstance(values, Tensor):
            return values.to(device=self.device, dtype=dtype)
        return torch.tensor(list(values), dtype=dtype, device=self.device)

    def normal(self, *shape: int, dtype: torch.dtype | None = None, fast: bool = False) -> Tensor:
        """Standard normals."""
        return laws.normal(self.source(), self._shape(shape), self._like(dtype), fast)

    def uniform(
        self, *shape: int, low: float = 0.0, high: float = 1.0, dtype: torch.dtype | None = None, fast: bool = False
    ) -> Tensor:
        """Uniform between `low` and `high`."""
        u = laws.uniform(self.source(), self._shape(shape), self._like(dtype), fast)
        return u if low == 0.0 and high == 1.0 else u.mul_(high - low).add_(low)

    def rademacher(self, *shape: int, dtype: torch.dtype | None = None) -> Tensor:
        """Fair signs."""
        return laws.rademacher(self.source(), self._shape(shape), self._like(dtype))

    def integers(self, low: int, high: int, *shape: int, dtype: torch.dtype = torch.int64) -> Tensor:
        """Uniform on low, ..., high - 1."""
        return laws.integers(self.source(), low, high, self._shape(shape), self._like(None)).to(dtype)

    def exponential(self, *shape: int, dtype: torch.dtype | None = None, fast: bool = False) -> Tensor:
        """Exponential of mean 1."""
        return laws.exponential(self.source(), self._shape(shape), self._like(dtype), fast)

    def gamma(self, concentration: float | Tensor, *shape: int, dtype: torch.dtype | None = None, fast: bool = False) -> Tensor:
        """Gamma of scale 1; a tensor of shape parameters broadcasts against (B, *shape)."""
        return laws.gamma(self.source(), concentration, self._shape(shape), self._like(dtype), fast)

    def chi2(self, df: float | Tensor, *shape: int, dtype: torch.dtype | None = None, fast: bool = False) -> Tensor:
        """Chi-square, any df >= 0; a tensor of degrees of freedom broadcasts against (B, *shape)."""
        return laws.chi2(self.source(), df, self._shape(shape), self._like(dtype), fast)

    def sphere(self, d: int, *shape: int, dtype: torch.dtype | None = None, fast: bool = False) -> Tensor:
        """Uniform on the unit sphere of R^d: shape (B, *shape, d)."""
        return laws.sphere(self.source(), d, self._shape(shape), self._like(dtype), fast)

    def _shape(self, shape: Sequence[int]) -> tuple[int, ...]:
        if self.replicates * math.prod(shape) > self.most:
            raise TooMany(f"{self.replicates} replicates of {shape}")
        return (self.replicates, *shape)

    def _like(self, dtype: torch.dtype | None) -> Tensor:
        return torch.empty(0, dtype=dtype or self.dtype, device=self.device)

    @property
    def single(self) -> bool:
        """Whether it works in single precision: rounding is that of single precision anyway, so that numbers may be drawn in it."""
        return self.dtype == torch.float32


def in_single(run: Callable[[Any, Draw], Mapping[str, Tensor]]) -> Callable[[Any, Draw], dict[str, Tensor]]:
    """A procedure that draws and works in single precision, for runs whose spread is far above 1e-6; its outputs are in double."""

    def procedure(p: Any, draw: Draw) -> dict[str, Tensor]:
        found = run(p, draw.under(draw.key, dtype=torch.float32))
        return {name: value.double() for name, value in found.items()}

    return procedure
