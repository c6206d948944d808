"""Figures of what was measured along a line: a curve against its law, a ladder with its slopes, a phase diagram."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

from lemmata.verify.engine.records import ClaimRecord, Evidence, LawRecord
from lemmata.verify.report.axes import Axes
from lemmata.verify.report.canvas import DATA, FAINT, GOOD, LAW, PRINT, labels, scales, stacked, svg
from lemmata.verify.report.picture import Picture, part, where
from lemmata.verify.report.roles import is_print
from lemmata.verify.report.series import Row, rivals, rows, runs
from lemmata.verify.report.words import interval, number

MARKS = "osD^v"
SHOWN = 4


def curve(record: ClaimRecord, law: LawRecord, evidence: Evidence) -> Picture:
    """A measured series against its law, the print's and the mutants' own predictions beside it."""
    cut = runs(rows(evidence))
    every = [row for run in cut for row in run]
    axes = Axes()
    scales(axes, [row[0] for row in every], [v for row in every for v in row[1:3] if v is not None])
    source = "simulation" if evidence.samples else "computation"
    for i, run in enumerate(cut):
        _errors(axes, run, source if i == 0 else "_", MARKS[i % len(MARKS)])
        _line(axes, run, LAW, "-", "law" if i == 0 else "_")
    drawn = _rivals(axes, record, law, evidence, every)
    beside = labels(axes, _names(evidence))
    sizes = f"; {len(cut)} sizes, one sign each" if len(cut) > 1 else ""
    return Picture(
        svg(axes), f"Law{part(law)} against {source}{where(evidence)}{sizes}{_bars(every, evidence)}{drawn}.{beside}"
    )


def ladder(record: ClaimRecord, law: LawRecord, evidence: Evidence) -> Picture:
    """Log-log: measured sizes, the stated growth, the fitted slope, and the slopes that the mutants state."""
    every = sorted(rows(evidence))
    if any(row[0] <= 0 or row[2] <= 0 for row in every):
        return curve(record, law, evidence)
    axes = Axes()
    scales(axes, [row[0] for row in every], [v for row in every for v in row[1:3] if v is not None], power=True)
    _errors(axes, every, "simulation" if evidence.samples else "computation", "o")
    slope, stated = _slope([(x, y) for x, _, y, _ in every]), _slope([(x, p) for x, p, _, _ in every if p])
    _line(axes, every, LAW, "-", f"law, slope {number(stated, 3)}" if stated is not None else "law")
    if slope is not None and evidence.stated is None:
        middle = math.exp(sum(math.log(y) for _, _, y, _ in every) / len(every))
        centre = math.exp(sum(math.log(x) for x, _, _, _ in every) / len(every))
        fit = [(x, middle * (x / centre) ** slope) for x in (every[0][0], every[-1][0])]
        axes.points(fit, ":", DATA, f"fit, slope {number(slope, 3)}")
    drawn = _rivals(axes, record, law, evidence, every, slopes=True)
    beside = labels(axes, _names(evidence))
    low, high = evidence.interval or (None, None)
    what = "exponent" if law.kind == "rate" else "exponent of quantity / scale"
    said = number(evidence.predicted, 3)
    if evidence.stated is not None:
        what, said = "quantity / scale", interval(evidence.stated, 3)
    sharp = f"; {what} in [{number(low, 3)}, {number(high, 3)}], stated {said}" if low is not None else ""
    return Picture(svg(axes), f"Ladder{part(law)}{where(evidence)}{sharp}{_bars(every, evidence)}{drawn}.{beside}")


def phase(record: ClaimRecord, law: LawRecord, evidence: Evidence) -> Picture:
    """Above: the order parameter against the control at each size; below: who wins in the plane of control and size."""
    cut = runs(rows(evidence))
    sizes = list(dict.fromkeys(row[4] for row in evidence.series if len(row) > 4 and row[4] is not None))
    sizes = sizes if len(sizes) == len(cut) else list(range(1, len(cut) + 1))
    plane, top = Axes(ylabel="size", xlabel="control"), Axes(ylabel="order parameter")
    crossings = []
    for i, (size, run) in enumerate(zip(sizes, cut, strict=True)):
        level = run[0][1] or 0.0
        _errors(top, run, f"size {number(size, 3)}", MARKS[i % len(MARKS)], band=False)
        at = _crossing(run)
        crossings += [at] if at is not None else []
        for side, colour, name in ((True, GOOD, "above the level"), (False, PRINT, "below the level")):
            chosen = [row[0] for row in run if (row[2] > level) == side]
            plane.plot(chosen, [size] * len(chosen), "s" if side else "x", colour, name if i == 0 else "")
    top.across(cut[0][0][1] or 0.0, LAW)
    if crossings:
        for axes in (top, plane):
            axes.strip(min(crossings), max(crossings), DATA)
    if max(sizes) > 4 * min(sizes) > 0:
        plane.y.kind = "log"
    plane.y.fixed = [(size, number(size, 3)) for size in sizes]
    found = (
        f"; the curves cross it between {number(min(crossings), 3)} and {number(max(crossings), 3)} (shaded)"
        if crossings
        else ""
    )
    return Picture(
        stacked(top, plane),
        f"Order parameter against the control{where(evidence)}, level drawn across{found}. Below: the phase plane.",
    )


def _crossing(run: Sequence[Row]) -> float | None:
    for (x, level, y, _), (x2, _, y2, _) in pairwise(run):
        if level is not None and (y - level) * (y2 - level) <= 0 and y != y2:
            return x + (x2 - x) * (y - level) / (y - y2)
    return None


def _slope(points: Sequence[tuple[float, float]]) -> float | None:
    """Least squares in logarithms."""
    logs = [(math.log(x), math.log(y)) for x, y in points if x > 0 and y > 0]
    if len(logs) < 2:
        return None
    mean_x, mean_y = (sum(v) / len(logs) for v in zip(*logs, strict=True))
    spread = sum((x - mean_x) ** 2 for x, _ in logs)
    return sum((x - mean_x) * (y - mean_y) for x, y in logs) / spread if spread else None


def _rivals(
    axes: Axes, record: ClaimRecord, law: LawRecord, evidence: Evidence, every: Sequence[Row], slopes: bool = False
) -> str:
    """Lines of the print and of a few mutants, inside the window of the data; says which are drawn."""
    low, high = axes.y.limits()
    if axes.y.kind == "linear":
        reach = max(high - low, 1e-300)
        low, high = low - 1.5 * reach, high + 1.5 * reach
    else:
        low, high = low / 30, high * 30
    names = 0
    for other, theirs in rivals(record, law, evidence):
        known = [row for row in theirs if row[1] is not None and low <= row[1] <= high]
        printed = is_print(other)
        if len(known) < 2 or (names >= SHOWN and not printed):
            continue
        slope = _slope([(x, p) for x, p, _, _ in known if p]) if slopes else None
        reading = other.name.partition(":")[2].replace("_", " ")
        label = ("as printed" + (f", {reading}" if reading else "")) if printed else "mutants" if names == 0 else ""
        for i, run in enumerate(runs(list(known))):
            _line(axes, run, PRINT if printed else FAINT, "--" if printed else "-.", label if i == 0 else "", thin=not printed)
        if not printed:
            names += 1
            note = other.name.removeprefix("mutant:") + (f" {number(slope, 2)}" if slope is not None else "")
            _note(axes, note, known)
    return "; thin lines: what mutants state" if names else ""


def _note(axes: Axes, text: str, known: Sequence[Row]) -> None:
    """The name of a mutant at that end of its line which is farther from the data."""
    first, last = known[0], known[-1]
    gaps = [abs(math.log(abs((row[1] or 1.0) / (row[2] or 1.0)) or 1.0)) for row in (first, last)]
    row, side = (first, "left") if gaps[0] > gaps[1] else (last, "right")
    axes.note(text, row[0], row[1] or 0.0, end=side == "right")


def _names(evidence: Evidence) -> list[str]:
    """The names of the axes; what a ladder measures has none."""
    return [*evidence.axes, "quantity"] if len(evidence.axes) == 1 else evidence.axes


def _bars(every: Sequence[Row], evidence: Evidence) -> str:
    width = "two standard errors" if evidence.samples else "twice the stated error"
    return f"; bars: {width}" if any(row[3] > 0 for row in every) else ""


def _errors(axes: Axes, rows: Sequence[Row], label: str, marker: str, band: bool = True) -> None:
    x, y, errors = [row[0] for row in rows], [row[2] for row in rows], [2 * row[3] for row in rows]
    if any(errors) and band:
        low, high = ([v + sign * e for v, e in zip(y, errors, strict=True)] for sign in (-1, 1))
        if axes.y.kind == "log":
            low = [max(v, 0.05 * m) for v, m in zip(low, y, strict=True)]
        axes.band(x, low, high, DATA)
    if any(errors):
        axes.bars(x, [v - e for v, e in zip(y, errors, strict=True)], [v + e for v, e in zip(y, errors, strict=True)], DATA)
    axes.plot(x, y, marker, DATA, label)


def _line(axes: Axes, rows: Sequence[Row], colour: str, dash: str, label: str, thin: bool = False) -> None:
    known = [(row[0], row[1]) for row in rows if row[1] is not None]
    if known:
        axes.points(known, dash, colour, label, thin=thin)
