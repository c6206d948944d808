"""The table of the judges' error rates: what each promises, and what was observed, as Markdown."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from lemmata.theory.language.errors import LemmataError
from lemmata.verify.engine.stats.binomial import clopper_pearson

LEVEL = 1e-2


@dataclass(frozen=True)
class Row:
    """One binomial test of a judge; `at_most` says whether the promise bounds the rate from above (alarms) or below (power)."""

    judge: str
    statement: str
    promised: float
    events: int
    runs: int
    at_most: bool = True

    def __post_init__(self) -> None:
        if not 0 <= self.promised <= 1 or not 0 <= self.events <= self.runs or self.runs < 1:
            raise LemmataError(
                f"{self.events} events in {self.runs} runs at a promised {self.promised} is no test; check the counts"
            )

    @property
    def interval(self) -> tuple[float, float]:
        """Clopper and Pearson at level 1e-2."""
        found = clopper_pearson(self.events, self.runs, LEVEL)
        return float(found.low), float(found.high)

    @property
    def kept(self) -> bool:
        """Whether the observed rate is compatible with the promise."""
        low, high = self.interval
        return low <= self.promised if self.at_most else high >= self.promised


def table(rows: Sequence[Row]) -> str:
    """Markdown with one line for each row, in the order given."""
    head = "| judge | statement | promised | observed | 99 % interval | runs | kept |\n|---|---|---|---|---|---|---|\n"
    return head + "".join(_line(row) for row in rows)


def _line(row: Row) -> str:
    low, high = row.interval
    sign = "≤" if row.at_most else "≥"
    cells = (
        row.judge.replace("|", "\\|"),
        row.statement.replace("|", "\\|"),
        f"{sign} {row.promised:.3g}",
        f"{row.events / row.runs:.3g}",
        f"{low:.2g} to {high:.2g}",
        f"{row.runs}",
        "yes" if row.kept else "**no**",
    )
    return "| " + " | ".join(cells) + " |\n"
