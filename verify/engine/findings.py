"""From evidence to verdicts, part by part: what was checked, on which points, at which resolution, and nothing more."""

from __future__ import annotations

import math
import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any

from lemmata.theory.kernel.prove import Outcome as Proof
from lemmata.theory.language.difference import alike, difference
from lemmata.theory.language.display import statement_latex, statement_text
from lemmata.theory.language.forms import Forms
from lemmata.theory.language.part import Law, Part, Role
from lemmata.verify.engine.leaning import BROKEN, NOT_FAR, core_of, disputed, excess, leans, place, undecided_in_core
from lemmata.verify.engine.records import POSITIVE, Evidence, LawRecord, PartRecord, Verdict
from lemmata.verify.engine.scope import narrower, scope_of, speaks_of
from lemmata.verify.engine.stats.endless import NO_MEAN
from lemmata.verify.engine.steps import steps
from lemmata.verify.engine.subject import Settings

LEAST = 3  # drawn points at which a law's conditions hold, below which it is vacuous
SHARE = 0.25  # of the core's points of a sampled law that may stay undecided; they narrow the scope
AUTOMATIC_DIE = 0.9
LOOSE = 0.5
CAPS = {"limit": 0.1, "optimality": 0.1}  # of an identity the values at the points tell
STRENGTH = {"exact": 3, "ball": 2, "float": 1, "statistical": 0}
ONE_SIDED = ("inequality", "within", "guarantee", "order")


def law_record(
    settings: Settings,
    law: Law,
    rows: Sequence[Mapping[str, Any]],
    evidence: Sequence[Evidence],
    alpha: float,
    forms: Forms | None = None,
) -> LawRecord:
    """A law after all its points; ``rows`` and ``evidence`` go together; ``forms``: in which the claim's laws are shown."""
    judged = [(r, e) for r, e in zip(rows, evidence, strict=True) if e.outcome != "vacuous"]
    outcome, why = _outcome(settings, law, judged, len(rows))
    chosen = [e for _, e in judged if e.outcome == outcome] or [e for _, e in judged]
    worst = max(chosen, key=lambda e: e.size, default=None)
    how = min((e.how for _, e in judged if e.outcome == outcome), key=lambda h: STRENGTH.get(h, 0), default="")
    record = LawRecord(
        name=law.name,
        kind=law.kind,
        expected=law.expected,
        outcome=outcome,  # type: ignore[arg-type]
        verdict=_plain_verdict(settings, law, outcome, how, judged),
        as_expected=outcome == law.expected or law.role is Role.WORLD,  # of the wrong worlds one has to fail
        statement="" if law.role is Role.AUTOMATIC else statement_latex(_shown(law), forms),
        text="" if law.role is Role.AUTOMATIC else statement_text(_shown(law), forms),
        points=len(judged),
        resolution=_resolution(law, [e for _, e in judged if e.outcome in ("holds", "undecided")]),
        samples=sum(e.samples for _, e in judged),
        wide=sum(e.outcome == "undecided" for _, e in judged),
        left_open=undecided_in_core(judged) if outcome == "holds" else "",
        how=how,
        killed_at=min((e.samples for _, e in judged if e.outcome == "fails"), default=None),
        alpha=alpha,
        evidence=[e for _, e in judged],
        part=law.part,
        role=law.role.value,
        scope=scope_of([e.point for _, e in judged if e.outcome in ("holds", "fails")]),
        assumptions=_assumptions(
            [*(e.assumption for _, e in judged if e.assumption), *_left_open(law, [e for _, e in judged])]
        ),
        open=settings.claim.parts[law.part].open,
    )
    if worst is not None:
        record.statistic, record.predicted, record.interval = worst.statistic, worst.predicted, worst.interval
        record.detail, record.stated = why or worst.detail, worst.stated
        if outcome == "fails":
            record.counterexample = worst.point
    else:
        record.detail = why or next((e.detail for e in evidence), "no point was judged")
    return record


def _shown(law: Law) -> Law:
    """A wrong world is one of the true statement."""
    return law if law.role is not Role.WORLD else replace(law, role=Role.TRUTH, world=None)


