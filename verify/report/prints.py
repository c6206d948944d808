"""What was printed, part by part, beside what holds: the erratum, its readings, and whether the check refuted it."""

from __future__ import annotations

from dataclasses import dataclass, field

from lemmata.verify.engine.records import ClaimRecord, LawRecord
from lemmata.verify.report.roles import is_print, is_truth, label, of_part


@dataclass(frozen=True)
class Printed:
    """The print of a part. ``laws``: the print as it was judged, or one law for each reading of an unclear one."""

    part: str
    fault: str
    text: str
    laws: list[LawRecord] = field(default_factory=list)
    truth: LawRecord | None = None
    alone: bool = True

    @property
    def unclear(self) -> bool:
        """Whether it can be read in several ways: such a print is never called refuted."""
        return self.fault == "unclear"

    @property
    def refuted(self) -> bool:
        """Whether the check established that the print is wrong."""
        return not self.unclear and any(law.outcome == "fails" for law in self.laws)

    @property
    def state(self) -> str:
        """What became of it, in two or three words."""
        if self.unclear:
            return "print unclear"
        outcomes = {law.outcome for law in self.laws}
        return "print refuted" if self.refuted else f"print {' and '.join(sorted(outcomes)) or 'not judged'}"

    @property
    def readings(self) -> list[tuple[str, LawRecord]]:
        """The readings by name, where there are several."""
        return [(label(law, self.alone).replace("_", " "), law) for law in self.laws if label(law, self.alone)]

    @property
    def unnamed(self) -> list[tuple[str, LawRecord]]:
        """The print as it was judged, where it can be read in one way."""
        return [("", law) for law in self.laws]

    @property
    def hidden(self) -> bool:
        """Whether the print differs inside a definition alone, so that its statement looks like the true one."""
        return self.truth is not None and any(law.statement == self.truth.statement for law in self.laws)

    @property
    def opposed(self) -> bool:
        """Whether print and correction are of one kind, so that the difference between them means something."""
        return self.truth is not None and len(self.laws) == 1 and self.laws[0].kind == self.truth.kind


def prints(record: ClaimRecord) -> list[Printed]:
    """The prints of a claim that have an erratum, in the order of its parts."""
    if not record.parts:
        return _first(record)
    found = []
    for part in record.parts:
        own = of_part(record, part.name)
        laws = [law for law in own if is_print(law)]
        truth = next((law for law in own if is_truth(law)), None)
        if laws or part.erratum:
            fault, text = part.erratum.get("fault", "wrong"), part.erratum.get("text", "")
            found.append(Printed(part.name, fault, text, laws, truth, alone=len(record.parts) == 1))
    return found


def _first(record: ClaimRecord) -> list[Printed]:
    erratum = record.erratum
    if not erratum:
        return []
    named = erratum.get("part", "truth")
    truth = next((law for law in record.laws if law.name == named), None)
    return [Printed("", erratum["fault"], erratum["text"], [law for law in record.laws if is_print(law)], truth)]


def print_refuted(record: ClaimRecord) -> bool:
    """Whether the check established that something printed is wrong."""
    judged = prints(record)
    if judged:
        return any(p.refuted for p in judged)
    return any(is_print(law) and law.expected == "fails" and law.outcome == "fails" for law in record.laws)
