"""Commands that only read: the index and the store."""

from __future__ import annotations

import json as json_
from pathlib import Path
from typing import Any

from lemmata.theory.language.errors import UsageError


def list_claims(json: bool, family: str | None, kind: str | None) -> None:
    from lemmata.verify.index import index

    entries = index()
    for name, value in (("family", family), ("kind", kind)):
        known = sorted({entry[name] for entry in entries})
        if value is not None and value not in known:
            raise UsageError(f"there is no {name} {value!r}; choose one of {', '.join(known) or 'none'}")
        entries = [entry for entry in entries if value is None or entry[name] == value]
    if json:
        keys = ("id", "family", "kind", "title", "source", "erratum", "laws", "uses")
        print(json_.dumps([{key: entry[key] for key in keys} for entry in entries], indent=1))
        return
    width = max((len(entry["id"]) for entry in entries), default=0)
    for entry in entries:
        mark = "E" if entry["erratum"] else " "
        print(f"{entry['id']:<{width}}  {entry['kind']:<10} {mark} {entry['title']}")
    print(f"{len(entries)} claims; E: the print has an erratum. `lemmata show ID` tells more.")


def show(identity: str, store: Path) -> None:
    from lemmata.verify.claims import unknown
    from lemmata.verify.index import index

    entry = next((e for e in index() if e["id"] == identity), None)
    record = next((r for r in _records(store, missing_ok=True) if r.id == identity), None)
    if entry is None and record is not None:
        print(f"{record.id}  ({record.kind})\n{record.title}\n\n  statement   {record.statement}")
        _evidence(record)
        return
    if entry is None:
        raise UsageError(unknown(identity))
    source = entry["source"]
    print(f"{entry['id']}  ({entry['kind']})\n{entry['title']}\n")
    print(f"  statement   {entry['statement']}")
    for name, text in entry["also"].items():
        print(f"  and {name:<8}{text}")
    if entry["printed"]:
        print(f"  printed     {entry['printed']}\n  erratum     {entry['fault']}: {entry['erratum']}")
    print(f"  source      {source['heading']} ({source['document']}" + (f", {source['paper']})" if source["paper"] else ")"))
    print(f"  parameters  {', '.join(entry['parameters']) or 'none'}")
    if entry["uses"]:
        print(f"  uses        {', '.join(entry['uses'])}")
    if entry["notes"]:
        print(f"  notes       {entry['notes']}")
    if record is None:
        print(f"\nNot verified yet: lemmata verify {identity}")
    else:
        _evidence(record)


def _evidence(record: Any) -> None:
    print(
        f"\n  {record.verdict} ({record.profile} profile, seed {record.seed}, {record.seconds:.1f} s); replay: {record.replay}"
    )
    for law in record.laws:
        print("  " + law_line(law))


def law_line(law: Any) -> str:
    """A law in one line: what was expected, what came out, how sharply."""
    mark = "ok " if law.as_expected else "BAD"
    sharp = f"resolution {law.resolution:.2g}" if law.resolution is not None and law.expected == "holds" else ""
    killed = f"by {law.killed_at} samples" if law.outcome == "fails" and law.killed_at else ""
    return f"{mark} {law.name:<28} {law.verdict:<13} {sharp or killed}".rstrip()


def errata(form: str, store: Path) -> None:
    from lemmata.verify.report.letter import FORMATS, write

    if form not in FORMATS:
        raise UsageError(f"--format {form}: choose one of {', '.join(FORMATS)}")
    found = _errata(store)
    if form != "text":
        print(write(found, form))
        return
    for item in found:
        print(f"{item['id']}  [{item['fault']}]  {item['erratum']}")
        print(f"    printed  {item['printed']}\n    correct  {item['correct']}")
        if item["counterexample"] is not None:
            print(f"    fails at {point_text(item['counterexample'])}" + _numbers(item))
        else:
            print(f"    {item['verdict'] or 'not verified yet: lemmata verify ' + item['id']}")
    print(f"{len(found)} prints with an erratum.")