def _outcome(
    settings: Settings, law: Law, judged: Sequence[tuple[Mapping[str, Any], Evidence]], places: int
) -> tuple[str, str]:
    if not judged:
        return "vacuous", ""
    outcomes = [e.outcome for _, e in judged]
    core = core_of(judged)
    if "fails" in outcomes:
        return "fails", ""
    if law.expected == "fails":
        return (
            "error"
            if set(outcomes) == {"error"}
            else "undecided"
            if "undecided" in outcomes or "error" in outcomes
            else "holds"
        ), ""
    broken = [e for e in core if e.outcome == "error"]
    if broken:
        return "error", broken[0].detail
    ratio, looks = max(((excess(law, e), e) for _, e in judged), key=lambda found: found[0])
    if ratio > BROKEN:
        return "undecided", f"at {place(looks)} left/right comes to {ratio:.3g}, which nothing confirms or refutes"
    against = next((e for _, e in judged if disputed(law, e)), None)
    if against is not None:
        return "undecided", f"at {place(against)} the two sides differ by more than rounding, which nothing confirms or refutes"
    drawn = places if settings.depends[law.part] is not None else math.inf  # a core may hold the part's numbers fast
    if law.role is Role.TRUTH and len(judged) < min(LEAST, _domain_size(settings, law.part), drawn):
        return (
            "vacuous",
            f"its conditions hold at {len(judged)} of the points drawn, fewer than {LEAST}: narrow the core or give examples",
        )
    open_ = [e for e in core if e.outcome == "undecided"]
    endless = next((e for e in open_ if e.detail.startswith(NO_MEAN)), None)
    if endless is not None:
        return "undecided", f"{endless.detail} (at {place(endless)})"
    leaning = next((e for e in open_ if leans(law, e)), None)
    if leaning is not None:
        return "undecided", f"at {place(leaning)} the samples lean against it: raise the replicates"
    allowed = SHARE * len(core) if any(e.how == "statistical" for e in core) else 0
    if len(open_) > allowed:
        said, where = open_[0].detail or "the samples do not suffice: raise the replicates", place(open_[0])
        share = f"undecided at {len(open_)} of {len(core)} points of the core"
        return "undecided", f"{said} (at {where}; {share})" if where else said
    uncovered = _uncovered(settings, law, judged)
    if uncovered:
        return "undecided", f"nothing was decided for {uncovered}: raise replicates"
    return "holds", ""


def _domain_size(settings: Settings, part: str) -> float:
    """How many points the domain of a part has, where it is finite and made of integers."""
    total = 1.0
    claim, names = settings.claim, settings.depends[part]
    if names is None:
        return math.inf
    for symbol in claim.symbols:
        if symbol.name not in names:
            continue
        span = claim.domain.span(symbol, [], core=False)
        if not symbol.is_integer or not (
            span.low.is_finite and span.high.is_finite and span.low.is_number and span.high.is_number
        ):
            return math.inf
        total *= int(span.high) - int(span.low) + 1
    return total


def _uncovered(settings: Settings, law: Law, judged: Sequence[tuple[Mapping[str, Any], Evidence]]) -> str:
    """An option (a style, a function) of what the law speaks of at which it was judged but never decided."""
    about = speaks_of(settings, law)
    seen: dict[tuple[str, str], bool] = {}
    for row, evidence in judged:
        for name, value in row["point"].items():
            if isinstance(value, str) and name in about:
                seen[name, value] = seen.get((name, value), False) or evidence.outcome == "holds"
    return next((f"{name} = {value}" for (name, value), done in sorted(seen.items()) if not done), "")


def _plain_verdict(settings: Settings, law: Law, outcome: str, how: str, judged: Sequence[Any]) -> Verdict:
    if outcome == "holds":
        names = settings.depends[law.part]
        points = {repr(sorted((k, v) for k, v in e.point.items() if names is None or k in names)) for _, e in judged}
        whole = len(points) >= _domain_size(settings, law.part)
        if whole and how == "exact":
            return "certified"
        return "certified" if whole and how == "ball" and law.kind != "identity" else "corroborated"
    return "refuted" if outcome == "fails" else outcome  # type: ignore[return-value]


