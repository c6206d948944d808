"""Figures of what was judged point by point: deviations from the law, the worst case of a bound, probabilities, outcomes."""

from __future__ import annotations

import math
from collections.abc import Sequence

from lemmata.verify.engine.records import ClaimRecord, Evidence, LawRecord
from lemmata.verify.report.axes import Axes
from lemmata.verify.report.canvas import BAD, DATA, FAINT, GOOD, LAW, PRINT, svg
from lemmata.verify.report.picture import Picture, part
from lemmata.verify.report.roles import is_mutant, is_print, is_world
from lemmata.verify.report.series import MOST, finite, place
from lemmata.verify.report.words import count, number, point

LINES = 14
COLUMNS = 40


def deviations(record: ClaimRecord, law: LawRecord) -> Picture | None:
    """Measured against law at each point, relative to the law, with the band that could be told apart; print and mutants beside."""
    judged = [e for e in law.evidence if e.predicted is not None and finite(e.statistic) and finite(e.predicted)][:MOST]
    measured = []
    for e in judged:
        low, high = e.interval if e.interval is not None else (e.statistic, e.statistic)
        scale = _scale(law, e)
        ends = [(v - e.predicted) / scale if finite(v) else 0.0 for v in (e.statistic, low, high)]  # type: ignore[operator]
        measured.append(ends)
    others = beside_the_law(record, law, judged)
    if len(measured) < 2 or (all(v == 0 for row in measured for v in row) and not others):
        return None
    axes = Axes(xlabel="point", ylabel="relative deviation")
    axes.x.whole = True
    axes.across(0, LAW, "law")
    _band(axes, judged)
    x = range(1, len(measured) + 1)
    axes.bars(x, [row[1] for row in measured], [row[2] for row in measured], DATA)
    axes.plot(x, [row[0] for row in measured], "o", DATA, "measured")
    reach = max((max(abs(v) for v in row) for row in measured), default=0.0) or 1e-6
    far = max((abs(y) for _, _, y in others), default=0.0)
    if far > 8 * reach:
        axes.y.kind, axes.y.near = "symlog", max(2 * reach, far * 1e-6)
    for printed, colour, sign, label in ((True, PRINT, "x", "as printed"), (False, FAINT, "_", "mutants")):
        chosen = [(x, y) for is_print, x, y in others if is_print == printed]
        if chosen:
            axes.points(chosen, sign, colour, label)
    sense = "; the law asks for at most 0" if law.kind == "inequality" else ""
    band = "; shaded: the resolution" if any(e.resolution for e in judged) else ""
    measure = "(measured − law) / |law|" + (", or in widths of its interval where that is wider," if law.role else "")
    return Picture(
        svg(axes), f"{measure}{part(law)} at {count(len(measured), 'parameter point')}, with the interval of each{sense}{band}."
    )


def _scale(law: LawRecord, evidence: Evidence) -> float:
    """What deviations are relative to: the law's value, and no less than half the interval of what was measured."""
    size = abs(evidence.predicted or 0.0)
    if law.role and evidence.interval is not None and all(map(finite, evidence.interval)):
        size = max(size, (evidence.interval[1] - evidence.interval[0]) / 2)
    return size or 1.0


def _band(axes: Axes, judged: Sequence[Evidence]) -> None:
    sharp = [(x, e.resolution) for x, e in enumerate(judged, 1) if e.resolution and finite(e.resolution) and e.resolution < 1]
    if sharp:
        x, y = zip(*sharp, strict=True)
        axes.band(x, [-v for v in y], y, DATA, steps=True)


def beside_the_law(record: ClaimRecord, law: LawRecord, judged: Sequence[Evidence]) -> list[tuple[bool, int, float]]:
    """(is the print, place, relative deviation) of what the print and the mutants predict for the same measured quantity."""
    found = []
    for other in record.laws:
        if other.kind != law.kind or not (is_print(other) or is_mutant(other)):
            continue
        theirs = {place(e): e for e in other.evidence}
        for x, e in enumerate(judged, 1):
            rival = theirs.get(place(e))
            if rival is None or not finite(rival.predicted) or not finite(rival.statistic):
                continue
            assert rival.predicted is not None and e.predicted is not None
            if rival.predicted != e.predicted and (_same(rival.statistic, e.statistic) or (law.role and _meet(rival, e))):
                found.append((is_print(other), x, (rival.predicted - e.predicted) / _scale(law, e)))
    return [entry for entry in found if abs(entry[2]) < 1e6]


