"""`lemmata list` and `lemmata show`: what a claim states, without running it; statements in Unicode, or in LaTeX on demand."""

from __future__ import annotations

import json as json_
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from lemmata.theory.language.errors import UsageError
from lemmata.verify.cli.named import entries, is_file

KEYS = ("id", "family", "kind", "title", "source", "erratum", "laws", "uses")


def list_claims(names: Sequence[str], json: bool, family: str | None, kind: str | None) -> None:
    """The claims of the library, or of the ids, families and files that are named."""
    found = _named(names)
    for name, value in (("family", family), ("kind", kind)):
        known = sorted({entry[name] for entry in found})
        if value is not None and value not in known:
            raise UsageError(f"there is no {name} {value!r}; choose one of {', '.join(known) or 'none'}")
        found = [entry for entry in found if value is None or entry[name] == value]
    if json:
        print(json_.dumps([{key: entry[key] for key in KEYS} for entry in found], indent=1))
        return
    width = max((len(entry["id"]) for entry in found), default=0)
    for entry in found:
        mark = "E" if entry["erratum"] else " "
        print(f"{entry['id']:<{width}}  {entry['kind']:<10} {mark} {entry['title']}")
    print(f"{len(found)} claims; E: the print has an erratum. `lemmata show ID` tells more.")


def _named(names: Sequence[str]) -> list[dict[str, Any]]:
    from lemmata.verify.index import headings

    if not names:
        return headings()
    from lemmata.verify.claims import unknown

    found: dict[str, dict[str, Any]] = {}
    for name in names:
        chosen = entries(name) if is_file(name) else [e for e in headings() if name in (e["id"], e["family"])]
        if not chosen:
            raise UsageError(unknown(name))
        found.update({entry["id"]: entry for entry in chosen})
    return list(found.values())


def show(name: str, store: Path, latex: bool) -> None:
    """A claim by id, those of a family as a list, those of a file in full; with the evidence of the last verification."""
    from lemmata.verify.claims import claim_ids, load_claim, unknown
    from lemmata.verify.cli.reading import records_of, superseded
    from lemmata.verify.index import headings, index

    if is_file(name):
        for place, own in enumerate(entries(name)):
            print("\n" * bool(place), end="")
            _claim(own, next(iter(records_of(store, missing_ok=True, claims=[own["id"]])), None), store, latex, name)
        return
    entry = next(iter(index([name])), None)
    record = next(iter(records_of(store, missing_ok=True, claims=[name])), None)
    if entry is None and record is not None:
        statement = record.statement if latex or not record.parts else record.parts[0].text
        print(f"{record.id}  ({record.kind})\n{record.title}\n\n  statement   {statement}")
        _evidence(record)
        return
    if entry is None and any(e["family"] == name for e in headings()):
        list_claims([name], False, None, None)
        return
    if entry is None:
        if name in claim_ids():
            load_claim(name)  # says why it cannot be read
        raise UsageError(superseded([name], store) or unknown(name))
    _claim(entry, record, store, latex, name)


def _claim(entry: dict[str, Any], record: Any, store: Path, latex: bool, name: str) -> None:
    from lemmata.verify.cli.reading import superseded

    source = entry["source"]
    print(f"{entry['id']}  ({entry['kind']})\n{entry['title']}\n")
    _parts(entry, latex)
    if source["document"]:
        print(
            f"  source      {source['heading']} ({source['document']}" + (f", {source['paper']})" if source["paper"] else ")")
        )
    print(f"  parameters  {', '.join(entry['parameters']) or 'none'}")
    if entry["uses"]:
        print(f"  uses        {', '.join(entry['uses'])}")
    if entry["notes"]:
        print(f"  notes       {entry['notes']}")
    if record is None:
        print(f"\n{superseded([entry['id']], store) or f'Not verified yet: lemmata verify {name}'}")
    else:
        _evidence(record)


def _parts(entry: dict[str, Any], latex: bool) -> None:
    """Every part with its print and its wrong versions by their differences, and what the symbols are."""
    form, change = ("latex", "difference_latex") if latex else ("text", "difference")
    several = len(entry["parts"]) > 1
    for part in entry["parts"]:
        if several:
            print(f"  [{part['name']}] {part['says']}")
        print(f"  statement   {part[form]}")
        if part["open"]:
            print(f"  open        {part['open']}")
        for version in part["versions"]:
            if version["role"] == "as-printed":
                reading = f" ({version['label'].replace('_', ' ')})" if version["label"] else "    "
                print(f"  printed{reading} {version[form] if version[change] else 'the statement itself'}")
        if part["erratum"]:
            print(f"  erratum     {part['fault']}: {part['erratum']}")
        wrong = [v for v in part["versions"] if v["role"] == "mutant"]
        for place, version in enumerate(wrong):
            print(f"  {'wrong' if not place else '':<12}{version['name'].removeprefix('mutant:')}: {version[change]}")
    lines = entry["where_latex"] if latex else entry["where"]
    for place, line in enumerate(lines):
        print(f"  {'where' if not place else '':<12}{line}")


def _evidence(record: Any) -> None:
    from lemmata.verify.cli.parts import part_lines
    from lemmata.verify.cli.reading import law_line
    from lemmata.verify.cli.replaying import command

    took = f"({record.profile} profile, seed {record.seed}, {record.seconds:.1f} s)"
    print(f"\n  {record.verdict} {took}; replay: {command(record)}")
    for part in record.parts:
        print("\n".join("  " + line for line in part_lines(record, part)))
    for law in record.laws:
        print("  " + law_line(law))
