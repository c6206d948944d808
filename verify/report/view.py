"""What the page shows of each claim: its record, seen by a reader who wants the sentence and not the field."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from lemmata.verify.engine.records import POSITIVE, ClaimRecord, LawRecord
from lemmata.verify.report import words
from lemmata.verify.report.fates import FATES, fates
from lemmata.verify.report.graph import Marks, marks, neighbourhoods
from lemmata.verify.report.picture import Picture
from lemmata.verify.report.plots import of_a_part, pictures
from lemmata.verify.report.prints import Printed, print_refuted, prints
from lemmata.verify.report.roles import is_mutant, is_print, is_truth, is_world
from lemmata.verify.report.section import Section, sections
from lemmata.verify.report.standing import Standing, scopes, standings, strongest, weakest


@dataclass
class View:
    """A claim as the templates see it; ``search`` is what the filter box looks into, ``sections`` are its parts."""

    record: ClaimRecord
    marks: Marks
    figures: list[Picture]
    search: str
    tags: str
    graph: str = ""
    sections: list[Section] = field(default_factory=list)

    @property
    def anchor(self) -> str:
        return f"claim-{self.record.id}"

    @property
    def standings(self) -> list[Standing]:
        """Its parts with verdict and scope."""
        return standings(self.record)

    @property
    def verdicts(self) -> list[str]:
        """Its weakest verdict, and the strongest where that is another."""
        return list(dict.fromkeys((weakest(self.record), strongest(self.record))))

    @property
    def prints(self) -> list[Printed]:
        return prints(self.record)

    @property
    def unclear(self) -> bool:
        """Whether all that was printed can be read in several ways."""
        return bool(self.prints) and all(p.unclear for p in self.prints)

    @property
    def scopes(self) -> str:
        """Where its parts were judged, where that is less than what is claimed; in a line."""
        return scopes(self.record)

    @property
    def where(self) -> list[tuple[str, str]]:
        """What each symbol is: a line of words as plain signs (second), a formula as LaTeX (first)."""
        lines, texts = self.record.definitions, self.record.where
        if len(lines) != len(texts):
            return [(line, "") for line in lines]
        return [(line, words.clipped(text, 600) if "\\text" in line else "") for line, text in zip(lines, texts, strict=True)]

    @property
    def spoken(self) -> list[str]:
        """What each symbol is, in plain signs, long formulas cut short."""
        return [words.clipped(line, 240) for line in self.record.where]

    @property
    def measured(self) -> list[LawRecord]:
        """The laws whose numbers are listed: truths, prints and what did not come out as expected."""
        return [law for law in self.record.laws if not (is_mutant(law) or is_world(law)) or not law.as_expected]

    @property
    def print_law(self) -> LawRecord | None:
        return next((law for law in self.record.laws if is_print(law)), None)

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
        return [law for law in self.record.laws if is_truth(law)]

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
        return [law for law in self.record.laws if law.outcome == "fails" and not is_mutant(law) and not is_world(law)]

    @property
    def faults(self) -> list[tuple[tuple[str, str, str], list[str]]]:
        """The laws that did not come out as expected, those of one reason together."""
        found: dict[tuple[str, str, str], list[str]] = {}
        for law in self.record.laws:
            if not law.as_expected:
                found.setdefault((law.outcome, law.expected, words.signs(law.detail)), []).append(words.law(law.name))
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
    def aside(self) -> list[tuple[str, list[str]]]:
        """Automatic mutants that were set aside, with the reason in words."""
        found = fates(self.record)
        shown = {
            fate: [name for name, one in found.items() if one == fate] for fate in FATES if fate not in ("killed", "survived")
        }
        return [(FATES[fate][0], names) for fate, names in shown.items() if names]

    @property
    def commands(self) -> list[tuple[str, str]]:
        """Commands that show it again: the record, the claim, each counterexample."""
        record = self.record
        lines = [("the same record", record.replay)] if record.replay else []
        lines.append(("the claim", f"lemmata verify {record.id} --profile {record.profile} --seed {record.seed} --fresh"))
        for law in self.counterexamples:
            typed = words.arguments(law.counterexample or {})
            if typed is not None:
                command = ["lemmata eval", record.id, typed, "--law", law.name, f"--seed {record.seed}" if record.seed else ""]
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
            [] if record.parts else pictures(record),
            _search(record),
            _tags(record, inherited[record.id]),
            near.get(record.id, ""),
            _sections(record),
        )
        for record in sorted(records, key=lambda record: record.id)
    ]


def _sections(record: ClaimRecord) -> list[Section]:
    found = sections(record)
    for section in found:
        section.figures = of_a_part(record, section.part.name)
    return found


def _search(record: ClaimRecord) -> str:
    """The text that the filter box looks into."""
    source = record.source
    errata = [f"{p.fault} {p.text}" for p in prints(record)]
    parts = [
        record.id,
        record.title,
        record.kind,
        record.verdict,
        *errata,
        *(part.says for part in record.parts),
        *map(str, (source.get(k) or "" for k in ("heading", "paper"))),
    ]
    return " ".join(parts).lower()


def _tags(record: ClaimRecord, inherited: Marks) -> str:
    """What a claim is, as words of the filter that must be met exactly; a space on both sides of each."""
    found = [f"family:{record.family}", f"kind:{record.kind}"]
    found += [f"verdict:{verdict}" for verdict in sorted({record.verdict, *(s.verdict for s in standings(record))})]
    if record.source.get("document"):
        found.append(f"document:{record.source['document']}")
    found.append("as-expected" if record.as_expected else "not-as-expected")
    if prints(record):
        found += ["erratum", *sorted({f"erratum:{p.fault.replace(' ', '-')}" for p in prints(record)})]
    found += ["rests-on-correction"] if inherited.corrected else []
    found += ["tainted"] if inherited.tainted else []
    return f" {' '.join(found)} "
