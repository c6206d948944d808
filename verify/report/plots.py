"""The figures of a claim, made for its kind, as inline SVG.

Identities and limits: theory with its error band against simulation. Orders and rates: the ladder with fitted, stated and
mutant slopes. Phases: the curves and the phase plane. Inequalities: the worst case found. Guarantees: probabilities.
Existence and optimality: outcomes and excesses. Colours are names that the style sheet resolves, so that one drawing
serves light, dark and print.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from lemmata.verify.engine.records import ClaimRecord, Evidence, LawRecord
from lemmata.verify.report import crossings, curves, outcomes, points
from lemmata.verify.report.canvas import BAD, FAINT, GOOD, tally
from lemmata.verify.report.fates import tally as tallied
from lemmata.verify.report.picture import Picture
from lemmata.verify.report.roles import is_truth, label, of_part
from lemmata.verify.report.series import rows

ALONG = {"order": curves.ladder, "rate": curves.ladder, "limit": curves.curve, "phase": curves.phase}
FEW = 3


def pictures(record: ClaimRecord, most: int = 2) -> list[Picture]:
    """The figures of a claim: one of its truth, and one of another kind among its parts; empty where nothing can be drawn."""
    found: dict[str, Picture] = {}
    for law in sorted((law for law in record.laws if law.expected == "holds"), key=lambda law: law.name != "truth"):
        if law.kind not in found and len(found) < most:
            made = _drawn(record, law)
            if made is not None:
                found[law.kind] = made
    if not found:
        other = points.board(record) or _mutants(record)
        return [other] if other is not None else []
    return list(found.values())


def of_a_part(record: ClaimRecord, name: str) -> list[Picture]:
    """The figure of one part, with all of its laws in one frame; empty where nothing can be drawn."""
    laws = [replace(law, name=_short(law, len(record.parts) == 1)) for law in of_part(record, name)]
    own = replace(record, laws=laws, parts=[])
    truth = next((law for law in laws if is_truth(law)), None)
    if truth is None or truth.open:
        return []
    made = crossings.phase(own, truth) if truth.kind == "phase" else _drawn(own, truth)
    made = made or (points.board(own) if any(law.evidence for law in laws) and len(laws) > 1 else None)
    return [made] if made is not None else []


def _short(law: LawRecord, alone: bool) -> str:
    """The name of a law inside the frame of its part."""
    own = label(law, alone)
    head = law.name.split(":")[0]
    return "truth" if is_truth(law) else f"{head}:{own}" if own else head


def picture(record: ClaimRecord) -> Picture | None:
    """The first figure of a claim; None where there is nothing to draw."""
    return next(iter(pictures(record, most=1)), None)


def _drawn(record: ClaimRecord, law: LawRecord) -> Picture | None:
    along = max(_long(law), key=lambda e: (e.outcome == "fails", len(rows(e))), default=None)
    if along is not None:
        return ALONG.get(law.kind, curves.curve)(record, law, along)
    if law.kind in {"inequality", "within"}:
        return points.worst(record, law) or points.deviations(record, law)
    if law.kind in {"guarantee", "optimality"}:
        return (outcomes.levels if law.kind == "guarantee" else outcomes.competitors)(record, law)
    return points.deviations(record, law)


def _long(law: LawRecord) -> Iterator[Evidence]:
    """Evidence with a series that is a curve."""
    least = 2 if law.kind in ALONG else FEW
    return (e for e in law.evidence if len(rows(e)) >= least)


def _mutants(record: ClaimRecord) -> Picture | None:
    named = [law for law in record.laws if law.name.startswith("mutant:")]
    counted = tallied([record])
    aside = sum(amount for fate, amount in counted.items() if fate not in ("killed", "survived"))
    parts = [
        ("killed", counted["killed"] + sum(law.outcome == "fails" for law in named), GOOD),
        ("set aside", aside, FAINT),
        ("open", sum(law.outcome not in {"fails", "holds"} for law in named), FAINT),
        ("survived", counted["survived"] + sum(law.outcome == "holds" for law in named), BAD),
    ]
    parts = [part for part in parts if part[1] or part[0] in {"killed", "survived"}]
    if not sum(amount for _, amount, _ in parts):
        return None
    return Picture(
        tally(parts), "What became of the mutants, the wrong versions of this statement: there is no series to plot."
    )