def _errata(store: Path) -> list[dict[str, Any]]:
    """Every erratum of the library, with what its check found where it was verified."""
    from lemmata.verify.index import index

    records = {r.id: r for r in _records(store, missing_ok=True)}
    found = []
    for entry in (e for e in index() if e["erratum"]):
        record = records.get(entry["id"])
        law = next((law for law in record.laws if law.name == "as-printed"), None) if record else None
        found.append(
            {
                "id": entry["id"],
                "title": entry["title"],
                "source": entry["origin"],
                "fault": entry["fault"],
                "printed": entry["printed"],
                "correct": entry["correct"],
                "erratum": entry["erratum"],
                "verdict": law.verdict if law else None,
                "counterexample": law.counterexample if law else None,
                "measured": law.statistic if law else None,
                "predicted": law.predicted if law else None,
            }
        )
    return found


def _numbers(item: dict[str, Any]) -> str:
    if item["measured"] is None or item["predicted"] is None:
        return ""
    return f": measured {item['measured']:.6g}, printed value {item['predicted']:.6g}"


def point_text(point: dict[str, Any]) -> str:
    """A point as it would be typed."""
    return " ".join(f"{name}={value}" for name, value in point.items()) or "(no parameters)"


def counterexample(identity: str, store: Path) -> None:
    record = _record(identity, store)
    failing = [law for law in record.laws if law.outcome == "fails" and (law.name == "as-printed" or law.expected == "holds")]
    if not failing:
        print(
            f"{identity}: no counterexample; the truth holds and "
            + ("the print was not refuted." if record.printed else "nothing else was printed.")
        )
        return
    for law in failing:
        print(f"{identity} {law.name} fails at {point_text(law.counterexample or {})}")
        print(f"    statement {law.statement}")
        if law.statistic is not None and law.predicted is not None:
            print(f"    measured  {law.statistic:.10g}\n    predicted {law.predicted:.10g}")
        if law.detail:
            print(f"    {law.detail}")
        print(
            f"    see it    lemmata eval {record.address} {point_text(law.counterexample or {})} --law {law.name}\n"
            f"    replay    {record.replay}"
        )


def mutants(survivors: bool, store: Path) -> None:
    alive = 0
    for record in _records(store):
        for law in (law for law in record.laws if law.expected == "fails"):
            killed = law.outcome == "fails"
            alive += not killed
            if not (survivors and killed):
                print(
                    f"{record.id}#{law.name}  "
                    + (f"killed by {law.killed_at} samples" if killed else f"{law.outcome}: {law.detail}")
                )
        auto = record.automatic
        if not auto:
            continue
        for name in auto.get("survived", []):
            print(f"{record.id}#{name}  survived")
        if not survivors:
            sharp = auto.get("smallest_factor")
            print(
                f"{record.id}  automatic: {len(auto['killed'])} killed, smallest factor x{sharp or '-'}, {len(auto['equal'])} equal to the "
                f"truth, {len(auto['implied'])} implied by it, {len(auto['below'])} below the resolution, {len(auto['unseen'])} "
                f"invisible to the kind, {len(auto['survived'])} survived"
            )
    print(f"{alive} stated mutants or prints not killed.")


def report(out: Path, readme: Path | None, store: Path, against: Path | None = None) -> None:
    from lemmata.verify.report.changes import compare, read
    from lemmata.verify.report.page import write
    from lemmata.verify.report.readme import rewrite

    if out.is_dir():
        raise UsageError(f"--out {out} is a folder: name a file")
    earlier = read(against) if against is not None else None  # before the report may be written over it
    records = _records(store)
    if readme is not None:
        rewrite(readme, records)
        return
    changes = compare(earlier, records, against.name) if earlier is not None and against is not None else None
    html, twin = write(records, out, changes)
    if changes is not None:
        for change in changes.changed:
            print(f"{change.id}: {change.before} -> {change.after}" + (f" ({'; '.join(change.lines)})" if change.lines else ""))
        print(f"since {changes.old}: {changes.summary()}")
    print(f"report: {html.resolve()}\n  data: {twin.resolve()}")


def _records(store: Path, missing_ok: bool = False) -> list[Any]:
    from lemmata.verify.engine.store import Store

    if not store.exists():
        if missing_ok:
            return []
        raise UsageError(f"there is no store {store}: run `lemmata verify` first, or name one with --store")
    return list(Store(store).records())


def _record(identity: str, store: Path) -> Any:
    from lemmata.verify.claims import claim_ids, unknown

    records = {r.id: r for r in _records(store)}
    if identity not in records:
        known = identity in claim_ids()
        raise UsageError(f"{identity} is not verified yet: lemmata verify {identity}" if known else unknown(identity))
    return records[identity]
