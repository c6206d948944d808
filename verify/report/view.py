"""What the page shows of each claim: its record, seen by a reader who wants the sentence and not the field."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from lemmata.verify.engine.records import POSITIVE, ClaimRecord, LawRecord
from lemmata.verify.report import words
from lemmata.verify.report.graph import Marks, marks, neighbourhoods, print_refuted
from lemmata.verify.report.picture import Picture
from lemmata.verify.report.plots import pictures
from lemmata.verify.report.twin import is_mutant

ASIDE = {
    "equal": "equal to the truth at every point",
    "implied": "implied by the truth, so no error",
    "below": "closer to the truth than the resolution",
    "unseen": "invisible to this kind of statement",
}


@dataclass
class View:
    """A claim as the templates see it; ``search`` is what the filter box looks into."""

    record: ClaimRecord
    marks: Marks
    figures: list[Picture]
    search: str
    tags: str
    graph: str = ""

    @property
    def anchor(self) -> str:
        return f"claim-{self.record.id}"

    @property
    def print_law(self) -> LawRecord | None:
        return next((law for law in self.record.laws if law.name == "as-printed"), None)

    @property
    def print_refuted(self) -> bool:
        return print_refuted(self.record)

    @property
    def counterpart(self) -> LawRecord | None:
        """The law that says correctly what the print says."""
        named = (self.record.erratum or {}).get("part", "truth")
        return next((law for law in self.record.laws if law.name == named), None)

    @property
    def as_checked(self) -> str:
        """The print in the notation of the claim: what was judged."""
        return self.print_law.statement if self.print_law is not None else self.record.printed

    @property
    def correction(self) -> str:
        return self.counterpart.statement if self.counterpart is not None else self.record.statement

    @property
    def opposed(self) -> bool:
        """Whether print and correction are statements of one kind, so that the difference between them means something."""
        law = self.counterpart
        return law is None or self.print_law is None or law.kind == self.print_law.kind

    @property
    def truths(self) -> list[LawRecord]:
        return [law for law in self.record.laws if law.expected == "holds"]

    @property
    def parts(self) -> list[LawRecord]:
        """Further parts of the truth, each with a statement of its own."""
        return [law for law in self.truths if law.name != "truth"]

    @property
    def mutants(self) -> list[LawRecord]:
        return [law for law in self.record.laws if is_mutant(law)]

    @property
    def settled(self) -> bool:
        return self.record.verdict in POSITIVE

    @property
    def counterexamples(self) -> list[LawRecord]:
        """Laws whose failing point is worth showing: the print, and a truth that is refuted."""
        return [law for law in self.record.laws if law.outcome == "fails" and not is_mutant(law)]

    @property
    def faults(self) -> list[tuple[tuple[str, str, str], list[str]]]:
        """The laws that did not come out as expected, those of one reason together."""
        found: dict[tuple[str, str, str], list[str]] = {}
        for law in self.record.laws:
            if not law.as_expected:
                found.setdefault((law.outcome, law.expected, law.detail), []).append(law.name)
        return list(found.items())

    @property
    def rates(self) -> str:
        """Both error rates of the truth in a sentence."""
        truth = self.truths[0] if self.truths else None
        if truth is None:
            return "No law of this claim is expected to hold."
        if not truth.points:
            return "No admissible point was judged: there is no error rate to state."
        if truth.how in {"exact", "ball"} and truth.verdict in {"proved", "certified"}:
            return f"Established by {words.HOW[truth.how]}: no statistical error."
        parts = ["Proved by its derivation, and measured all the same"] if truth.verdict == "proved" else []
        if truth.alpha is not None:
            parts.append(f"false alarm: at most {words.number(truth.alpha, 2)} at each of {words.count(truth.points, 'point')}")
        if truth.resolution is not None:
            parts.append(f"sharpness: {words.resolution(truth)}")
        if truth.how:
            parts.append(f"judged by {words.HOW.get(truth.how, truth.how)}")
        sentence = "; ".join(parts) + "."
        return sentence[0].upper() + sentence[1:] if parts else "No error rate was recorded."

    @property
    def proof(self) -> str:
        """What the derivation amounts to."""
        steps = self.record.derivation
        if not steps:
            return "No derivation: the claim rests on its numerical evidence."
        failed = sum(step.get("passed") is False for step in steps)
        if failed:
            return f"{words.count(failed, 'step')} of the derivation failed."
        return (
            "Every step is exact: the statement is proved."
            if self.record.derivation_proves
            else "Not every step is exact: the derivation supports the statement, it does not prove it."
        )

    @property
    def aside(self) -> list[tuple[str, list[str]]]:
        """Automatic mutants that were set aside, with the reason in words."""
        return [
            (reason, list(self.record.automatic.get(key, [])))
            for key, reason in ASIDE.items()
            if self.record.automatic.get(key)
        ]

    @property
    def commands(self) -> list[tuple[str, str]]:
        """Commands that show it again: the record, the claim, each counterexample."""
        record = self.record
        lines = [("the same record", record.replay)] if record.replay else []
        lines.append(("the claim", f"lemmata verify {record.id} --profile {record.profile} --seed {record.seed} --fresh"))
        for law in self.counterexamples:
            typed = words.arguments(law.counterexample or {})
            if typed is not None:
                command = ["lemmata eval", record.id, typed, "--law", law.name]
                lines.append((f"where {law.name} fails", " ".join(filter(None, command))))
        return lines


def views(records: Sequence[ClaimRecord]) -> list[View]:
    """All claims, by id."""
    inherited = marks(records)
    near = neighbourhoods(records, inherited)
    return [
        View(
            record,
            inherited[record.id],
            pictures(record),
            _search(record),
            _tags(record, inherited[record.id]),
            near.get(record.id, ""),
        )
        for record in sorted(records, key=lambda record: record.id)
    ]


def _search(record: ClaimRecord) -> str:
    """The text that the filter box looks into."""
    source = record.source
    erratum = (record.erratum or {}).get("text", "")
    parts = [
        record.id,
        record.title,
        record.kind,
        record.verdict,
        erratum,
        *map(str, (source.get(k) or "" for k in ("heading", "paper"))),
    ]
    return " ".join(parts).lower()


def _tags(record: ClaimRecord, inherited: Marks) -> str:
    """What a claim is, as words of the filter that must be met exactly; a space on both sides of each."""
    found = [f"family:{record.family}", f"kind:{record.kind}", f"verdict:{record.verdict}"]
    if record.source.get("document"):
        found.append(f"document:{record.source['document']}")
    found.append("as-expected" if record.as_expected else "not-as-expected")
    if record.erratum:
        found += ["erratum", f"erratum:{record.erratum.get('fault', '').replace(' ', '-')}"]
    found += ["rests-on-correction"] if inherited.corrected else []
    found += ["tainted"] if inherited.tainted else []
    return f" {' '.join(found)} "


def matrix(views: Sequence[View]) -> dict[str, Any]:
    """Families against verdicts; a verdict that no claim has still has its column."""
    families = sorted({view.record.family for view in views})
    verdicts = list(words.VERDICTS)
    cells = {family: {verdict: 0 for verdict in verdicts} for family in families}
    for view in views:
        cells[view.record.family][view.record.verdict] += 1
    row = {family: [v for v in views if v.record.family == family] for family in families}
    return {
        "verdicts": verdicts,
        "cells": cells,
        "total": {family: len(row[family]) for family in families},
        "expected": {family: sum(v.record.as_expected for v in row[family]) for family in families},
        "sums": {verdict: sum(cells[family][verdict] for family in families) for verdict in verdicts},
    }


def choices(views: Sequence[View]) -> list[tuple[str, str, list[tuple[str, str]]]]:
    """What the filter offers to choose from: (name, word for all, [(value, label)])."""
    documents = {
        v.record.source["document"]: v.record.source.get("title") or v.record.source["document"]
        for v in views
        if v.record.source.get("document")
    }
    listed = {
        "family": sorted({v.record.family for v in views}),
        "kind": sorted({v.record.kind for v in views}),
        "verdict": [verdict for verdict in words.VERDICTS if any(v.record.verdict == verdict for v in views)],
    }
    every = {"family": "every family", "kind": "every kind", "verdict": "every verdict"}
    plain = [(name, every[name], [(value, value) for value in values]) for name, values in listed.items()]
    return [*plain, ("document", "every source", sorted(documents.items()))]


def facts(records: Sequence[ClaimRecord]) -> list[tuple[str, str]]:
    """Under which profile, seed, device and generator the numbers came to be."""

    def all_of(name: str) -> str:
        return ", ".join(sorted({str(getattr(record, name)) for record in records} - {""})) or "–"

    return [
        ("profile", all_of("profile")),
        ("seed", all_of("seed")),
        ("device", all_of("device")),
        ("random numbers", all_of("rng")),
    ]
