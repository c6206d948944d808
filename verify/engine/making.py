"""The record of a claim, made in one place from the evidence of all its units."""

from __future__ import annotations

import math
import os
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from lemmata.theory.kernel.prove import Outcome, prove
from lemmata.theory.language.display import where_lines
from lemmata.theory.language.documents import described
from lemmata.theory.language.forms import Forms
from lemmata.theory.language.mutation import MOST
from lemmata.theory.language.part import Law, Role
from lemmata.verify.engine.entries import entries_at
from lemmata.verify.engine.examination import Rows, automatic_laws, in_core, judge
from lemmata.verify.engine.findings import differences, gaps_of, law_record, part_record
from lemmata.verify.engine.further import judged_laws, looked_further
from lemmata.verify.engine.profiles import Profile
from lemmata.verify.engine.records import POSITIVE, ClaimRecord, Evidence, LawRecord, PartRecord, Verdict, evidence_from
from lemmata.verify.engine.reducing import uses
from lemmata.verify.engine.scene import Scene
from lemmata.verify.engine.setting import Setting
from lemmata.verify.engine.space import Space
from lemmata.verify.engine.subject import Settings

ROOT = Path(__file__).resolve().parents[2]
LARGE = 4096  # elements of a matrix, up to which a counterexample may be larger than the one that is known
FACTOR = re.compile(r"[:.]x([0-9.]+)$")
ORDER: tuple[Verdict, ...] = (
    "refuted",
    "error",
    "vacuous",
    "insensitive",
    "undecided",
    "open",
    "corroborated",
    "certified",
    "derived",
    "proved",
)


def make_record(
    settings: Settings,
    rows: Rows,
    setting: Setting,
    profile: Profile,
    *,
    alpha: float,
    key: str,
    code: str,
    seconds: float,
    proofs: Mapping[str, Outcome] | None = None,
) -> ClaimRecord:
    """Verdicts by part and law, counterexamples, derivations and provenance; ``proofs``: what they say by part, if that is known."""
    claim = settings.claim
    proofs = proofs or {name: prove(claim, name) for name in claim.parts}
    laws = _with_worlds(settings, rows, judged_laws(settings, rows, setting))
    forms = Forms()
    records = [_law(settings, law, rows, alpha, forms) for law in laws]
    _shrink(settings, laws, records, setting, profile, alpha)
    alive = {r.name for r in records if r.role == Role.AUTOMATIC.value and r.outcome != "fails"}
    gaps, shown = gaps_of(laws, rows), differences(settings, laws, alive, forms)
    stated = {law.name: law for law in laws}
    for record in records:
        record.difference, record.difference_latex = shown.get(record.name, ("", ""))
    broken = _broken_reductions(rows)
    parts = [
        part_record(settings, name, part, records, stated, gaps, proofs[name], profile.index)
        for name, part in claim.parts.items()
    ]
    dull = [part.name for part in parts if part.verdict == "insensitive"]
    if dull and setting.automatic < MOST and (more := looked_further(settings, rows, setting, dull, alpha)) is not None:
        return make_record(settings, more, setting, profile, alpha=alpha, key=key, code=code, seconds=seconds, proofs=proofs)
    _by_proof(parts, records, gaps)
    for part in parts:
        _without_reduction(settings, part, records, broken)
    verdict = min((part.verdict for part in parts), key=ORDER.index)
    kept = [r for r in records if r.role not in (Role.AUTOMATIC.value,)]
    expected = all(part.verdict in (*POSITIVE, "open") for part in parts) and all(
        r.as_expected for r in kept if r.role not in (Role.WORLD.value,) and not r.open
    )
    printed = next((part.printed for part in claim.parts.values() if part.printed is not None), None)
    as_printed = next((r for r in records if r.role == Role.PRINT.value), None)
    return ClaimRecord(
        id=claim.id,
        kind=claim.kind,
        title=claim.title,
        verdict=verdict,
        as_expected=expected,
        seconds=seconds,
        laws=kept,
        profile=profile.name,
        seed=setting.root,
        device=setting.device,
        key=key,
        code=code,
        rng=setting.rng,
        simulations=sum(row["simulations"] for row in rows),
        statement=records[0].statement,
        printed=as_printed.statement if as_printed else "",
        erratum={
            "fault": printed.erratum.fault,
            "text": printed.erratum.text,
            "part": f"truth:{as_printed.part}" if len(parts) > 1 and as_printed else "truth",
        }
        if printed
        else None,
        source=described(claim.source),
        assumptions=[str(c) for c in claim.domain.conditions],
        definitions=where_lines(claim, "latex"),
        where=where_lines(claim, "text"),
        uses=list(claim.uses),
        automatic=_automatic(settings, setting, records, gaps),
        notes=claim.notes,
        replay=f"lemmata replay {key[:12]}",
        address=_address(settings),
        parts=parts,
    )


