"""One small figure per claim, as inline SVG: the law's line, the simulation's points and their error bands.

Three figures, in order of preference: a measured series against its prediction; the relative deviation at each point
with its interval; what became of the mutants. Colours are names that the style sheet resolves, so that one drawing
serves light, dark and print.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import matplotlib
from matplotlib.axes import Axes

from verify.engine.records import ClaimRecord, Evidence
from verify.report.canvas import BAD, DATA, FAINT, GOOD, LAW, PRINT, SIZE, STYLE, canvas, labels, scales, svg, whole_numbers
from verify.report.words import count, point

MOST = 60
FAR = 20.0
Row = tuple[float, float | None, float, float]


@dataclass(frozen=True)
class Picture:
    """A drawing and the sentence that says what it shows."""

    svg: str
    caption: str


def picture(record: ClaimRecord) -> Picture | None:
    """The figure of a claim; None where there is nothing to draw."""
    with matplotlib.rc_context({**STYLE, "svg.hashsalt": record.id}):
        return _series(record) or _deviations(record) or _mutants(record)


def _series(record: ClaimRecord) -> Picture | None:
    laws = [law for law in record.laws if law.expected == "holds"]
    shown = max(
        ((law, e) for law in laws for e in law.evidence if len(_rows(e)) > 1),
        key=lambda pair: (pair[0].name == "truth", len(_rows(pair[1]))),
        default=None,
    )
    if shown is None:
        return None
    law, evidence = shown
    runs = _runs(_rows(evidence))
    every = [row for run in runs for row in run]
    figure, axes = canvas()
    scales(
        axes,
        [row[0] for row in every],
        [v for row in every for v in row[1:3] if v is not None],
        power=law.kind in {"order", "rate"},
    )
    source = "simulation" if evidence.samples else "computation"
    for i, run in enumerate(runs):
        _errors(axes, run, source if i == 0 else "_", "osD^v"[i % 5])
        _line(axes, run, LAW, "-", "law" if i == 0 else "_")
    for i, run in enumerate(_print_runs(record, evidence)):
        _line(axes, run, PRINT, "--", "as printed" if i == 0 else "_")
    beside = labels(axes, evidence.axes)
    axes.legend(handlelength=1.6, borderaxespad=0.2)
    width = "two standard errors" if evidence.samples else "twice the stated error"
    bars = f"; bars: {width}" if any(row[3] > 0 for row in every) else ""
    sizes = f"; {len(runs)} sizes, one sign each" if len(runs) > 1 else ""
    part = f" ({law.name.removeprefix('truth:')})" if law.name != "truth" else ""
    where = f" at {point(evidence.point)}" if evidence.point else ""
    return Picture(svg(figure), f"Law{part} against {source}{where}{sizes}{bars}.{beside}")


def _print_runs(record: ClaimRecord, evidence: Evidence) -> list[list[Row]]:
    """The print's own prediction along the same series, where it is another one."""
    wanted = _rows(evidence)
    for law in record.laws:
        if law.name == "as-printed":
            for other in law.evidence:
                rows = _rows(other)
                if other.point == evidence.point and [r[0] for r in rows] == [r[0] for r in wanted] and rows != wanted:
                    return _runs(rows)
    return []


def _deviations(record: ClaimRecord) -> Picture | None:
    """Measured against law at each point, relative to the law; the print's value beside it."""
    law = next((law for law in record.laws if law.name == "truth"), None)
    wrong = {_place(e): e.predicted for law in record.laws if law.name == "as-printed" for e in law.evidence}
    rows, printed = [], []
    for e in law.evidence[:MOST] if law else []:
        low, high = e.interval if e.interval is not None else (e.statistic, e.statistic)
        if e.predicted is None or not all(map(_finite, (e.statistic, e.predicted, low, high))):
            continue
        scale = abs(e.predicted) or 1.0
        rows.append([(v - e.predicted) / scale for v in (e.statistic, low, high)])  # type: ignore[operator]
        other = wrong.get(_place(e))
        if other is not None and math.isfinite(other) and abs(other - e.predicted) <= FAR * scale:
            printed.append((len(rows), (other - e.predicted) / scale))
    if len(rows) < 2 or all(v == 0 for row in rows for v in row):
        return None
    figure, axes = canvas()
    below, above = ([max(0.0, sign * (row[0] - row[k])) for row in rows] for sign, k in ((1, 1), (-1, 2)))
    axes.axhline(0, color=LAW, linewidth=1.2, label="law")
    axes.errorbar(
        range(1, len(rows) + 1),
        [row[0] for row in rows],
        yerr=[below, above],
        fmt="o",
        color=DATA,
        markersize=2.6,
        elinewidth=0.8,
        label="measured",
    )
    if printed:
        axes.plot(*zip(*printed, strict=True), "x", color=PRINT, markersize=4, label="as printed")
        axes.legend(handlelength=1.2, borderaxespad=0.2)
    axes.set_xlabel("point")
    axes.set_ylabel("relative deviation")
    whole_numbers(axes)
    sense = "; the law asks for at most 0" if law is not None and law.kind == "inequality" else ""
    return Picture(
        svg(figure), f"(measured − law) / |law| at {count(len(rows), 'parameter point')}, with the interval of each{sense}."
    )


