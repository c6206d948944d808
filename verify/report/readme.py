"""The table of verdicts in the README, made from records: one row a family, and the prints found wrong."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from lemmata.theory.language.errors import UsageError
from lemmata.verify.engine.records import ClaimRecord

BEGIN, END = "<!-- verdicts: begin -->", "<!-- verdicts: end -->"


def table(records: Sequence[ClaimRecord]) -> str:
    """Families against verdicts, prints refuted, wrong versions rejected."""
    families: dict[str, list[ClaimRecord]] = {}
    for record in sorted(records, key=lambda r: r.id):
        families.setdefault(record.family, []).append(record)
    lines = [
        "| family | claims | proved | certified | corroborated | open | prints refuted | mutants killed |",
        "|---|---|---|---|---|---|---|---|",
    ]
    lines += [_row(family, members) for family, members in families.items()]
    return "\n".join([*lines, _row("**all**", list(records))])


def _row(name: str, records: Sequence[ClaimRecord]) -> str:
    counts = [sum(r.verdict == verdict for r in records) for verdict in ("proved", "certified", "corroborated")]
    mutants = [law for r in records for law in r.laws if law.name.startswith("mutant:")]
    killed = sum(law.outcome == "fails" for law in mutants)
    refuted = sum(law.name == "as-printed" and law.outcome == "fails" for r in records for law in r.laws)
    cells = [name, len(records), *counts, len(records) - sum(counts), refuted, f"{killed} of {len(mutants)}"]
    return "| " + " | ".join(map(str, cells)) + " |"


def errata(records: Sequence[ClaimRecord]) -> str:
    """The prints found wrong, in a sentence each."""
    return "\n".join(
        f"- `{r.id}` ({r.erratum['fault']}): {r.erratum['text']}"
        for r in sorted(records, key=lambda r: r.id)
        if r.erratum and any(law.name == "as-printed" and law.outcome == "fails" for law in r.laws)
    )


def rewrite(path: Path, records: Sequence[ClaimRecord]) -> None:
    """Replace what stands between the markers of the README."""
    text = path.read_text(encoding="utf-8")
    if BEGIN not in text or END not in text:
        raise UsageError(f"{path} has no lines {BEGIN} and {END} to write between")
    head, rest = text.split(BEGIN, 1)
    _, tail = rest.split(END, 1)
    profiles = sorted({r.profile for r in records})
    facts = f"{len(records)} claims, {' and '.join(profiles)} profile, seed {', '.join(map(str, sorted({r.seed for r in records})))}."
    body = f"\n{facts}\n\n{table(records)}\n\nPrints found wrong:\n\n{errata(records)}\n"
    path.write_text(f"{head}{BEGIN}{body}{END}{tail}", encoding="utf-8")
