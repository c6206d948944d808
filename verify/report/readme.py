"""The table of verdicts in the README, made from records: one row a family, counted by parts; the prints found wrong have a page of their own."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from lemmata.theory.language.errors import UsageError
from lemmata.verify.engine.records import POSITIVE, ClaimRecord
from lemmata.verify.report.fates import sentence, tally
from lemmata.verify.report.prints import prints
from lemmata.verify.report.roles import is_mutant
from lemmata.verify.report.standing import standings
from lemmata.verify.report.words import count

BEGIN, END = "<!-- verdicts: begin -->", "<!-- verdicts: end -->"


def table(records: Sequence[ClaimRecord]) -> str:
    """Families against verdicts of their parts, prints refuted, wrong versions rejected."""
    families: dict[str, list[ClaimRecord]] = {}
    for record in sorted(records, key=lambda r: r.id):
        families.setdefault(record.family, []).append(record)
    heads = ["family", "claims", "parts", *POSITIVE, "not settled", "open", "prints refuted", "named wrong versions killed"]
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


def _sampled(records: Sequence[ClaimRecord]) -> str:
    """How many of a part their profile judges, where that is not all."""
    most = sorted({r.automatic["most"] for r in records if (r.automatic or {}).get("most")})
    return f" (at most {' or '.join(map(str, most))} a part beside factors and dropped conditions)" if most else ""


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
    printed = [p for r in records for p in prints(r)]
    wrong, doubtful = sum(p.refuted for p in printed), sum(p.unclear for p in printed)
    also = f"; {doubtful} more can be read in several ways" if doubtful else ""
    lines += [
        table(records),
        f"Automatic wrong versions{_sampled(records)}: {sentence(tally(records))}.",
        f"Prints found wrong, with correction and counterexample: {wrong}, in [the errata](docs/errata.md){also}.",
    ]
    body = "\n" + "\n\n".join(lines) + "\n"
    path.write_text(f"{head}{BEGIN}{body}{END}{tail}", encoding="utf-8")
