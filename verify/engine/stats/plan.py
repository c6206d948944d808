"""What a two-stage check is asked, and what it answers.

A plan holds, for L laws at once, the relation of the mean to its target, the level, the resolution and the slack, and
the schedule of sample sizes: first, first·growth, ... up to a cap in stage 1, and `factor` times that in stage 2. A law's
record is its state while the check runs and its outcome at the end: plain numbers, JSON-serialisable.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from torch import Tensor

from lemmata.theory.language.errors import LemmataError
from lemmata.verify.engine.stats.decide import BETA, Decision, Relation, sides
from lemmata.verify.engine.stats.sequential import MixtureSequence, as_tensor, check_level

Status = Literal["open", "suspect", "recheck", "done"]
Number = float | Sequence[float] | Tensor


@dataclass(frozen=True, kw_only=True)
class Plan:
    """What is asked of L laws at once; every number may be one for all laws or a tensor (L,)."""

    laws: int
    alpha: Number
    resolution: Number
    beta: float = BETA
    target: Number = 0.0
    slack: Number = 0.0
    relations: Sequence[Relation | str] | Relation | str = Relation.EQUAL
    bounds: tuple[Number, Number] | None = None
    confirm: Sequence[bool] | bool = True
    factor: int = 10
    first: int = 64
    growth: float = 2.0
    max_samples: int = 1 << 20
    max_confirm: int | None = None
    max_chunk: int = 1 << 18
    n_best: float | None = None

    def __post_init__(self) -> None:
        if self.laws < 1:
            raise LemmataError(f"a check needs at least one law, not {self.laws}")
        if not (1 <= self.first <= self.max_samples and self.growth > 1 and self.max_chunk >= 1 and self.factor >= 10):
            raise LemmataError(
                f"first={self.first}, max_samples={self.max_samples}, growth={self.growth}, max_chunk={self.max_chunk}, "
                f"factor={self.factor}: need 1 ≤ first ≤ max_samples, growth > 1, max_chunk ≥ 1 and factor ≥ 10"
            )
        check_level(self.per_law("alpha"))
        check_level(self.beta, "beta")

    def per_law(self, name: str) -> Tensor:
        value = as_tensor(getattr(self, name))
        if value.ndim > 1 or (value.ndim == 1 and value.shape[0] != self.laws):
            raise LemmataError(f"{name} has shape {tuple(value.shape)}, but there are {self.laws} laws")
        return value.expand(self.laws)

    @property
    def side(self) -> Tensor:
        given = self.relations
        named = [given] * self.laws if isinstance(given, str) else list(given)
        if len(named) != self.laws:
            raise LemmataError(f"{len(named)} relations are given for {self.laws} laws")
        return sides(named)

    @property
    def confirmed(self) -> list[bool]:
        given = [self.confirm] * self.laws if isinstance(self.confirm, bool) else list(self.confirm)
        if len(given) != self.laws:
            raise LemmataError(f"confirm has {len(given)} entries, but there are {self.laws} laws")
        return given

    @property
    def confirm_cap(self) -> int:
        return self.factor * self.max_samples if self.max_confirm is None else self.max_confirm

    @property
    def sequence(self) -> MixtureSequence:
        return MixtureSequence(math.sqrt(self.first * self.max_samples) if self.n_best is None else self.n_best)

    def first_of(self, stage: int) -> int:
        return self.first if stage == 1 else self.factor * self.first

    def cap(self, stage: int) -> int:
        return self.max_samples if stage == 1 else max(self.confirm_cap, self.first_of(2))

    def rung(self, stage: int, n: int) -> int:
        """Smallest total of the stage's schedule that is above n."""
        total = self.first_of(stage)
        while total <= n:
            total = math.ceil(total * self.growth)
        return min(total, self.cap(stage))


@dataclass
class Law:
    """State of one law, and at the end its outcome."""

    status: Status = "open"
    decision: Decision = Decision.UNDECIDED
    samples: int = 0
    confirm_samples: int = 0
    direction: int = 0
    due: int = 0
    mean: float = math.nan
    standard_error: float = math.nan
    low: float = -math.inf
    high: float = math.inf
    resolution: float = math.inf
    p: float = 1.0
    log_e: float = 0.0
    reason: str = ""
