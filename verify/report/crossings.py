"""The figure of a phase: the curves at several values of the other parameters, collapsed on the stated critical value.

Every law of the part stands in the one frame: the truth at 1, the print and the mutants where they state the crossing.
"""

from __future__ import annotations

import math

from lemmata.verify.engine.records import ClaimRecord, Evidence, LawRecord
from lemmata.verify.report.axes import Axes
from lemmata.verify.report.canvas import DATA, FAINT, LAW, PRINT, svg
from lemmata.verify.report.picture import Picture, part
from lemmata.verify.report.roles import is_mutant, is_print
from lemmata.verify.report.series import finite, place, rows, thin
from lemmata.verify.report.words import count, number

MARKS = "osD^v<>p"
NEAR = 6.0  # how far from the truth, as a factor, a stated crossing is still drawn


def phase(record: ClaimRecord, law: LawRecord) -> Picture | None:
    """Order parameter less its level, against the control in units of the stated critical value."""
    judged = [e for e in law.evidence if finite(e.predicted) and e.predicted and len(rows(e)) >= 2][: len(MARKS)]
    if not judged:
        return None
    axes = Axes()
    for i, e in enumerate(judged):
        curve = [(x / (e.predicted or 1.0), y - (level or 0.0), 2 * error) for x, level, y, error in thin(sorted(rows(e)))]
        x, y, errors = zip(*curve, strict=True)
        axes.plot(x, y, MARKS[i] + "-", DATA, _source(e) if i == 0 else "", thin=True)
        if any(errors):
            axes.bars(x, [v - u for v, u in zip(y, errors, strict=True)], [v + u for v, u in zip(y, errors, strict=True)], DATA)
    axes.across(0, LAW)
    axes.upright(1, LAW, "law")
    beside = _others(record, judged)
    for printed, colour, dash, word in ((True, PRINT, "--", "as printed"), (False, FAINT, "-.", "mutants")):
        places = sorted({round(ratio, 4) for is_it, ratio in beside if is_it == printed})
        for i, ratio in enumerate(places):
            axes.upright(ratio, colour, word if i == 0 else "", dash, thin=not printed)
    axes.x.kind = "log"
    name = next((e.axes[0] for e in judged if e.axes), "control")
    axes.xlabel, axes.ylabel = f"{name} / stated critical value", "curve − level"
    found = [e.statistic / e.predicted for e in judged if finite(e.statistic) and e.statistic and e.predicted]
    ends = sorted({number(v, 4) for v in (min(found), max(found))}) if found else []
    said = f"; they cross the level at {' to '.join(ends)} times the stated value" if found else ""
    return Picture(
        svg(axes),
        f"The curves{part(law)} at {count(len(judged), 'choice')} of the other parameters, in units of what the law states{said}.",
    )


def _source(evidence: Evidence) -> str:
    return "simulation" if evidence.samples else "computation"


def _others(record: ClaimRecord, judged: list[Evidence]) -> list[tuple[bool, float]]:
    """(is a print, stated crossing in units of the truth's) at every point that both were judged at."""
    found = []
    for other in record.laws:
        if not (is_print(other) or is_mutant(other)):
            continue
        theirs = {place(e): e.predicted for e in other.evidence}
        for e in judged:
            stated = theirs.get(place(e))
            if stated is not None and finite(stated) and e.predicted and stated / e.predicted > 0:
                ratio = stated / e.predicted
                if abs(math.log(ratio)) > 1e-9 and 1 / NEAR < ratio < NEAR:
                    found.append((is_print(other), ratio))
    return found
