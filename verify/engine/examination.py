"""The points of a claim and the evidence of its laws; worlds, reductions and worst cases belong to the first unit."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import chain, repeat
from typing import Any

from lemmata.theory.language.errors import LemmataError
from lemmata.theory.language.kinds import (
    Existence,
    Guarantee,
    Identity,
    Inequality,
    Limit,
    Optimality,
    Order,
    Phase,
    Rate,
    Within,
)
from lemmata.theory.language.mutation import MOST, automatic
from lemmata.theory.language.part import Law, Role
from lemmata.verify.engine.entries import entries_at
from lemmata.verify.engine.given import fixed
from lemmata.verify.engine.judging.existence import judge_existence
from lemmata.verify.engine.judging.fixed import judge_identity, judge_inequality, judge_within
from lemmata.verify.engine.judging.growth import judge_growth
from lemmata.verify.engine.judging.guarantee import judge_guarantee, told_before
from lemmata.verify.engine.judging.optimality import judge_optimality
from lemmata.verify.engine.judging.phase import judge_phase
from lemmata.verify.engine.judging.quadrature import by_quadrature
from lemmata.verify.engine.judging.sampled import judge_sampled
from lemmata.verify.engine.judging.tails import everywhere, with_tails
from lemmata.verify.engine.leaning import NOT_FAR, at_its_end
from lemmata.verify.engine.records import Evidence, evidence_to
from lemmata.verify.engine.reducing import compared, reduced
from lemmata.verify.engine.scene import Scene, has_means
from lemmata.verify.engine.setting import Setting
from lemmata.verify.engine.subject import Settings
from lemmata.verify.engine.suspects import suspect_bounds
from lemmata.verify.engine.tidy import said
from lemmata.verify.engine.valueless import without_value
from lemmata.verify.engine.worlds import wrong_worlds
from lemmata.verify.engine.worst import suspect_points, worst_points

Rows = list[dict[str, Any]]
BOUNDED = (Identity, Inequality, Within, Guarantee)
QUICK = 24  # points in a unit of the quick profile: what falls at the first point of a unit is not judged at the others
CLIMBED, SAMPLED, BLOCK = 3, 4, 12  # in the other profiles, where a claim has ladders, where it samples, and where it does not


def all_laws(settings: Settings, limit: int = MOST) -> list[Law]:
    """Stated laws and automatic mutants."""
    return [*settings.claim.laws(), *automatic_laws(settings, limit)[0]]


def automatic_laws(settings: Settings, limit: int = MOST) -> tuple[list[Law], list[str]]:
    """At most so many automatic wrong versions of every part beside its rungs and dropped conditions, and the names of those
    that a kind cannot see; made once for a claim."""
    return settings.made(("automatic", limit), lambda: _automatic(settings, limit))  # type: ignore[no-any-return]


def _automatic(settings: Settings, limit: int) -> tuple[list[Law], list[str]]:
    laws: list[Law] = []
    unseen: list[str] = []
    alone = len(settings.claim.parts) == 1
    for name, part in settings.claim.parts.items():
        if not part.open:
            made, blind = automatic(name, part, alone, limit)
            laws += made
            unseen += blind
    return laws, unseen


def block(settings: Settings, profile: int) -> int:
    """How many points a unit has: in quick all of a claim, so that what fell at one is not judged at the others."""
    if settings.unit is not None:
        return settings.unit
    if not profile:
        return QUICK
    if settings.claim.procedures:
        return 1
    kinds = {type(law.statement) for law in settings.claim.laws()}
    if kinds & {Limit, Rate, Order, Phase}:
        return CLIMBED
    return SAMPLED if settings.sampled else BLOCK


def measure(settings: Settings, unit: Any, setting: Setting, alpha: float) -> Rows:
    """The evidence of a unit: one row for each point, with evidence by the name of the law."""
    laws = [law for law in all_laws(settings, setting.automatic) if not unit.laws or law.name in unit.laws]
    laws = [law for law in laws if not settings.claim.parts[law.part].open or law.role is Role.TRUTH]
    rows: Rows = []
    for point, covered in zip(unit.points, chain(unit.covered, repeat(())), strict=False):
        scene, left = Scene(settings, point, setting), alive(laws, rows, told=not setting.profile)
        fallen = {law.name for law in laws} - {law.name for law in left}
        told_before(scene, {law.part for law in laws if law.role is Role.MUTANT and law.name in fallen})
        rows.append(row(scene, [law for law in left if law.part not in covered], alpha))
    if unit.number == unit.round == 0 and unit.points:
        started, first = time.perf_counter(), Scene(settings, unit.points[0], setting)
        near = block(settings, 1)  # a claim's own examples come first
        places = unit.points[:1] if settings.claim.procedures else unit.points
        extra = {**wrong_worlds(settings, places, setting, alpha, judge, near), **compared(settings, first, alpha)}
        rows[0]["evidence"].update({name: evidence_to(e) for name, e in extra.items()})
        rows[0]["seconds"] += time.perf_counter() - started
        bounds = [law for law in laws if isinstance(law.statement, BOUNDED) and settings.depends[law.part] != frozenset()]
        direct = {law.name: everywhere(law) if _sampled(law) else law for law in bounds}
        plain = [law for law in bounds if direct[law.name] is not None]
        drawn = [law for law in bounds if direct[law.name] is None]
        worst = worst_points(settings, [made for made in direct.values() if made is not None], unit.points, setting)
        suspects = [*suspect_points(settings, drawn, setting), *suspect_bounds(settings, drawn, setting)] if drawn else []
        for chosen, found in ((plain, worst), (drawn, suspects)):
            for scene, remark in found:
                left = alive(chosen, rows, anywhere=True, told=not setting.profile)
                rows.append({**row(scene, left, alpha), "remark": remark})
    return rows


def alive(laws: Sequence[Law], rows: Rows, anywhere: bool = False, told: bool = False) -> list[Law]:
    """The laws without the wrong versions that fell at an earlier point of the unit, of the core or ``anywhere``: one counterexample is
    enough, and at points that were searched one outside the core is; ``told``: nor the prints that samples refuted on two keys."""
    past = (r["evidence"] for r in rows if anywhere or r["core"])
    fallen = {name: e.get("how") for found in past for name, e in found.items() if e.get("outcome") == "fails"}
    drawn = {name for name, how in fallen.items() if told and how == "statistical"}
    done = {Role.MUTANT: fallen, Role.AUTOMATIC: fallen, Role.PRINT: drawn}
    return [law for law in laws if law.name not in done.get(law.role, ())]


def row(scene: Scene, laws: Sequence[Law], alpha: float) -> dict[str, Any]:
    """The evidence of all laws at a scene."""
    started = time.perf_counter()
    found = judge(scene, laws, alpha)
    stated = {law.name: law for law in laws}
    for name, evidence in found.items():
        evidence.point = {**scene.point, **evidence.point, **entries_at(scene, stated[name], evidence)}
    return {
        "point": dict(scene.point),
        "core": _in_core(scene),
        "evidence": {name: evidence_to(e) for name, e in found.items()},
        "simulations": scene.simulations[0],
        "seconds": time.perf_counter() - started,
    }


def in_core(settings: Settings, point: Any) -> bool:
    """Whether a point lies in the core of the claim's domain."""
    claim = settings.claim
    if not claim.domain.in_core(point):
        return False
    known: list[Any] = []
    for symbol in claim.symbols:
        if symbol.name in point:
            try:
                low, high = claim.domain.span(symbol, [s for s in claim.symbols if s is not symbol], core=True).at(point)
            except LemmataError:
                continue
            if not low <= point[symbol.name] <= high:
                return False
        known.append(symbol)
    return True