def _by_proof(parts: Sequence[PartRecord], records: Sequence[LawRecord], gaps: Mapping[str, str]) -> None:
    """What differs in value from an identity that is proved is false, whether or not the samples could tell."""
    proved = {part.name for part in parts if part.verdict in ("proved", "derived") and part.kind == "identity"}
    for record in records:
        wrong = record.role in (Role.MUTANT.value, Role.AUTOMATIC.value, Role.PRINT.value) and record.expected == "fails"
        apart = any(e.predicted is not None for e in record.evidence) and gaps.get(record.name) != "equal"
        if wrong and record.part in proved and record.outcome in ("undecided", "holds") and apart:
            record.outcome, record.verdict, record.as_expected = "fails", "refuted", True
            record.detail = "it differs in value from what is proved"


def _broken_reductions(rows: Rows) -> dict[int, Evidence]:
    """The reductions that did not agree with what they stand in for."""
    found: dict[int, Evidence] = {}
    for row in rows:
        for name in row["evidence"]:
            if name.startswith("reduction:"):
                evidence = evidence_from(row["evidence"][name])
                if evidence.outcome != "holds":
                    found[int(name.removeprefix("reduction:"))] = evidence
    return found


def _without_reduction(
    settings: Settings, part: PartRecord, records: Sequence[LawRecord], broken: Mapping[int, Evidence]
) -> None:
    """A part that rests on a reduction which does not agree has no positive verdict."""
    own = [broken[k] for k in uses(settings, part.name) if k in broken]
    shown = (*POSITIVE, "insensitive", *(("undecided",) if any(e.outcome == "fails" for e in own) else ()))
    if not own or part.verdict not in shown or part.verdict in ("proved", "derived"):
        return
    own.sort(key=lambda e: e.outcome != "fails")
    part.verdict = "undecided" if own[0].outcome == "undecided" else "error"
    part.detail = f"its reduction does not agree with the literal term: {own[0].detail}"
    truth = next(r for r in records if r.part == part.name and r.role == Role.TRUTH.value)
    truth.verdict, truth.as_expected, truth.detail = part.verdict, False, part.detail


def _with_worlds(settings: Settings, rows: Rows, laws: list[Law]) -> list[Law]:
    """The laws, and those of the wrong worlds and reductions that the first unit judged."""
    laws = list(laws)
    truths = {law.part: law for law in laws if law.role is Role.TRUTH}
    known = {law.name for law in laws}
    alone = len(settings.claim.parts) == 1
    for name in sorted({n for row in rows for n in row["evidence"]} - known):
        if name.startswith(f"{Role.WORLD.value}:"):
            label = name.removeprefix(f"{Role.WORLD.value}:")
            part = next(iter(truths)) if alone else label.split(".")[0]
            tail = label if alone else label.removeprefix(f"{part}.")
            laws.append(replace(truths[part], role=Role.WORLD, label=tail, expected="fails", world=tail))
    return laws