SUPPORTED = re.compile(r"for every law of kurtosis ≤ ([0-9.e+]+)")


def _assumptions(texts: Sequence[str]) -> list[str]:
    """What the judgements rest on, each once; of several supported kurtoses the smallest, for that is what all of them say."""
    pieces = list(dict.fromkeys(piece for text in texts for piece in text.split("; ")))
    supported = [float(m.group(1)) for p in pieces if (m := SUPPORTED.fullmatch(p))]
    rest = sorted(p for p in pieces if not SUPPORTED.fullmatch(p))
    return rest + ([f"for every law of kurtosis ≤ {min(supported):.6g}"] if supported else [])


def _resolution(law: Law, holding: Sequence[Evidence]) -> float | None:
    if law.kind in ("inequality", "within"):  # how nearly it is attained; what is left open above 1 attains nothing
        ratios = [(e.outcome, e.resolution) for e in holding if e.resolution is not None]
        return max((min(r, 1.0) for outcome, r in ratios if outcome == "holds" or r <= 1), default=None)
    return max((e.resolution for e in holding if e.resolution is not None and e.outcome == "holds"), default=None)


def _left_open(law: Law, judged: Sequence[Evidence]) -> list[str]:
    """What a law leaves open outside the core: points at which a bound looks broken, and nothing confirms it, or a ladder contradicts it."""
    if far := sum(e.detail == NOT_FAR for e in judged):
        return [f"contradicted at {far} of {len(judged)} points outside the core, for which the ladder is not declared"]
    over = [ratio for e in judged if (ratio := excess(law, e))]
    return [f"left open at {len(over)} of {len(judged)} points, where left/right comes to {max(over):.3g}"] if over else []


def _decided(law: LawRecord) -> list[Mapping[str, Any]]:
    """The points at which something was decided."""
    return [e.point for e in law.evidence if e.outcome in ("holds", "fails")]


def part_record(
    settings: Settings,
    name: str,
    part: Part,
    laws: Sequence[LawRecord],
    stated: Mapping[str, Law],
    gaps: Mapping[str, str],
    proof: Proof,
    profile: int = 0,
) -> PartRecord:
    """The verdict of a part: what its truth came to, and whether its wrong versions and worlds were told from it."""
    own = [law for law in laws if law.part == name]
    facts = steps(proof) if proof.status in ("proved", "derived") else []
    truth = next(law for law in own if law.role == Role.TRUTH.value)
    group = _group(own, gaps)
    about = speaks_of(settings, stated[truth.name])
    verdict, detail = truth.verdict, truth.detail
    if proof.status == "failed" and verdict != "refuted":
        seen = f"without it the part is {verdict}" + (f" ({detail})" if detail and verdict not in POSITIVE else "")
        verdict, detail = "error", f"{REFUSED}, because {proof.message}; the examination goes on: {seen}"
    elif proof.status in ("proved", "derived") and verdict in (*POSITIVE, "undecided", "vacuous"):
        verdict, detail = proof.status, ""
    elif proof.status in ("proved", "derived") and verdict == "refuted":
        verdict, detail = "error", "it is proved and refuted: the experiment or the kernel is wrong"
    if verdict in POSITIVE and group["insensitive"] and proof.status not in ("proved", "derived"):
        verdict, detail = "insensitive", group["insensitive"]
    if part.open:
        verdict, detail = "open", part.open
    truth.verdict = verdict
    truth.as_expected = verdict in POSITIVE or verdict == "open"
    if verdict in ("error", "insensitive"):
        truth.detail = detail
    return PartRecord(
        name=name,
        says=part.says,
        kind=truth.kind,
        verdict=verdict,
        statement=truth.statement,
        text=truth.text,
        conditions=[str(c) for c in part.when],
        scope=(scope := {k: v for k, v in truth.scope.items() if k in about}),
        scope_text=narrower(settings, scope, getattr(part.statement, "ladder", None), profile, part.when, _decided(truth))
        if verdict not in ("proved", "derived")
        else "",
        assumptions=truth.assumptions,
        resolution=truth.resolution,
        sharpness=_sharpness(truth),
        cited=list(proof.cited),
        open=part.open,
        group={k: v for k, v in group.items() if k != "insensitive"},
        facts=facts,
        detail=detail,
        erratum={"fault": part.printed.erratum.fault, "text": part.printed.erratum.text} if part.printed else {},
    )