def _same(a: float | None, b: float | None) -> bool:
    return a is not None and b is not None and abs(a - b) <= 1e-6 * max(abs(a), abs(b), 1e-300)


def _meet(a: Evidence, b: Evidence) -> bool:
    """Whether two laws measured one quantity, by different amounts of samples: their intervals meet."""
    if a.interval is None or b.interval is None:
        return False
    return a.interval[0] <= b.interval[1] and b.interval[0] <= a.interval[1]


def worst(record: ClaimRecord, law: LawRecord) -> Picture | None:
    """left / right at every point, largest first: the worst case found, the print's and the mutants' worst beside it."""
    ratios = sorted(((r, e) for e in law.evidence if (r := _ratio(e)) is not None), key=lambda pair: -pair[0])[:MOST]
    if not ratios:
        return None
    axes = Axes(xlabel="points, worst first", ylabel="left / right")
    axes.x.whole = True
    axes.across(1, LAW, "bound")
    axes.plot(range(1, len(ratios) + 1), [r for r, _ in ratios], "o", DATA, "left / right")
    axes.plot([1], [ratios[0][0]], "ring", DATA)
    beaten = 0
    for other in record.laws:
        printed = is_print(other)
        theirs = sorted((r for e in other.evidence if (r := _ratio(e)) is not None), reverse=True)[:MOST]
        if other.kind != "inequality" or not theirs or not (printed or is_mutant(other)) or not 1e-4 < theirs[0] < 1e4:
            continue
        if printed:
            axes.plot(range(1, len(theirs) + 1), theirs, "x", PRINT, "as printed")
        else:
            axes.plot([0.4], [theirs[0]], ">", FAINT, "worst of a mutant" if not beaten else "")
            beaten += 1
    values = [r for r, _ in ratios if r > 0]
    if values and (axes.y.limits()[1] > 8 or max(values) / min(values) > 30):
        axes.y.kind, axes.y.low = "log", max(min(values), max(values) * 1e-6) / 2
    ratio, at = ratios[0]
    return Picture(
        svg(axes),
        f"Worst case found{part(law)}: left / right = {number(ratio, 4)} at {point(at.point)} (ring); the bound is 1.",
    )


def _ratio(evidence: Evidence) -> float | None:
    left, right = evidence.statistic, evidence.predicted
    if left is None or right is None or not math.isfinite(left) or not math.isfinite(right) or right <= 0 or left < 0:
        return None
    return left / right


def board(record: ClaimRecord) -> Picture | None:
    """Laws against points where exact outcomes are all there is: a square for what holds, a cross for what fails."""
    laws = [law for law in record.laws if law.evidence and not is_world(law)][:LINES]
    if max((len(law.evidence) for law in laws), default=0) < 2:  # one point is told by its verdict
        return None
    axes = Axes(xlabel="point", grid=False)
    for outcome, colour, sign in (("holds", GOOD, "s"), ("fails", BAD, "x"), ("", FAINT, ".")):
        chosen = [
            (x, y)
            for y, law in enumerate(laws)
            for x, e in enumerate(law.evidence[:COLUMNS], 1)
            if e.outcome == outcome or (not outcome and e.outcome not in {"holds", "fails"})
        ]
        if chosen:
            axes.points(chosen, sign, colour)
    names = [law.name.removeprefix("truth:").replace("mutant:", "≠ ") for law in laws]
    axes.y.fixed = [(float(y), name if len(name) <= 24 else name[:23] + "…") for y, name in enumerate(names)]
    axes.y.low, axes.y.high, axes.y.flipped = -0.6, len(laws) - 0.4, True
    axes.x.whole, axes.x.low, axes.x.high = True, 0.4, max(2, *(min(len(law.evidence), COLUMNS) for law in laws)) + 0.6
    return Picture(
        svg(axes, 62 + 20 * len(laws), left=168),
        "What holds (square) and what fails (cross) at each point; ≠ marks a mutant, which must fail somewhere.",
    )
