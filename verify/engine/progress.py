"""How far a run is: claims decided and open, units, the part of the alarm budget that is spent, the time left."""

from __future__ import annotations

import time
from collections import Counter
from dataclasses import dataclass, field

from lemmata.verify.engine.records import ClaimRecord
from lemmata.verify.engine.stats.budget import RUN


@dataclass
class Progress:
    """Kept by the run, read by whoever shows it."""

    claims: int = 0
    workers: int = 1
    budget: float | None = None
    decided: int = 0
    open: int = 0
    bad: int = 0
    kept: int = 0
    alarms: float = 0.0
    started: float = field(default_factory=time.monotonic)
    todo: Counter[str] = field(default_factory=Counter)
    _took: dict[str, tuple[int, float]] = field(default_factory=dict)  # units of a claim that were timed, and their seconds

    def timed(self, claim: str, seconds: float) -> None:
        """A unit of a claim took so long."""
        units, before = self._took.get(claim, (0, 0.0))
        self._took[claim] = units + 1, before + seconds

    def finish(self, record: ClaimRecord) -> None:
        """The claim has its record."""
        undecided = record.verdict == "undecided" or any(law.outcome == "undecided" for law in record.laws)
        self.open += undecided
        self.decided += not undecided
        self.bad += not record.as_expected

    @property
    def units(self) -> int:
        """Units that are still to be done."""
        return sum(self.todo.values())

    @property
    def elapsed(self) -> float:
        return time.monotonic() - self.started

    def left(self) -> float | None:
        """Seconds to go: each unit counts as those of its claim so far; no more than the budget leaves."""
        if not self._took:
            return None
        usual = sum(s for _, s in self._took.values()) / sum(n for n, _ in self._took.values())
        own = {claim: s / n for claim, (n, s) in self._took.items()}
        seconds = sum(n * own.get(claim, usual) for claim, n in self.todo.items()) / self.workers
        return seconds if self.budget is None else max(0.0, min(seconds, self.budget - self.elapsed))

    def line(self) -> str:
        """All of it in a line."""
        left = self.left()
        parts = [
            f"{self.decided} of {self.claims} claims decided, {self.open} open",
            f"{self.units} units to go",
            f"{self.bad} not as expected",
            f"alarms {self.alarms:.1e} of {RUN:g} spent",
            f"{self.elapsed:.0f} s" + (f", about {left:.0f} s left" if left is not None and self.units else ""),
        ]
        return "; ".join(parts)
