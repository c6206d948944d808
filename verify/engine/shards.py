"""One run cut into n parts that know nothing of each other: a unit belongs to the part that the hash of its key names.

A part is written ``i/n`` with 1 ≤ i ≤ n. ``auto`` takes it from the scheduler that started the process; the first of
these that is set decides:

- ``SLURM_ARRAY_TASK_ID`` of an array of ``SLURM_ARRAY_TASK_COUNT`` tasks, counted from ``SLURM_ARRAY_TASK_MIN`` in steps of
  ``SLURM_ARRAY_TASK_STEP`` (where these are not set: from 0 in steps of 1 to COUNT - 1);
- ``RANK`` of ``WORLD_SIZE`` (torchrun and the like), counted from 0;
- ``SLURM_PROCID`` of ``SLURM_NTASKS`` (srun), counted from 0.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass

from lemmata.theory.language.errors import UsageError

_AUTO = (("SLURM_ARRAY_TASK_ID", "SLURM_ARRAY_TASK_COUNT"), ("RANK", "WORLD_SIZE"), ("SLURM_PROCID", "SLURM_NTASKS"))


@dataclass(frozen=True)
class Shard:
    """Part ``number`` of ``count``."""

    number: int
    count: int

    def __post_init__(self) -> None:
        if not 1 <= self.number <= self.count:
            raise UsageError(f"--shard {self}: part i of n is written i/n with 1 ≤ i ≤ n")

    def __str__(self) -> str:
        return f"{self.number}/{self.count}"

    def owns(self, key: str) -> bool:
        """Whether the unit of this key is of this part."""
        return int(key, 16) % self.count == self.number - 1


def shard(text: str, environment: Mapping[str, str] | None = None) -> Shard:
    """The part that ``text`` names: ``i/n`` or ``auto``."""
    if text == "auto":
        return _scheduled(os.environ if environment is None else environment)
    found = re.fullmatch(r"(\d+)/(\d+)", text)
    if found is None:
        raise UsageError(f"--shard {text}: write i/n, such as 1/4, or auto under a batch scheduler")
    return Shard(int(found[1]), int(found[2]))


def _scheduled(environment: Mapping[str, str]) -> Shard:
    for member, size in _AUTO:
        if member in environment:
            if size not in environment:
                raise UsageError(f"--shard auto: {member} is set but {size} is not; write --shard i/n")
            index, count = (_number(environment, name) for name in (member, size))
            if member.startswith("SLURM_ARRAY"):
                step = _number(environment, "SLURM_ARRAY_TASK_STEP", 1)
                index, rest = divmod(index - _number(environment, "SLURM_ARRAY_TASK_MIN", 0), max(1, step))
                if rest or not index < count:
                    raise UsageError(
                        f"--shard auto: task {environment[member]} is not one of {count} in equal steps; use --array=1-{count}"
                    )
            return Shard(index + 1, count)
    names = ", ".join(f"{member} and {size}" for member, size in _AUTO)
    raise UsageError(f"--shard auto: no batch scheduler is seen (none of {names} is set); write --shard i/n")


def _number(environment: Mapping[str, str], name: str, otherwise: int | None = None) -> int:
    text = environment.get(name, "" if otherwise is None else str(otherwise))
    if not text.isdecimal():
        raise UsageError(f"--shard auto: {name}={text} is not a number; write --shard i/n")
    return int(text)
