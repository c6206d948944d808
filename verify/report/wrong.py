"""Wrong formulas and wrong worlds of a part: each by its difference from the truth, and what killed it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from lemmata.verify.engine.records import ClaimRecord, LawRecord, PartRecord
from lemmata.verify.report import words
from lemmata.verify.report.fates import FATES, fates
from lemmata.verify.report.rewrites import told
from lemmata.verify.report.roles import is_mutant, is_world, label, of_part

CLIP = 45  # characters of what an automatic wrong version changes
WORLDS = {
    "scale": "is 1.1 times as large",
    "shift": "has a mean that is off by 0.3 standard deviations",
    "dependence": "has dependent entries (correlation 0.3)",
    "fourth_moment": "has the same mean and variance, and another fourth moment",
    "law": "has the same mean, and another law",
}


@dataclass(frozen=True)
class Wrong:
    """A wrong version: what it changes, what became of it and by what. ``fate``: killed, equal, below, or survived, ..."""

    name: str
    change: str
    latex: str
    statement: str
    fate: str
    by: str
    as_expected: bool = True

    @property
    def alive(self) -> bool:
        return self.fate == "survived"


def listed(versions: Sequence[tuple[str, str]]) -> str:
    """Automatic wrong versions (name, change) in a line: by what they change where that is known, else by the sort of rewrite."""
    known = [words.signs(words.clipped(change, CLIP)) for _, change in versions if change]
    rest = told([name for name, change in versions if not change])
    return "; ".join([*known, rest] if rest else known)


@dataclass(frozen=True)
class Automatic:
    """The automatic wrong versions of a part: how many died at how many samples, and the others by name and difference."""

    killed: list[tuple[str, str, str]] = field(default_factory=list)
    survived: list[tuple[str, str]] = field(default_factory=list)
    aside: list[tuple[str, str, list[tuple[str, str]]]] = field(default_factory=list)

    @property
    def deaths(self) -> list[tuple[str, str]]:
        """Those that died, by what killed them, each by what it changes."""
        found: dict[str, list[tuple[str, str]]] = {}
        for name, change, samples in self.killed:
            found.setdefault(samples, []).append((name, change))
        return [(samples, listed(dead)) for samples, dead in found.items()]

    @property
    def total(self) -> int:
        return len(self.killed) + len(self.survived) + self.aside_total

    @property
    def aside_total(self) -> int:
        return sum(len(names) for _, _, names in self.aside)


def wrong_formulas(record: ClaimRecord, part: PartRecord) -> list[Wrong]:
    """The named wrong versions of a part."""
    alone = len(record.parts) == 1
    laws = [law for law in of_part(record, part.name) if is_mutant(law)]
    return [
        Wrong(
            label(law, alone).replace("_", " "),
            law.difference,
            law.difference_latex,
            law.statement,
            _fate(law, part.group),
            _killer(law, part) if law.outcome == "fails" else law.detail,
            law.as_expected,
        )
        for law in laws
    ]


def wrong_worlds(record: ClaimRecord, part: PartRecord) -> list[Wrong]:
    """The wrong worlds (and wrong instances) in which the truth was judged."""
    alone = len(record.parts) == 1
    return [
        Wrong(
            law.name,
            world(label(law, alone)),
            "",
            law.statement,
            {"fails": "seen", "holds": "not seen"}.get(law.outcome, law.outcome),
            _killer(law, None) if law.outcome == "fails" else law.detail,
        )
        for law in of_part(record, part.name)
        if is_world(law)
    ]


def world(name: str) -> str:
    """What is wrong with a world, in words: ``ε.scale``, or ``asymmetric.K`` for an array that breaks a hypothesis."""
    head, dot, tail = name.rpartition(".")
    if not dot:
        return name.replace("_", " ")
    return f"{head} {WORLDS[tail]}" if tail in WORLDS else f"{tail} is not as declared: {head.replace('_', ' ')}"


def automatic(record: ClaimRecord, part: PartRecord) -> Automatic:
    """What became of the automatic wrong versions of a part."""
    made: Mapping[str, Any] = record.automatic or {}
    changes, samples = made.get("differences", {}), made.get("killed", {})
    alone = len(record.parts) == 1
    held = {name for names in part.group.values() for name in names}
    own = _own(alone, part.name)
    found = {name: fate for name, fate in fates(record).items() if name in held or _of(name, part.name, alone)}

    def with_fate(wanted: str) -> list[tuple[str, str]]:
        return [(own(name), changes.get(name, "")) for name, fate in found.items() if fate == wanted]

    aside = [(*FATES[fate], with_fate(fate)) for fate in FATES if fate not in ("killed", "survived")]
    dead = [(own(n), changes.get(n, ""), _samples(samples.get(n))) for n, fate in found.items() if fate == "killed"]
    return Automatic(dead, with_fate("survived"), [(word, remark, names) for word, remark, names in aside if names])


def _own(alone: bool, part: str) -> Any:
    return lambda name: name.removeprefix("auto:") if alone else name.removeprefix("auto:").removeprefix(f"{part}.")


def _of(name: str, part: str, alone: bool) -> bool:
    return alone or name.removeprefix("auto:").startswith(f"{part}.")


def _fate(law: LawRecord, group: Mapping[str, Any]) -> str:
    if law.outcome == "fails":
        return "killed"
    found = next((word for word in ("equal", "below", "survived") if law.name in group.get(word, [])), law.outcome)
    return "survived" if found in ("holds", "undecided") else found


def _killer(law: LawRecord, part: PartRecord | None) -> str:
    return words.signs("; ".join(_causes(law, part)))


def _causes(law: LawRecord, part: PartRecord | None) -> Iterator[str]:
    """By how many samples, where (as far as the part speaks of it; nowhere without one), and by which numbers."""
    point = (law.counterexample or {}) if part is not None else {}
    about = {name: value for name, value in point.items() if part is not None and name in part.scope} or point
    where = f" at {words.point(about)}" if about else ""
    yield f"{_samples(law.killed_at)}{where}"
    if (
        law.statistic is not None
        and law.predicted is not None
        and law.kind in ("identity", "inequality", "within", "limit", "guarantee")
    ):
        yield f"measured {words.number(law.statistic)}, it says {words.number(law.predicted)}"


def _samples(amount: int | None) -> str:
    return words.count(amount, "sample") if amount else "computation"
