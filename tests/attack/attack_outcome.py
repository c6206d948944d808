"""Running the book: what a verdict means for a true or a false statement, and a table of classes and outcomes."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from attack_book import Entry

from lemmata.verify.engine.records import POSITIVE
from lemmata.verify.engine.runner import Run

COLUMNS = ("caught", "positive", "undecided", "insensitive", "error", "excused", "LIE")


@dataclass(frozen=True)
class Outcome:
    """What the mill said of an entry under one root key."""

    entry: Entry
    seed: int
    verdict: str
    outcome: str  # of the true law alone: holds, fails, undecided, vacuous, error
    detail: str
    seconds: float

    @property
    def lie(self) -> bool:
        """A positive verdict on a false statement, or a refutation of a true one."""
        if self.entry.true:
            return self.verdict == "refuted" or self.outcome == "fails"
        return self.verdict in POSITIVE

    @property
    def excused(self) -> bool:
        """The statement breaks an assumption that the verdict names."""
        return bool(self.entry.assumption)

    @property
    def missed(self) -> bool:
        """A gross falsehood that did not fall, neither by a counterexample nor by an error that names what is wrong."""
        return self.entry.gross and self.verdict not in ("refuted", "error") and not self.excused

    @property
    def column(self) -> str:
        if self.lie:
            return "excused" if self.excused else "LIE"
        if self.verdict in POSITIVE:
            return "positive"
        if self.verdict == "refuted":
            return "caught"
        if self.verdict in ("undecided", "vacuous"):
            return "undecided"
        return self.verdict

    def __str__(self) -> str:
        said = f"{self.verdict}{f' ({self.detail})' if self.detail else ''}"
        return f"{self.entry.id} ({self.entry.expected}, {self.entry.sort}) under key {self.seed}: {said}"


def outcome(entry: Entry, seed: int, profile: str = "quick") -> Outcome:
    """One entry through the mill."""
    started = time.monotonic()
    (record,) = Run([entry.subject()], profile=profile, seed=seed, fresh=True).all()
    truth = next(law for law in record.laws if law.name == "truth")
    detail = record.parts[0].detail if record.parts else truth.detail
    return Outcome(entry, seed, record.verdict, truth.outcome, detail or truth.detail, time.monotonic() - started)


def summary(found: Iterable[tuple[str, str, str]]) -> str:
    """A table of (class, true or false, column): for each class how many statements came to what."""
    rows: dict[tuple[str, str], Counter[str]] = {}
    for sort, expected, column in found:
        rows.setdefault((sort, expected), Counter())[column] += 1
    width = max((len(sort) for sort, _ in rows), default=5)
    lines = ["  ".join([f"{'class':{width}}", "stated", *(f"{c:>11}" for c in COLUMNS)])]
    for (sort, expected), row in sorted(rows.items()):
        lines.append("  ".join([f"{sort:{width}}", f"{expected:6}", *(f"{row.get(c, 0) or '':>11}" for c in COLUMNS)]))
    return "\n".join(lines)
