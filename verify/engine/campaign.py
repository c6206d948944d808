"""A claim through the mill: points, units of work, and the record made of their evidence.

A unit is a claim at some of its points; it is a pure function of its content key. Points come from hypothesis and
from the experiment's own examples. The record is made in one place from all evidence, whoever measured it.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from lemmata.theory.first.claim import Claim, Law
from lemmata.theory.first.kinds import Statement
from lemmata.theory.first.mutation import mutate
from lemmata.theory.language.errors import ClaimError, LemmataError
from lemmata.verify.engine import judges
from lemmata.verify.engine.experiment import Experiment
from lemmata.verify.engine.profiles import Profile
from lemmata.verify.engine.records import Evidence, evidence_from, evidence_to
from lemmata.verify.engine.scope import covered
from lemmata.verify.engine.subject import Settings
from lemmata.verify.engine.tidy import said
from lemmata.verify.engine.trial import Setting, Trial

Rows = list[dict[str, Any]]


def examination() -> Any:
    """The second language's way through the mill, loaded where a claim of it is met."""
    from lemmata.verify.engine import examination as module

    return module


GROWTH = 4  # replicates of a round over those of the round before
SAMPLED, BLOCK = 4, 16  # points in one unit where a claim samples, and where it does not; a simulated ladder is a unit


@dataclass(frozen=True)
class Unit:
    """Some points of a claim, to be judged together; in a later ``round`` only by the ``laws`` that they left open."""

    claim: str
    number: int
    points: tuple[dict[str, Any], ...]
    round: int = 0
    laws: tuple[str, ...] = ()
    covered: tuple[tuple[str, ...], ...] = ()  # for each point, parts that an earlier point judged at the same values

    def what(self) -> dict[str, Any]:
        points = tuple(tuple(sorted(p.items())) for p in self.points)
        later = {"round": self.round, "laws": self.laws} if self.round else {}
        return {"points": points} | later | ({"covered": self.covered} if any(self.covered) else {})


def automatic(experiment: Experiment) -> tuple[list[Law], list[str]]:
    """The automatic mutants of the truth as laws, and those that its kind cannot see; made once for a claim."""
    claim = experiment.claim
    if _MUTANTS.get(claim.id, (None,))[0] is not claim:
        mutants, unseen = mutate(claim.truth)
        _MUTANTS[claim.id] = (claim, [Law(m.name, m.statement, "fails") for m in mutants], unseen)
    _, laws, unseen = _MUTANTS[claim.id]
    return laws, unseen


_MUTANTS: dict[str, tuple[Claim, list[Law], list[str]]] = {}


def all_laws(experiment: Experiment) -> list[Law]:
    """Stated laws, then automatic mutants."""
    if isinstance(experiment, Settings):
        return list(examination().all_laws(experiment))
    return [*experiment.claim.laws(), *automatic(experiment)[0]]


def draw(experiment: Experiment, profile: Profile, setting: Setting) -> list[dict[str, Any]]:
    """The points that hypothesis draws of a claim in a profile."""
    if isinstance(experiment, Settings):
        return list(examination().draw(experiment, profile.index, setting.root, profile.points))
    from lemmata.verify.engine.fuzz import draw_points

    count = max(1, int(experiment.points[profile.index] * profile.points)) if experiment.points[profile.index] else 0
    try:
        return draw_points(experiment.claim.domain, count, salt=setting.root)[0]
    except LemmataError as error:
        raise ClaimError(f"{experiment.claim.id}: {error}") from None


def units(experiment: Experiment, drawn: Sequence[dict[str, Any]]) -> list[Unit]:
    """The units of a claim: its own examples, then the points that were drawn."""
    claim = experiment.claim
    if isinstance(experiment, Settings):
        size, points = examination().block(experiment), list(drawn)
        known = covered(experiment, points)
        cut = [slice(i, i + size) for i in range(0, len(points), size)]
        return [Unit(claim.id, k, tuple(points[c]), covered=tuple(known[c])) for k, c in enumerate(cut)]
    points = [dict(example) for example in experiment.examples]
    points += [point for point in drawn if point not in points]
    statements = [law.statement for law in claim.laws() if law.statement.stochastic]
    size = 1 if any(hasattr(s, "ladder") for s in statements) else SAMPLED if statements else BLOCK
    blocks = [tuple(points[i : i + size]) for i in range(0, len(points), size)]
    return [Unit(claim.id, number, block) for number, block in enumerate(blocks)]