def _place(evidence: Evidence) -> str:
    return repr(sorted(evidence.point.items()))


def _mutants(record: ClaimRecord) -> Picture | None:
    automatic = record.automatic
    named = [law for law in record.laws if law.name.startswith("mutant:")]
    aside = sum(len(automatic.get(k, [])) for k in ("equal", "below", "implied", "unseen"))
    parts = [
        ("killed", len(automatic.get("killed", {})) + sum(law.outcome == "fails" for law in named), GOOD),
        ("set aside", aside, FAINT),
        ("open", sum(law.outcome not in {"fails", "holds"} for law in named), FAINT),
        ("survived", len(automatic.get("survived", [])) + sum(law.outcome == "holds" for law in named), BAD),
    ]
    parts = [part for part in parts if part[1] or part[0] in {"killed", "survived"}]
    if not sum(amount for _, amount, _ in parts):
        return None
    figure, axes = canvas((SIZE[0], 1.3), bottom=0.1)
    for row, (_, amount, colour) in enumerate(parts):
        axes.barh(row, amount, color=colour, height=0.62)
        axes.annotate(str(amount), (amount, row), (4, 0), textcoords="offset points", va="center")
    axes.set_xlim(0, 1.12 * max(amount for _, amount, _ in parts))
    axes.xaxis.set_visible(False)
    axes.yaxis.grid(False)
    axes.spines["bottom"].set_visible(False)
    axes.set_yticks(range(len(parts)), [name for name, _, _ in parts])
    axes.invert_yaxis()
    return Picture(svg(figure), "What became of the mutants, the wrong versions of this statement: there is no series to plot.")


def _rows(evidence: Evidence) -> list[Row]:
    """Finite rows (x, predicted, measured, standard error); a missing prediction stays None, a missing error is 0."""
    rows: list[Row] = []
    for row in evidence.series:
        x, predicted, measured, error = (list(row) + [None] * 4)[:4]
        if _finite(x) and _finite(measured):
            rows.append((x, predicted if _finite(predicted) else None, measured, error if _finite(error) else 0.0))  # type: ignore[arg-type]
    return rows


def _runs(rows: list[Row]) -> list[list[Row]]:
    """The series cut where x starts again: one curve per size."""
    runs: list[list[Row]] = []
    for row in rows:
        if runs and row[0] >= runs[-1][-1][0]:
            runs[-1].append(row)
        else:
            runs.append([row])
    return [_thin(run) for run in runs] if 2 * len(runs) <= len(rows) else [_thin(sorted(rows, key=lambda row: row[0]))]


def _finite(value: float | None) -> bool:
    return value is not None and math.isfinite(value)


def _thin(rows: list[Row]) -> list[Row]:
    if len(rows) <= MOST:
        return rows
    return [rows[round(i * (len(rows) - 1) / (MOST - 1))] for i in range(MOST)]


def _errors(axes: Axes, rows: Sequence[Row], label: str, marker: str) -> None:
    x, y, errors = [row[0] for row in rows], [row[2] for row in rows], [2 * row[3] for row in rows]
    if any(errors):
        low, high = ([v + sign * e for v, e in zip(y, errors, strict=True)] for sign in (-1, 1))
        if axes.get_yscale() == "log":
            low = [max(v, 0.05 * m) for v, m in zip(low, y, strict=True)]
        axes.fill_between(x, low, high, color=DATA, alpha=0.18, linewidth=0)
    axes.errorbar(
        x, y, yerr=errors if any(errors) else None, fmt=marker, color=DATA, markersize=3, elinewidth=0.9, label=label, zorder=3
    )


def _line(axes: Axes, rows: Sequence[Row], colour: str, dash: str, label: str) -> None:
    known = [(row[0], row[1]) for row in rows if row[1] is not None]
    if known:
        axes.plot(*zip(*known, strict=True), dash, color=colour, linewidth=1.4, label=label, zorder=2)
