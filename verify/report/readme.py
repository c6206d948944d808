"""The table of verdicts in the README, made from records: one row a family, counted by parts, and the prints found wrong."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from lemmata.theory.language.errors import UsageError
from lemmata.verify.engine.records import POSITIVE, ClaimRecord
from lemmata.verify.report.prints import Printed, prints
from lemmata.verify.report.roles import is_mutant
from lemmata.verify.report.standing import standings
from lemmata.verify.report.words import count

BEGIN, END = "<!-- verdicts: begin -->", "<!-- verdicts: end -->"


def table(records: Sequence[ClaimRecord]) -> str:
    """Families against verdicts of their parts, prints refuted, wrong versions rejected."""
    families: dict[str, list[ClaimRecord]] = {}
    for record in sorted(records, key=lambda r: r.id):
        families.setdefault(record.family, []).append(record)
    heads = ["family", "claims", "parts", *POSITIVE, "not settled", "open", "prints refuted", "mutants killed"]
    lines = ["| " + " | ".join(heads) + " |", "|---" * len(heads) + "|"]
    lines += [_row(family, members) for family, members in families.items()]
    return "\n".join([*lines, _row("**all**", list(records))])


def _row(name: str, records: Sequence[ClaimRecord]) -> str:
    verdicts: list[str] = [s.verdict for r in records for s in standings(r)]
    counts = [verdicts.count(verdict) for verdict in POSITIVE]
    waiting = verdicts.count("open")
    mutants = [law for r in records for law in r.laws if is_mutant(law)]
    killed = sum(law.outcome == "fails" for law in mutants)
    refuted = sum(p.refuted for r in records for p in prints(r))
    left = len(verdicts) - sum(counts) - waiting
    cells = [name, len(records), len(verdicts), *counts, left, waiting, refuted, f"{killed} of {len(mutants)}"]
    return "| " + " | ".join(map(str, cells)) + " |"


def errata(records: Sequence[ClaimRecord]) -> str:
    """The prints found wrong, in a sentence each."""
    return "\n".join(_line(r, p) for r, p in _prints(records) if p.refuted)


def unclear(records: Sequence[ClaimRecord]) -> str:
    """The prints that can be read in several ways, with what became of each reading."""
    return "\n".join(f"{_line(r, p)} ({_readings(p)})" for r, p in _prints(records) if p.unclear)


def _prints(records: Sequence[ClaimRecord]) -> list[tuple[ClaimRecord, Printed]]:
    return [(r, p) for r in sorted(records, key=lambda r: r.id) for p in prints(r)]


def _line(record: ClaimRecord, printed: Printed) -> str:
    part = "" if printed.alone or not printed.part else f", {printed.part}"
    return f"- `{record.id}`{part} ({printed.fault}): {printed.text}"


def _readings(printed: Printed) -> str:
    """What the check found for each reading."""
    return "; ".join(f"read as {name}: {law.outcome}" for name, law in printed.readings)


def rewrite(path: Path, records: Sequence[ClaimRecord]) -> None:
    """Replace what stands between the markers of the README."""
    text = path.read_text(encoding="utf-8")
    if BEGIN not in text or END not in text:
        raise UsageError(f"{path} has no lines {BEGIN} and {END} to write between")
    head, rest = text.split(BEGIN, 1)
    _, tail = rest.split(END, 1)
    profiles = sorted({r.profile for r in records})
    parts = sum(len(standings(r)) for r in records)
    seeds = ", ".join(map(str, sorted({r.seed for r in records})))
    lines = [f"{len(records)} claims in {count(parts, 'part')}, {' and '.join(profiles)} profile, seed {seeds}."]
    lines += [table(records), "Prints found wrong:", errata(records)]
    doubtful = unclear(records)
    lines += ["Prints that can be read in several ways:", doubtful] if doubtful else []
    body = "\n" + "\n\n".join(lines) + "\n"
    path.write_text(f"{head}{BEGIN}{body}{END}{tail}", encoding="utf-8")