def _in_core(scene: Scene) -> bool:
    """Whether the point and its instance lie there, found once."""
    if (found := scene.measured.get("core")) is None:
        found = scene.measured["core"] = in_core(scene.settings, scene.point) and scene.in_core
    return bool(found)


def judge(scene: Scene, laws: Sequence[Law], alpha: float) -> dict[str, Evidence]:
    """Every law judged at a scene: its conditions first, then each kind by its judge; one law's error is its own."""
    found: dict[str, Evidence] = {}
    core = _in_core(scene)
    means: list[Law] = []
    laws = [with_tails(scene, scene.settings.judged(law, lambda law: fixed(reduced(scene, law)))) for law in laws]
    for law in laws:
        part = scene.claim.parts[law.part]
        if part.open and law.role is not Role.TRUTH:
            continue
        try:
            unmet = scene.unmet(law) if not _on_ladder(law) else None
            if unmet is not None:
                found[law.name] = Evidence("vacuous", detail=f"not stated here: {_written(unmet)} does not hold")
            elif isinstance(law.statement, Identity | Inequality | Within) and _sampled(law):
                means.append(law)
            else:
                found[law.name] = _one(scene, law, alpha, core)
        except Exception as error:
            found[law.name] = without_value(error, sentence(scene, error), law)
    if means:
        found.update({law.name: by_quadrature(scene, law, e, core=core) for law, e in _judged(scene, means, alpha)})
    for law in laws:
        evidence = found.get(law.name)
        if evidence is not None and evidence.how == "statistical" and evidence.outcome == "fails" and _to_confirm(law):
            again = judge_again(scene, law, alpha)
            if again.outcome != "fails":
                again.detail = "a first suspicion was not confirmed on a fresh key" + (
                    f"; {again.detail}" if again.detail else ""
                )
                again.outcome = "undecided" if again.outcome == "holds" else again.outcome
            found[law.name] = again
    return {law.name: at_its_end(scene, law, found[law.name]) for law in laws if law.name in found}