REFUSED = "the proof was refused"


def _sharpness(truth: LawRecord) -> str:
    """Of a bound: how nearly it is attained; one that is never approached within a factor 2 is loose."""
    if truth.kind not in ("inequality", "within") or truth.resolution is None:
        return ""
    return f"attained up to {truth.resolution:.3g}" + (" (loose)" if truth.resolution < LOOSE else "")


def _group(own: Sequence[LawRecord], gaps: Mapping[str, str]) -> dict[str, Any]:
    """What became of the wrong versions: killed, equal to the truth, below the resolution, surviving; and of the worlds."""
    found: dict[str, Any] = {
        "killed": [],
        "equal": [],
        "below": [],
        "survived": [],
        "named_survived": [],
        "stronger": [],
        "malformed": [],
        "unjudged": [],
    }
    for law in own:
        if law.role not in (Role.MUTANT.value, Role.AUTOMATIC.value):
            continue
        if law.outcome == "fails":
            found["killed"].append(law.name)
        elif gaps.get(law.name) in ("equal", "below"):
            found[gaps[law.name]].append(law.name)
        elif law.outcome == "vacuous":
            continue
        elif law.outcome == "error":  # a root of a negative number, a path that runs away; or a flow that is too stiff
            found["malformed" if any(e.valueless for e in law.evidence) else "unjudged"].append(law.name)
        elif law.kind in ONE_SIDED and law.role == Role.AUTOMATIC.value:
            found["stronger"].append(law.name)  # a sharper bound that no point contradicts: loose, and no fault of the check
        else:
            found["survived"].append(law.name)
        if law.role == Role.MUTANT.value and law.outcome not in ("fails", "error"):
            found["named_survived"].append(law.name)
    worlds = [law for law in own if law.role == Role.WORLD.value and law.outcome not in ("vacuous", "error")]
    found["worlds_seen"] = [law.name for law in worlds if law.outcome == "fails"]
    found["worlds_unseen"] = [law.name for law in worlds if law.outcome != "fails"]
    found["worlds_open"] = [law.name for law in worlds if law.outcome not in ("fails", "holds")]
    # a one-sided bound may hold in every world: then its hypotheses are a finding, not a fault of the check
    drawn = any(law.how == "statistical" and law.kind not in ONE_SIDED for law in worlds)
    found["insensitive"] = _insensitive(found, drawn)
    return found


def _insensitive(group: Mapping[str, Any], worlds: bool) -> str:
    judged = (*group["killed"], *group["survived"], *group["unjudged"])  # what could not be evaluated was not told apart
    automatic = [n for n in judged if n.startswith(Role.AUTOMATIC.value)]
    dead = [n for n in automatic if n in set(group["killed"])]
    if group["named_survived"]:
        return f"the wrong version {group['named_survived'][0]} is not told from the truth"
    if named := [n for n in group["unjudged"] if not n.startswith(Role.AUTOMATIC.value)]:
        return f"the wrong version {named[0]} could not be evaluated, so it is not told from the truth"
    # a statement that says the same with two terms exchanged is symmetric in them
    equal = [name for name in group["equal"] if not re.search("[:.]swap_", name)]
    if equal:
        return f"{equal[0]} has the values of the truth at every judged point: a part of the formula was never exercised"
    if len(group["malformed"]) > len(group["killed"]):
        return f"{group['malformed'][0]} has no value, like most of its wrong versions"
    if group["stronger"] and not group["killed"]:
        return "no point tells it from any sharper bound"
    if automatic and len(dead) < AUTOMATIC_DIE * len(automatic):
        alive = f"{len(automatic) - len(dead)} of {len(automatic)} automatic wrong versions"
        errors = sum(n.startswith(Role.AUTOMATIC.value) for n in group["unjudged"])
        return f"{alive} pass as well" if not errors else f"{alive} pass as well or could not be evaluated ({errors} of them)"
    if worlds and not group["worlds_seen"]:  # of what is drawn; an arbitrary term may have more structure than is needed
        return "the statement passes in every wrong world as well"
    return ""


