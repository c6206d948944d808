"""What the page shows of one part of a claim: its sentence, verdict and scope, what these rest on, its proof and its enemies."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from lemmata.verify.engine.records import POSITIVE, ClaimRecord, LawRecord, PartRecord
from lemmata.verify.report import words
from lemmata.verify.report.picture import Picture
from lemmata.verify.report.prints import Printed, prints
from lemmata.verify.report.roles import is_truth, of_part
from lemmata.verify.report.wrong import Automatic, Wrong, automatic, wrong_formulas, wrong_worlds

RELATIVE = {"identity", "limit"}
EXPONENT = {"order", "rate"}
LADDERS = {"limit", "order", "rate"}


@dataclass
class Section:
    """A part as the templates see it."""

    record: ClaimRecord
    part: PartRecord
    figures: list[Picture] = field(default_factory=list)

    @property
    def anchor(self) -> str:
        return f"part-{self.record.id}-{self.part.name}"

    @property
    def alone(self) -> bool:
        return len(self.record.parts) == 1

    @property
    def truth(self) -> LawRecord | None:
        return next((law for law in of_part(self.record, self.part.name) if is_truth(law)), None)

    @property
    def printed(self) -> Printed | None:
        return next((p for p in prints(self.record) if p.part == self.part.name), None)

    @property
    def settled(self) -> bool:
        return self.part.verdict in POSITIVE

    @property
    def scope(self) -> str:
        """Where the verdict holds, in words."""
        if self.part.verdict in ("proved", "derived"):
            return "on the whole stated domain"
        if self.part.verdict == "open":
            return "not judged"
        found = [f"for {words.signs(self.part.scope_text)}"] if self.part.scope_text else []
        sizes = self._sizes()
        found += [f"at sizes {sizes}"] if sizes else []
        return "; ".join(found)

    def _sizes(self) -> str:
        """The rungs of a ladder, from the first to the last."""
        if self.part.kind not in LADDERS or self.truth is None:
            return ""
        rungs = [row[0] for e in self.truth.evidence for row in e.series]
        name = next((e.axes[0] for e in self.truth.evidence if e.axes), "")
        return f"{name + ' = ' if name else ''}{words.number(min(rungs))} to {words.number(max(rungs))}" if rungs else ""

    @property
    def box(self) -> str:
        """The points that were judged: how many, their bounding box, and at how many nothing was decided."""
        truth = self.truth
        if truth is None or not truth.points or self.part.open or (self.part.kind in LADDERS and truth.points == 1):
            return ""
        inside = words.signs(words.box(self.part.scope))
        wide = f"; undecided at {truth.wide} of them" if truth.wide else ""
        wide += f" ({words.signs(truth.left_open)})" if truth.left_open and self.part.verdict == "corroborated" else ""
        return f"Judged at {words.count(truth.points, 'point')}" + (f" within {inside}" if inside else "") + wide + "."

    @property
    def sharp(self) -> str:
        """What the check could have seen, or how nearly a bound is attained."""
        if self.part.sharpness:
            return words.signs(self.part.sharpness)
        if self.part.resolution is None:
            return ""
        amount = words.share(self.part.resolution)
        if self.part.kind in RELATIVE:
            return f"relative errors from {amount} are detected"
        if self.part.kind in EXPONENT:
            return f"exponent known to ±{words.number(self.part.resolution, 2)}"
        return {
            "phase": f"the crossing is within {amount} of the stated value",
            "optimality": f"rivals {amount} away are told apart",
        }.get(self.part.kind, "")

    @property
    def rests(self) -> list[str]:
        """The assumptions of the verdict, each once."""
        return [] if self.part.open else words.assumptions(self.part.assumptions)

    @property
    def rates(self) -> str:
        """How it was judged, with its error rate."""
        truth = self.truth
        if truth is None or not truth.points or self.part.verdict == "open":
            return ""
        found = [f"by {words.HOW.get(truth.how, truth.how)}"] if truth.how else []
        if truth.alpha is not None and truth.how == "statistical":
            found.append(f"false alarm at most {words.number(truth.alpha, 2)} at each point")
        if truth.samples:
            found.append(words.count(truth.samples, "sample"))
        return "; ".join(found)

    @property
    def measured_too(self) -> bool:
        """Whether a proved statement was measured as well, and nothing spoke against it."""
        return self.part.verdict in ("proved", "derived") and self.truth is not None and self.truth.outcome == "holds"

    @property
    def reason(self) -> str:
        """Why a verdict is not positive."""
        return "" if self.settled or self.part.verdict == "open" else self.part.detail

    @property
    def counterexample(self) -> LawRecord | None:
        truth = self.truth
        return truth if truth is not None and truth.outcome == "fails" and self.part.verdict != "open" else None

    @property
    def steps(self) -> list[tuple[dict[str, Any], list[str]]]:
        """The facts of the derivation, each with those of its conditions that no fact before it had."""
        said: set[str] = set()
        found = []
        for fact in self.part.facts:
            found.append((fact, [line for line in fact["conditions"] if line not in said]))
            said.update(fact["conditions"])
        return found

    @property
    def ending(self) -> str:
        """What the derivation amounts to."""
        facts = len(self.part.facts)
        return {
            "proved": f"Fact ({facts}) is the statement, with its conditions: it is proved.",
            "derived": f"Fact ({facts}) is the statement, with its conditions: it is derived, given {'; '.join(self.part.cited)}.",
        }.get(self.part.verdict, f"The derivation reaches the statement, and yet the verdict is {self.part.verdict}.")

    @property
    def wrong(self) -> list[Wrong]:
        return wrong_formulas(self.record, self.part)

    @property
    def automatic(self) -> Automatic:
        return automatic(self.record, self.part)

    @property
    def worlds(self) -> list[Wrong]:
        return wrong_worlds(self.record, self.part)

    @property
    def universal(self) -> list[Wrong]:
        """Wrong worlds in which the statement holds all the same: hypotheses that nothing needs."""
        return [w for w in self.worlds if w.fate == "not seen"]

    @property
    def enemies(self) -> str:
        """Wrong versions and worlds in a line."""
        return ", ".join(self._counts()) or "none"

    def _counts(self) -> Iterator[str]:
        named, made, worlds = self.wrong, self.automatic, self.worlds
        if named:
            yield f"{sum(w.fate == 'killed' for w in named)} of {len(named)} named killed"
        if made.total:
            aside = f", {made.aside_total} set aside" if made.aside_total else ""
            yield f"{len(made.killed)} of {len(made.killed) + len(made.survived)} automatic killed{aside}"
        if worlds:
            yield f"{sum(w.fate == 'seen' for w in worlds)} of {words.count(len(worlds), 'wrong world')} seen"


def sections(record: ClaimRecord) -> list[Section]:
    """The parts of a claim, in their order."""
    return [Section(record, part) for part in record.parts]
