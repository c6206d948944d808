"""A drawing and the sentence under it."""

from __future__ import annotations

from dataclasses import dataclass

from lemmata.verify.engine.records import Evidence, LawRecord
from lemmata.verify.report.words import point


@dataclass(frozen=True)
class Picture:
    """A drawing and the sentence that says what it shows."""

    svg: str
    caption: str


def part(law: LawRecord) -> str:
    """Which part of the truth is drawn, where it is not the whole."""
    return f" ({law.name.removeprefix('truth:')})" if law.name != "truth" else ""


def where(evidence: Evidence) -> str:
    """At which parameters."""
    return f" at {point(evidence.point)}" if evidence.point else ""
