"""What a failing law says: measured, predicted, gap, parameters, and the command to see it again.

The statement is shown in Unicode, beside what a wrong version changes and where the part was judged.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import isfinite

from lemmata.verify.engine.records import ClaimRecord, LawRecord, PartRecord


def failure(record: ClaimRecord, law: LawRecord) -> str:
    """The message of a law that did not meet its expectation."""
    lines = [
        f"{record.id} {law.name}: expected to {'hold' if law.expected == 'holds' else 'fail'}, {_outcome(law)}",
        f"  statement  {law.text or law.statement}",
        *_of_the_part(record, law),
    ]
    if law.statistic is not None:
        lines.append(f"  measured   {law.statistic:.10g}")
    if law.predicted is not None:
        lines.append(f"  predicted  {law.predicted:.10g}")
    if law.interval is not None:
        lines.append(
            f"  interval   [{law.interval[0]:.10g}, {law.interval[1]:.10g}]"
            + (f" at level {law.alpha:.1e}" if law.alpha and law.how == "statistical" else "")
        )
    if law.statistic is not None and law.predicted is not None:
        lines.append(f"  gap        {law.statistic - law.predicted:+.6g}{_allowed(law)}")
    point = law.counterexample or next((e.point for e in law.evidence if e.outcome == law.outcome), {})
    if point:
        lines.append("  at         " + " ".join(f"{name}={value}" for name, value in point.items()))
    lines.append(
        f"  judged at  {law.points} point{'s' * (law.points != 1)}"
        + (f", on {law.samples} samples" if law.samples else "")
        + (f"; {law.wide} too wide to decide" if law.wide else "")
    )
    if law.detail:
        lines.append(f"  because    {law.detail}")
    values = " ".join(f"{name}={str(value).replace(', ', ',')}" for name, value in point.items())
    if law.outcome != "vacuous":
        seed = f" --seed {record.seed}" if record.seed else ""  # arrays are drawn by it
        lines.append(f"  see it     lemmata eval {record.address} {values} --law {law.name}{seed}".replace("  --law", " --law"))
    lines.append(f"  run again  lemmata verify {record.address} --profile {record.profile} --seed {record.seed}")
    return "\n".join(lines)


def _of_the_part(record: ClaimRecord, law: LawRecord) -> Iterator[str]:
    """What a law says besides: its sentence, what it changes, its scope and what that rests on."""
    part = next((p for p in record.parts if p.name == law.part), None)
    if part is None:
        return
    if part.says:
        yield f"  says       {part.says}"
    if law.difference:
        yield f"  changes    {law.difference}"
    scope = _scope(part)
    if scope:
        yield f"  scope      {scope}"
    if law.assumptions:
        yield f"  assuming   {'; '.join(law.assumptions)}"


def _scope(part: PartRecord) -> str:
    return "" if part.verdict in ("proved", "derived", "open") else part.scope_text


def _allowed(law: LawRecord) -> str:
    """How far the prediction may lie from what was measured."""
    if law.statistic is None or law.interval is None:
        return ""
    room = max(law.interval[1] - law.statistic, law.statistic - law.interval[0])
    return f", allowed {room:.2g}" if isfinite(room) else ""


def _outcome(law: LawRecord) -> str:
    printed = law.name == "as-printed" or law.name.startswith("as-printed:")
    if printed and law.expected == "fails" and law.outcome == "holds":
        return "but it holds: the erratum is not established"
    if law.expected == "fails" and law.outcome == "holds":
        return "but it survived: this check has no power against it"
    if law.verdict == "insensitive":
        return "and it holds, but what is wrong holds as well: this check is insensitive"
    if law.verdict == "error" and law.outcome != "error":
        return "but its verdict is an error"
    return {
        "fails": "but it is refuted",
        "holds": "and it holds",
        "undecided": "but the samples do not decide it",
        "vacuous": "but no admissible point was drawn",
        "error": "but it could not be judged",
    }[law.outcome]