def _law(settings: Settings, law: Law, rows: Rows, alpha: float, forms: Forms) -> LawRecord:
    own = [row for row in rows if law.name in row["evidence"]]
    evidence = [_of(row, law.name) for row in own]
    known = [row if "core" in row else {**row, "core": in_core(settings, row["point"])} for row in own]
    return law_record(settings, law, known, evidence, alpha, forms)


def _of(row: Mapping[str, Any], name: str) -> Evidence:
    evidence = evidence_from(row["evidence"][name])
    if row.get("remark"):
        evidence.detail = "; ".join(filter(None, (evidence.detail, row["remark"])))
    return evidence


def _shrink(
    settings: Settings, laws: Sequence[Law], records: Sequence[LawRecord], setting: Setting, profile: Profile, alpha: float
) -> None:
    """A simpler counterexample to a print or a refuted truth, where judging a point is cheap."""
    from lemmata.verify.engine.shrinking import shrink_point  # loads hypothesis

    if not settings.claim.symbols:
        return
    space = Space(settings.claim)
    for law, record in zip(laws, records, strict=True):
        if record.outcome != "fails" or law.role not in (Role.PRINT, Role.TRUTH):
            continue
        budget = profile.shrink if not settings.sampled else profile.shrink // 8 if profile.index else 0
        if not budget:
            continue
        seen: dict[str, Evidence] = {}
        most = max(LARGE, space.costs(record.counterexample)) if record.counterexample else math.inf

        def fails(point: dict[str, Any], law: Law = law, seen: dict[str, Evidence] = seen, most: float = most) -> bool:
            if space.costs(point) > most:  # it would not be simpler than the one that is known
                return False
            scene = Scene(settings, point, setting)
            evidence = judge(scene, [law], alpha)[law.name]
            evidence.point = {**point, **evidence.point, **entries_at(scene, law, evidence)}
            seen[repr(sorted(point.items()))] = evidence
            return evidence.outcome == "fails"

        point = shrink_point(settings.claim, fails, budget, salt=setting.root)
        simpler = seen.get(repr(sorted(point.items()))) if point is not None else None
        if simpler is not None:
            record.counterexample, record.statistic, record.predicted = simpler.point, simpler.statistic, simpler.predicted
            record.interval, record.detail = simpler.interval, simpler.detail


def _automatic(settings: Settings, setting: Setting, records: Sequence[LawRecord], gaps: Mapping[str, str]) -> dict[str, Any]:
    """What became of the automatic wrong versions, by name."""
    own = [r for r in records if r.role == Role.AUTOMATIC.value]
    found: dict[str, Any] = {"killed": {r.name: r.killed_at for r in own if r.outcome == "fails"}}
    for word in ("equal", "below"):
        found[word] = [r.name for r in own if r.outcome != "fails" and gaps.get(r.name) == word]
    found["unjudged"] = [r.name for r in own if r.outcome in ("vacuous", "error") and r.name not in gaps]
    found["undecided"] = [r.name for r in own if r.outcome == "undecided" and r.name not in gaps]
    rest = {*found["killed"], *found["equal"], *found["below"], *found["unjudged"], *found["undecided"]}
    found["survived"] = [r.name for r in own if r.name not in rest]
    found["differences"] = {r.name: r.difference for r in own if r.difference}
    found["unseen"] = automatic_laws(settings, setting.automatic)[1]
    if setting.automatic < MOST:
        found["most"] = setting.automatic  # beside rungs and dropped conditions: the rest is left to the full profile
    factors = [float(m.group(1)) for n in found["killed"] if (m := FACTOR.search(n))]
    found["smallest_factor"] = min(factors, default=None)
    return found


def _address(settings: Settings) -> str:
    family, slug = settings.claim.id.split(".")
    home = {ROOT / "verify" / family / f"{slug}.py", ROOT / "theory" / family / f"{slug}.py"}
    return settings.claim.id if not settings.file or Path(settings.file) in home else os.path.relpath(settings.file)
