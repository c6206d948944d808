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


def page(rows: Sequence[Row], beyond: Sequence[Row], runs: int) -> str:
    """The table as a page of Markdown, with how to read it."""
    return _PAGE.format(
        runs=runs,
        chance=len(rows) * LEVEL / 2,
        count=len(rows),
        broken=sum(not row.kept for row in rows),
        table=table(rows),
        beyond=table(beyond),
    )


_PAGE = """# What the judges promise, and what was observed

Written by `lemmata calibrate --judges --seeds {runs} --out docs/calibration.md`, which `make attack` runs.

Every judge is tried on synthetic experiments whose answer is known, {runs} times each under keys of its own, at the level
α = 1e-2: at the levels of a real run (1e-7 and below) no such number of trials would say anything, and the code is the same.
A promise *≤* is about alarms: a true statement fails, a false one holds, an interval misses. A promise *≥* is about power: what
is false falls, what is true is found to hold. *Misspecified* means that the expansion that is declared is not the one that the data
follow, *no assumption on the law* that neither bounds nor a kurtosis were given. The interval is that of Clopper and Pearson at 99 %;
a row is not kept if it lies wholly on the wrong side of the promise. If every rate were exactly the one promised, {chance:.2g} of the
{count} rows would do so by chance; here {broken} did. Intervals without an assumption are far wider than they need be on tame
laws, so most alarms are much rarer than promised.

{table}
## Beyond what is promised

Experiments that break the assumption that the verdict names beside its result: nothing is promised here, and the rates show what
the assumption is worth.

{beyond}"""


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
