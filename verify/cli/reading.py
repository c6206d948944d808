"""Commands that read the store: errata, counterexamples, what became of the wrong versions."""

from __future__ import annotations

import shlex
from collections import Counter
from collections.abc import Collection, Sequence
from pathlib import Path
from typing import Any

from lemmata.theory.language.errors import UsageError
from lemmata.verify.cli.options import STORE
from lemmata.verify.engine.records import POSITIVE


def law_line(law: Any) -> str:
    """A law in one line: what was expected, what came out, how sharply."""
    mark = "ok " if law.as_expected else "BAD"
    sharp = f"resolution {law.resolution:.2g}" if law.resolution is not None and law.expected == "holds" else ""
    killed = f"by {law.killed_at} samples" if law.outcome == "fails" and law.killed_at else ""
    return f"{mark} {law.name:<28} {law.verdict:<13} {sharp or killed}".rstrip()


def errata(names: Sequence[str], form: str, store: Path) -> None:
    from lemmata.verify.report.letter import FORMATS, write

    if form not in FORMATS:
        raise UsageError(f"--format {form}: choose one of {', '.join(FORMATS)}")
    found = _errata(names, store)
    if form != "text":
        print(write(found, form))
        return
    for item in found:
        print(f"{item['id']}{item['place']}  [{item['fault']}]  {item['erratum']}")
        print(
            f"    printed  {item.get('printed_text') or item['printed']}\n    correct  {item.get('correct_text') or item['correct']}"
        )
        if item["counterexample"] is not None:
            print(f"    fails at {point_text(item['counterexample'])}" + _numbers(item))
        else:
            print(f"    {item['verdict'] or 'not verified yet: lemmata verify ' + item['address']}")
    print(f"{len(found)} prints with an erratum.")


def _errata(names: Sequence[str], store: Path) -> list[dict[str, Any]]:
    """Every erratum of the library, or of the claims and files that are named, with what its check found."""
    from lemmata.verify.cli.named import entries, is_file
    from lemmata.verify.index import headings, index

    chosen = {e["id"]: (e, name) for name in names if is_file(name) for e in entries(name)}
    if len(chosen) < len(names) or not names:
        from lemmata.verify.claims import expand

        wanted = set(expand([name for name in names if not is_file(name)]))
        wanted &= {e["id"] for e in headings() if any(law["name"].startswith("as-printed") for law in e["laws"])}
        chosen.update({e["id"]: (e, e["id"]) for e in index(wanted)})
    records = {r.id: r for r in records_of(store, missing_ok=True)}
    found = []
    for entry, address in chosen.values():
        for printed in _prints(entry):
            record = records.get(entry["id"])
            law = next((law for law in record.laws if law.name == printed["law"]), None) if record else None
            found.append(
                {
                    "id": entry["id"],
                    "title": entry["title"],
                    "source": entry["origin"],
                    **printed,
                    "address": address,
                    "verdict": law.verdict if law else None,
                    "counterexample": law.counterexample if law else None,
                    "measured": law.statistic if law else None,
                    "predicted": law.predicted if law else None,
                }
            )
    return found


def _prints(entry: dict[str, Any]) -> list[dict[str, Any]]:
    """The prints of a claim that are at fault, part by part."""
    several = len(entry["parts"]) > 1
    return [
        {
            "fault": part["fault"],
            "erratum": part["erratum"],
            "printed": version["latex"],
            "correct": part["latex"],
            "printed_text": version["text"],
            "correct_text": part["text"],
            "law": version["name"],
            "place": f" ({part['name']})" if several else "",
        }
        for part in entry["parts"]
        for version in part["versions"]
        if version["role"] == "as-printed"
    ]


def _numbers(item: dict[str, Any]) -> str:
    if item["measured"] is None or item["predicted"] is None:
        return ""
    return f": measured {item['measured']:.6g}, printed value {item['predicted']:.6g}"


def point_text(point: dict[str, Any]) -> str:
    """A point as it would be typed, entries of arrays cut to six digits."""
    return " ".join(f"{name}={_short(value)}" for name, value in point.items()) or "(no parameters)"


def _short(value: Any) -> str:
    if isinstance(value, list | tuple):
        return f"[{', '.join(f'{x:.6g}' if isinstance(x, float) else _short(x) for x in value)}]"
    return str(value)


def typed(point: dict[str, Any]) -> str:
    """A point as words of a command line."""
    return " ".join(shlex.quote(f"{name}={_plain(value)}") for name, value in point.items())


def _plain(value: Any) -> str:
    if not isinstance(value, list | tuple):
        return str(value)
    return (
        str([list(row) for row in value]).replace(" ", "") if isinstance(value[0], list | tuple) else ",".join(map(str, value))
    )