def weight(experiment: Experiment, unit: Unit, setting: Setting) -> float:
    """Roughly how long a unit takes beside others, so that long ones start first: the replicates of its ladders or points."""
    if isinstance(experiment, Settings):
        return len(unit.points) * float(experiment.replicates[setting.profile] if experiment.sampled else 1.0)
    statements = [law.statement for law in experiment.claim.laws() if law.statement.stochastic]
    rungs = max((len(s.ladder.sizes) for s in statements if hasattr(s, "ladder")), default=0)
    replicates = float(experiment.replicates[setting.profile])
    return len(unit.points) * (replicates * rungs * 100 if rungs else replicates if statements else 1.0)


def extended(experiment: Experiment, round: int) -> Experiment:
    """The experiment with the replicates that an extension may draw at a point, the first ones among them."""
    if not round:
        return experiment
    quick, full = (int(replicates) * GROWTH**round for replicates in experiment.replicates)
    return replace(experiment, replicates=(quick, full))


def measure(experiment: Experiment, unit: Unit, setting: Setting, alpha: float) -> Rows:
    """The evidence of a unit: one row per point, with evidence by law; ``alpha`` is the level of one law at one point."""
    if isinstance(experiment, Settings):
        return list(examination().measure(extended(experiment, unit.round), unit, setting, alpha))
    from lemmata.verify.engine.hunt import hunted, worst_trials

    laws = [law for law in all_laws(experiment) if not unit.laws or law.name in unit.laws]
    experiment = extended(experiment, unit.round)
    rows = [_row(Trial(experiment, point, setting), laws, alpha, time.perf_counter()) for point in unit.points]
    if unit.number == unit.round == 0 and unit.points and hunted(laws):
        started = time.perf_counter()
        for trial, remark in worst_trials(experiment, setting):
            if trial.steered or trial.point not in unit.points:
                rows.append(_row(trial, hunted(laws), alpha, started, remark))
            started = time.perf_counter()
    return rows


def _row(trial: Trial, laws: Sequence[Law], alpha: float, started: float, remark: str = "") -> dict[str, Any]:
    """The evidence of all laws at a point."""
    evidence = judge_point(trial, laws, alpha)
    for item in evidence.values():
        item.point = {**trial.point, **item.point}
        item.detail = "; ".join(filter(None, (item.detail, remark)))
    return {
        "point": dict(trial.point),
        "evidence": {name: evidence_to(e) for name, e in evidence.items()},
        "simulations": trial.simulations[0],
        "seconds": time.perf_counter() - started,
    }


def judge_point(trial: Trial, laws: Sequence[Law], alpha: float) -> dict[str, Evidence]:
    """Every law judged at a point; laws of one kind are judged together, and share the samples with the others."""
    found: dict[str, Evidence] = {}
    groups: dict[type[Statement], list[Law]] = {}
    for law in laws:
        try:
            broken = trial.unmet(law.statement)
        except Exception as error:
            found[law.name] = Evidence("error", detail=_sentence(trial, error))
            continue
        if broken:
            found[law.name] = Evidence("vacuous", detail=f"not stated here: {broken}")
        else:
            groups.setdefault(type(law.statement), []).append(law)
    for kind, members in groups.items():
        found.update(_judge_group(trial, kind, members, alpha))
    return found


def _sentence(trial: Trial, error: Exception) -> str:
    """An error of any origin, with the claim's id."""
    text = said(error)
    return text if text.startswith(trial.claim_id) else f"{trial.claim_id}: {text}"


def _judge_group(trial: Trial, kind: type[Statement], laws: Sequence[Law], alpha: float) -> dict[str, Evidence]:
    """Laws of one kind; where one of them breaks the judging of all, each is judged alone."""
    try:
        evidence = judges.measure(kind, trial, laws, alpha)
    except Exception as error:
        if len(laws) == 1:
            return {laws[0].name: Evidence("error", detail=_sentence(trial, error))}
        return {name: e for law in laws for name, e in _judge_group(trial, kind, [law], alpha).items()}
    return {law.name: e for law, e in zip(laws, evidence, strict=True)}


def simplest_counterexample(experiment: Experiment, law: Law, setting: Setting, alpha: float, budget: int) -> Evidence | None:
    """hypothesis shrinks a failing point of a law to the simplest one; None where nothing failed within the budget."""
    from lemmata.verify.engine.fuzz import shrink

    seen: dict[str, Evidence] = {}

    def fails(point: dict[str, Any]) -> bool:
        evidence = judge_point(Trial(experiment, point, setting), [law], alpha)[law.name]
        evidence.point = {**point, **evidence.point}
        seen[repr(sorted(point.items()))] = evidence
        return evidence.outcome == "fails"

    point = shrink(experiment.claim.domain, fails, budget, salt=setting.root)
    return seen.get(repr(sorted(point.items()))) if point is not None else None


def evidence_of(rows: Rows, law: str) -> list[Evidence]:
    """The evidence of one law out of a claim's rows."""
    return [evidence_from(row["evidence"][law]) for row in rows if law in row["evidence"]]