@lru_cache(maxsize=1024)
def _written(condition: Any) -> str:
    return str(condition)


def judge_again(scene: Scene, law: Law, alpha: float) -> Evidence:
    """The same law on an independent key."""
    second = scene.but(fresh=True)
    found = (
        _means(second, [law], alpha)
        if isinstance(law.statement, Identity | Inequality | Within)
        else {law.name: _one(second, law, alpha, True)}
    )
    return found[law.name]


def _to_confirm(law: Law) -> bool:
    return law.role in (Role.TRUTH, Role.PRINT)


def _on_ladder(law: Law) -> bool:
    return isinstance(law.statement, Limit | Rate | Order)


def _sampled(law: Law) -> bool:
    return isinstance(law.statement, Guarantee) or any(has_means(f) for _, f in law.statement.expressions())


def _judged(scene: Scene, laws: Sequence[Law], alpha: float) -> list[tuple[Law, Evidence]]:
    found = _means(scene, laws, alpha)
    return [(law, found[law.name]) for law in laws]


def _means(scene: Scene, laws: Sequence[Law], alpha: float) -> dict[str, Evidence]:
    try:
        return {law.name: e for law, e in zip(laws, judge_sampled(scene, laws, alpha), strict=True)}
    except Exception as error:
        if len(laws) == 1:
            return {laws[0].name: without_value(error, sentence(scene, error), laws[0])}
        return {name: e for law in laws for name, e in _means(scene, [law], alpha).items()}


def _one(scene: Scene, law: Law, alpha: float, core: bool) -> Evidence:
    statement = law.statement
    if isinstance(statement, Identity):
        return judge_identity(scene, law, core=core)
    if isinstance(statement, Inequality):
        return judge_inequality(scene, law, core=core)
    if isinstance(statement, Within):
        return judge_within(scene, law, core=core)
    if isinstance(statement, Existence):
        return judge_existence(scene, law)
    if isinstance(statement, Optimality):
        return judge_optimality(scene, law, alpha)
    if isinstance(statement, Phase):
        return judge_phase(scene, law, alpha)
    if isinstance(statement, Guarantee):
        return judge_guarantee(scene, law, alpha)
    found = judge_growth(scene, law, alpha)
    vouched = core or getattr(statement, "finite", None) is not None or scene.settings.gives(scene.point)
    return found if vouched or found.outcome != "fails" else replace(found, outcome="undecided", detail=NOT_FAR)


def sentence(scene: Scene, error: Exception) -> str:
    """An error of any origin, with the claim's id."""
    text = said(error)
    return text if text.startswith(scene.claim.id) else f"{scene.claim.id}: {text}"