def seen_by(record: Any, law: Any) -> str:
    """The command that shows a counterexample: at its point and its entries, and under its seed, by which larger arrays are drawn."""
    seed = f" --seed {record.seed}" if record.seed else ""
    return f"lemmata eval {shlex.quote(record.address)} {typed(law.counterexample or {})} --law {law.name}{seed}"


def counterexample(name: str, store: Path) -> None:
    from lemmata.verify.cli.named import one
    from lemmata.verify.cli.replaying import command

    identity = one(name, "counterexample")
    record = _record(identity, store, name)
    failing = [
        law for law in record.laws if law.outcome == "fails" and (law.name.startswith("as-printed") or law.expected == "holds")
    ]
    if not failing:
        held = not record.parts or all(part.verdict in POSITIVE for part in record.parts)
        print(
            f"{identity}: no counterexample; "
            + ("the truth holds and " if held else f"the truth is {record.verdict}, and ")
            + ("the print was not refuted." if record.printed else "nothing else was printed.")
        )
        return
    for law in failing:
        print(f"{identity} {law.name} fails at {point_text(law.counterexample or {})}")
        print(f"    statement {law.text or law.statement}")
        if law.difference:
            print(f"    differs   {law.difference}")
        if law.statistic is not None and law.predicted is not None:
            print(f"    measured  {law.statistic:.10g}\n    predicted {law.predicted:.10g}")
        if law.detail:
            print(f"    {law.detail}")
        print(f"    see it    {seen_by(record, law)}\n    replay    {command(record)}")


def mutants(names: Sequence[str], survivors: bool, store: Path) -> None:
    from lemmata.verify.claims import expand
    from lemmata.verify.cli.named import ids, is_file
    from lemmata.verify.report.fates import FATES, brief, fates, sentence, tally

    every: Counter[str] = Counter()
    wanted = [i for name in names for i in (ids(name) if is_file(name) else _known(name, store) or expand([name]))]
    alive, records = 0, records_of(store, claims=wanted or None)
    old = superseded(wanted or None, store)
    if names and not records:
        raise UsageError(
            old or f"no record of {', '.join(names)}: run `lemmata verify {' '.join(map(shlex.quote, names))}` first"
        )
    for record in records:
        for law in (law for law in record.laws if law.expected == "fails" and law.role != "world"):
            killed = law.outcome == "fails"
            alive += not killed
            if not (survivors and killed):
                shown = f"   {law.difference}" if law.difference else ""
                print(
                    f"{record.id}#{law.name}  "
                    + (
                        f"killed by {law.killed_at} samples"
                        if killed and law.killed_at
                        else "killed"
                        if killed
                        else f"{law.outcome}: {law.detail}"
                    )
                    + shown
                )
        auto = record.automatic
        if not auto:
            continue
        found = fates(record)
        for name in (name for name, fate in found.items() if fate == "survived"):
            print(f"{record.id}#{name}  survived")
        if not survivors:
            counted = tally([record])
            every.update(counted)
            sharp = auto.get("smallest_factor")
            print(f"{record.id}  automatic: {sentence(counted)}; smallest factor x{sharp or '-'}")
    for fate, amount in every.items():
        print(f"{amount:7} {brief(fate)}: {FATES[fate][1]}")
    print(f"{alive} stated mutants or prints not killed." + (f"\n{old}" if old else ""))


def _known(name: str, store: Path) -> list[str]:
    """The name itself, if the store has a record of that id."""
    return [r.id for r in records_of(store, claims=[name])]


def records_of(store: Path, missing_ok: bool = False, claims: Collection[str] | None = None) -> list[Any]:
    from lemmata.verify.engine.store import Store

    if not store.exists():
        if missing_ok and store == Path(STORE):  # one that was named is missed
            return []
        raise UsageError(f"there is no store {store}: run `lemmata verify` first, or name one with --store")
    return list(Store(store).records(claims))


def superseded(claims: Collection[str] | None, store: Path) -> str:
    """A sentence on claims (all, if None) that were verified, but not as their code is now; nothing if there are none."""
    from lemmata.verify.engine.store import Store

    found = Store(store).superseded(claims) if store.exists() else []
    if not found:
        return ""
    what = ", ".join(found[:5]) + (f" and {len(found) - 5} more" if len(found) > 5 else "")
    return f"{what}: verified, but the code has changed since; verify again to see what holds now"


def _record(identity: str, store: Path, name: str = "") -> Any:
    from lemmata.verify.claims import claim_ids, unknown

    records = {r.id: r for r in records_of(store, claims=[identity])}
    if identity not in records:
        if old := superseded([identity], store):
            raise UsageError(old)
        known = identity in claim_ids() or name != identity
        raise UsageError(f"{identity} is not verified yet: lemmata verify {name or identity}" if known else unknown(identity))
    return records[identity]
