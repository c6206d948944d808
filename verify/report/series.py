"""The series of evidence as rows to draw: finite, cut into runs, thinned."""

from __future__ import annotations

import math
from collections.abc import Iterator

from lemmata.verify.engine.records import ClaimRecord, Evidence, LawRecord
from lemmata.verify.report.roles import is_mutant, is_print

MOST = 60
Row = tuple[float, float | None, float, float]


def finite(value: float | None) -> bool:
    return value is not None and math.isfinite(value)


def rows(evidence: Evidence) -> list[Row]:
    """Finite rows (x, predicted, measured, standard error); a missing prediction stays None, a missing error is 0."""
    found: list[Row] = []
    for row in evidence.series:
        x, predicted, measured, error = (list(row) + [None] * 4)[:4]
        if finite(x) and finite(measured):
            found.append((x, predicted if finite(predicted) else None, measured, error if finite(error) else 0.0))  # type: ignore[arg-type]
    return found


def runs(rows: list[Row]) -> list[list[Row]]:
    """The series cut where x starts again: one curve per size."""
    found: list[list[Row]] = []
    for row in rows:
        if found and row[0] >= found[-1][-1][0]:
            found[-1].append(row)
        else:
            found.append([row])
    return [thin(run) for run in found] if 2 * len(found) <= len(rows) else [thin(sorted(rows, key=lambda row: row[0]))]


def thin(rows: list[Row]) -> list[Row]:
    if len(rows) <= MOST:
        return rows
    return [rows[round(i * (len(rows) - 1) / (MOST - 1))] for i in range(MOST)]


def place(evidence: Evidence) -> str:
    """The point as something to look up."""
    return repr(sorted(evidence.point.items()))


def rivals(record: ClaimRecord, law: LawRecord, evidence: Evidence) -> Iterator[tuple[LawRecord, list[Row]]]:
    """The print and the named mutants that say something else of the same measured series."""
    wanted = rows(evidence)
    for other in record.laws:
        if other.kind != law.kind or not (is_print(other) or is_mutant(other)):
            continue
        for candidate in other.evidence:
            theirs = rows(candidate)
            same = [(r[0], r[2]) for r in theirs] == [(r[0], r[2]) for r in wanted] or (
                bool(law.role) and _alike(theirs, wanted)
            )
            if candidate.point == evidence.point and same and theirs != wanted:
                yield other, theirs
                break


def _alike(one: list[Row], other: list[Row]) -> bool:
    """Whether two series measured one quantity, on keys or samples of their own."""
    return [r[0] for r in one] == [r[0] for r in other] and all(
        abs(a[2] - b[2]) <= 8 * (a[3] + b[3]) for a, b in zip(one, other, strict=True)
    )