def gaps_of(laws: Sequence[Law], rows: Sequence[Mapping[str, Any]]) -> dict[str, str]:
    """Wrong versions whose predictions equal the truth's at every judged point, or differ by less than the resolution."""
    truths = {law.part: law.name for law in laws if law.role is Role.TRUTH}
    found: dict[str, str] = {}
    for law in laws:
        if law.role not in (Role.MUTANT, Role.AUTOMATIC):
            continue
        if _within_cap(law):
            found[law.name] = "below"
            continue
        distances: list[tuple[float, float]] = []
        for row in rows:
            mine, true = row["evidence"].get(law.name), row["evidence"].get(truths[law.part])
            if not mine or not true or mine["predicted"] is None or true["predicted"] is None or mine["outcome"] == "vacuous":
                continue
            gap = abs(mine["predicted"] - true["predicted"]) + abs(_moved(mine, true))
            size = max(abs(true["predicted"]), abs(true["statistic"] or 0.0), 1e-300)
            low, high = true.get("interval") or (0.0, 0.0)
            width = (
                (high - low) / 2 if low is not None and high is not None else 0.0
            )  # where the scale is not that of the sides
            # of matrices other entries may be the worst ones, so a factor tells more than the difference of what was compared
            sharp = max(true["resolution"] or 0.0, width / size) if true["outcome"] != "undecided" else math.inf
            if mine["outcome"] == "holds" and mine["how"] != "statistical":  # it has the value of the truth up to the tolerance
                sharp = max(sharp, gap / size)
            distances.append((min(gap / size, _factor(law)), sharp))
        if distances and all(gap == 0 for gap, _ in distances) and law.kind in ("identity", "inequality"):
            found[law.name] = "equal"
        elif law.kind == "identity" and all(gap <= 2 * sharp for gap, sharp in distances):
            if any(sharp < math.inf for _, sharp in distances):  # what is undecided everywhere resolves nothing
                found[law.name] = "below"
    return found


def _within_cap(law: Law) -> bool:
    """Whether an automatic version is off by no more than what its kind has to resolve."""
    moved = re.fullmatch(r"(x|off)([0-9.]+)", law.label)
    if law.role is not Role.AUTOMATIC or moved is None or law.kind not in CAPS:
        return False
    factor = float(moved.group(2))
    return abs(factor - 1 if moved.group(1) == "x" else factor) <= CAPS[law.kind] + 1e-9


def _factor(law: Law) -> float:
    """How far an automatic version is from the truth, where it is a multiple of it."""
    found = re.fullmatch(r"x([0-9.]+)", law.label) if law.role is Role.AUTOMATIC else None
    return math.inf if found is None else abs(float(found.group(1)) - 1)


def _moved(mine: Mapping[str, Any], true: Mapping[str, Any]) -> float:
    """How far apart what was measured for the two is: they may differ on the left side."""
    a, b = mine["statistic"], true["statistic"]
    return 0.0 if a is None or b is None else float(a - b)


def differences(
    settings: Settings, laws: Sequence[Law], alive: Collection[str] = (), forms: Forms | None = None
) -> dict[str, tuple[str, str]]:
    """Prints, named wrong versions and those automatic ones that are alive by their difference from the truth: as text and in LaTeX."""
    truths = {law.part: law for law in laws if law.role is Role.TRUTH}
    return {
        law.name: difference(truths[law.part], law, forms)
        for law in laws
        if (law.role in (Role.PRINT, Role.MUTANT) or law.name in alive) and not alike(truths[law.part], law)
    }
