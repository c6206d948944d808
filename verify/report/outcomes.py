"""Figures of what is asked of whole experiments: probabilities of events, and optima against their competitors."""

from __future__ import annotations

from lemmata.verify.engine.records import ClaimRecord, LawRecord
from lemmata.verify.report.axes import Axes
from lemmata.verify.report.canvas import DATA, FAINT, LAW, PRINT, svg
from lemmata.verify.report.picture import Picture, part
from lemmata.verify.report.points import beside_the_law
from lemmata.verify.report.roles import is_mutant, is_print
from lemmata.verify.report.series import MOST, finite
from lemmata.verify.report.words import count


def levels(record: ClaimRecord, law: LawRecord) -> Picture | None:
    """Success probabilities with their exact intervals against the stated ones."""
    judged = [e for e in law.evidence if finite(e.statistic) and finite(e.predicted)][:MOST]
    if not judged:
        return None
    axes = Axes(xlabel="point")
    axes.x.whole = True
    x = list(range(1, len(judged) + 1))
    measured, stated = [e.statistic or 0.0 for e in judged], [e.predicted or 0.0 for e in judged]
    ends = [e.interval or (e.statistic, e.statistic) for e in judged]
    axes.bars(x, [low or 0.0 for low, _ in ends], [min(high or 0.0, 1.0) for _, high in ends], DATA)
    axes.plot(x, measured, "o", DATA, "measured")
    axes.plot(x, stated, "_", LAW, "stated")
    printed = [(i, y) for is_print, i, y in beside_the_law(record, law, judged) if is_print]
    if printed:
        axes.plot(
            [i for i, _ in printed],
            [(judged[i - 1].predicted or 0.0) + y * (abs(judged[i - 1].predicted or 0.0) or 1.0) for i, y in printed],
            "x",
            PRINT,
            "as printed",
        )
    axes.ylabel, axes.x.low, axes.x.high = "probability", 0.5, len(judged) + 0.5
    return Picture(
        svg(axes), f"Probability of the event{part(law)} at {count(len(judged), 'parameter point')}, with exact intervals."
    )


def competitors(record: ClaimRecord, law: LawRecord) -> Picture | None:
    """How much better the best competitor is than the stated optimum, at each point; what the print and the mutants state beside."""
    judged = [e for e in law.evidence if finite(e.statistic)][:MOST]
    if not judged:
        return None
    axes = Axes(xlabel="point")
    axes.x.whole = True
    axes.across(0, LAW, "no competitor is better")
    axes.plot(range(1, len(judged) + 1), [e.statistic or 0.0 for e in judged], "o", DATA, "stated optimum")
    values = [abs(e.statistic or 0.0) for e in judged]
    for printed, colour, sign, label in ((True, PRINT, "x", "as printed"), (False, FAINT, "_", "mutants")):
        chosen = [
            (x, e.statistic or 0.0)
            for other in record.laws
            if other.kind == law.kind and (is_print(other) if printed else is_mutant(other))
            for x, e in enumerate(other.evidence[:MOST], 1)
            if finite(e.statistic)
        ]
        if chosen:
            axes.points(chosen, sign, colour, label)
            values += [abs(y) for _, y in chosen]
    far = max(values)
    if far > 0:
        axes.y.kind, axes.y.near = "symlog", max(far * 1e-6, 1e-15)
    axes.ylabel = "best competitor − optimum"
    return Picture(
        svg(axes),
        f"Best competitor found against the stated optimum{part(law)}, relative to the objective, at {count(len(judged), 'parameter point')}: "
        "below 0 it would be better.",
    )
