"""Optimality: the stated place against competitors at every scale, and the excess against the error of the values.

Competitors are drawn where the variables may be, around the place at scales from 1e-8 to 1e8 of it; the best are followed
by descent. The place fails where a competitor is lower by more than the errors. It holds where none is, and moving it by
a tenth raises the objective by more than the errors: so an offset of the objective hides nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import sympy as sp
import torch
from torch import Tensor

from lemmata.numerics.formula.certain import evaluate_high
from lemmata.theory.algebra.moments import kurtosis_bound
from lemmata.theory.language.definitions import expand
from lemmata.theory.language.errors import LemmataError
from lemmata.theory.language.kinds import Optimality
from lemmata.theory.language.part import Law, Role
from lemmata.verify.engine.judging.admissible import Admissible, admissible
from lemmata.verify.engine.judging.averages import average
from lemmata.verify.engine.judging.conditions import batched
from lemmata.verify.engine.judging.rivals import FEW, MOVE, competitors, flat, followed, moved
from lemmata.verify.engine.records import Evidence, Outcome
from lemmata.verify.engine.scene import Scene, has_means
from lemmata.verify.engine.stats.assumptions import Assumption, Kurtosis, Unknown
from lemmata.verify.engine.stats.decide import Decision
from lemmata.verify.engine.stats.mean_test import estimate_mean
from lemmata.verify.engine.stats.relations import AtMost

FOLLOWED = (2, 12)
ITERATIONS = (40, 200)
SCREENED = 96
LEAST = 64  # competitors that have a value and lie where the variables may be, below which nothing was looked at
TOO_FEW = "the search had too few of them: state the conditions as bounds, a kind, or an equation that gives one number"


def judge_optimality(scene: Scene, law: Law, alpha: float) -> Evidence:
    statement = law.statement
    assert isinstance(statement, Optimality)
    sign = 1.0 if statement.sense == "min" else -1.0
    valued = {x: scene.value(v) for x, v in statement.at.items()}
    stated = {x: value for x, (value, _) in valued.items()}
    where = admissible(scene, statement, stated, law.when)
    if where.empty:
        return Evidence("vacuous", detail=f"no value of {', '.join(map(str, where.variables))} meets the conditions here")
    place = {x: stated[x] for x in where.variables}
    outside = where.outside(statement.at, stated)
    if not place:  # equations leave one place
        return Evidence("fails" if outside else "holds", size=1.0 if outside else 0.0, detail=outside or "the only place")
    start = where.free(place)
    if outside:
        rivals = competitors(scene, where, start)
        met = bool(where.allowed(rivals).any()) or any(where.certain(where.place(x)) for x in rivals[:FEW])
        return Evidence("fails" if met else "undecided", size=1.0, detail=outside + ("" if met else f"; {TOO_FEW}"))
    if has_means(statement.objective):
        return _sampled(scene, statement, where, stated, start, sign, alpha)
    f = _objective(scene, where)
    loose = torch.cat([torch.as_tensor(valued[x][1]).expand(place[x].shape).reshape(-1) for x in place])
    value, error = _stated(scene, statement, where, place, f, start, loose)
    rivals = competitors(scene, where, start)
    found = sign * f(rivals)
    found = torch.where(torch.isfinite(found) & where.allowed(rivals), found, torch.full_like(found, float("inf")))
    enough = int(torch.isfinite(found).sum())
    best = rivals[found.argsort()[: min(FOLLOWED[scene.setting.profile], enough)]]
    grave = law.role in (Role.TRUTH, Role.PRINT)
    steps = ITERATIONS[scene.setting.profile] if grave else 10
    doubtful = ""
    for descend in (True,) if grave else (False, True):  # a wrong version dies at once
        ends = [y for x in [start, *best] for y in followed(scene, where, f, sign, x, steps)] if descend else list(best)
        ends = [x for x in ends if where.plain or bool(where.allowed(x[None])[0])]
        for x in sorted(ends, key=lambda x: float(sign * f(x[None])[0])):
            there, spread = _value(scene, where.objective, where.place(x))
            gap = sign * (value - there)
            if gap > error + spread:
                if not where.certain(where.place(x)):
                    doubtful = f"{_where(where, x)} may be better, and lies on the edge of where it may be"
                    continue
                return Evidence(
                    "fails",
                    statistic=float(value),
                    predicted=float(there),
                    size=1.0,
                    detail=f"{_where(where, x)} is better by {float(gap):.6g}",
                )
    near = moved(where, start)
    least = min((sign * (_value(scene, where.objective, where.place(x))[0] - value) for x in near), default=0.0)
    why = doubtful
    if not why and enough < min(LEAST, len(rivals)):
        why = f"only {enough} of {len(rivals)} competitors have a value and lie where the variables may be; {TOO_FEW}"
    if not why and not near:
        why = f"no place near the stated one lies where the variables may be; {TOO_FEW}"
    if not why and not least > 2 * error:
        why = "moving the stated place by a tenth of it changes the objective by no more than its error"
    return Evidence(
        "undecided" if why else "holds",
        statistic=float(value),
        predicted=float(value),
        resolution=MOVE,
        size=0.0,
        detail=why or f"{enough} competitors",
        assumption=f"no better place is too narrow to be met by {enough} competitors at scales of 1e-8 to 1e8",
    )


def _objective(scene: Scene, where: Admissible) -> Callable[[Tensor], Tensor]:
    """The objective at rows of free numbers."""
    names = {str(x.name) for x in where.variables}
    at = batched((where.objective,), where.variables).at({k: v for k, v in scene.env.items() if k not in names})

    def f(rows: Tensor) -> Tensor:
        return torch.as_tensor(at(where.env(rows), rows.shape[0], check=False)[0]).expand(rows.shape[0])

    return f


def _value(scene: Scene, objective: Any, place: dict[Any, Tensor]) -> tuple[Any, float]:
    """The objective at a place with its error, at 50 digits where it is a formula of numbers."""
    if all(not v.ndim for v in place.values()):
        try:
            table = {x: sp.Rational(float(v)) for x, v in place.items()}
            high, error = evaluate_high(objective.xreplace(table), scene.env, 50)
            return high, float(error)
        except LemmataError:
            pass
    value, spread = scene.but(given={**scene.given, **{str(x.name): v for x, v in place.items()}}).value(objective)
    return float(value), 4 * float(spread) + 2.0**-50 * abs(float(value))


def _stated(
    scene: Scene,
    statement: Optimality,
    where: Admissible,
    place: dict[Any, Tensor],
    f: Callable[[Tensor], Tensor],
    start: Tensor,
    loose: Tensor,
) -> tuple[Any, float]:
    """The objective at the stated place as its formulas have it: what rounding them costs in a narrow valley refutes nothing.

    ``loose``: how far off the stated place may be, entry by entry.
    """
    if all(not v.ndim for v in place.values()):
        try:
            table = {x: expand(sp.sympify(formula)) for x, formula in statement.at.items()}
            high, error = evaluate_high(expand(statement.objective).xreplace(table), scene.env, 50)
            return high, float(error)
        except LemmataError:
            pass
    value, error = _value(scene, where.objective, place)
    signs = torch.where(scene.draw("rounding", 0, 32).normal(len(start)) > 0, 1.0, -1.0)
    reach = 2.0**-51 * start.abs()
    reach = torch.maximum(reach, loose.to(reach)) if len(loose) == len(reach) else reach
    nudged = f(torch.cat([start[None], start + signs * reach]))
    error += float((nudged[1:] - nudged[0]).abs().max().nan_to_num(0.0))
    if not where.plain:  # what free numbers make is of its kind up to rounding, on either side of it
        error += 4 * abs(float(nudged[0]) - float(value))
    return value, error


def _where(where: Admissible, x: Tensor) -> str:
    values = flat(where, x)
    shown = ", ".join(f"{float(v):.6g}" for v in values[:4]) + (", ..." if len(values) > 4 else "")
    return f"{', '.join(str(s) for s in where.variables)} = {shown}"


def _screened(scene: Scene, where: Admissible, body: Any, start: Tensor, sign: float) -> list[Tensor]:
    """The best of many rivals at all scales, the mirrored place among them, on a sample of their own; the same on every key."""
    own = scene.but(fresh=False)
    rivals = torch.cat([where.folded(-start[None]), competitors(own, where, start)[1:]])
    rivals = rivals[where.allowed(rivals)][: SCREENED + 1]
    scores = []
    for x in rivals:
        there = own.but(given={**own.given, **{str(s.name): v for s, v in where.place(x).items()}})
        try:
            scores.append(sign * float(there.sampled([body], "screen", 0, 512)[0].mean()))
        except LemmataError:
            scores.append(float("inf"))
    best = sorted(range(len(rivals)), key=scores.__getitem__)[:4]
    return [rivals[i] for i in best if scores[i] < float("inf")]


def _sampled(
    scene: Scene, statement: Optimality, where: Admissible, stated: dict[Any, Tensor], start: Tensor, sign: float, alpha: float
) -> Evidence:
    """A mean as objective: differences to competitors on the same replicates."""
    found = average(where.objective)
    if found is None or found.variances:
        raise LemmataError(f"{scene.claim.id}: an objective must be a sum of means to be compared on samples")
    settings, profile = scene.settings, scene.setting.profile
    count = min(settings.chunk, int(settings.replicates[profile]))
    near = moved(where, start)
    screened = _screened(scene, where, found.body, start, sign)
    rivals = [*near, *screened]
    if not near or not screened:
        return Evidence("undecided", detail=f"no competitors lie where the variables may be; {TOO_FEW}")

    def values(x: Tensor | None) -> Tensor:
        place = where.place(x) if x is not None else {s: stated[s] for s in where.variables}
        own = scene.but(given={**scene.given, **{str(s.name): v for s, v in place.items()}})
        return torch.cat(
            [
                own.sampled([found.body], "sample", k, count)[0]
                for k in range(max(1, int(settings.replicates[profile]) // count))
            ]
        )

    own = values(None)
    undecided: list[str] = []
    derived = kurtosis_bound(found.body)  # it bounds every polynomial of these degrees, so the difference of two as well
    assumption: Assumption = Kurtosis(float(derived[0]), "derived") if derived is not None else Unknown()
    for x in rivals:
        gap = sign * (own - values(x))  # positive where the rival is better
        estimate, extra = estimate_mean(gap, AtMost(0.0), assumption, alpha / len(rivals), 0.0, 0.0, True)
        decision, _ = AtMost(0.0).decide(estimate.low - extra, estimate.high + extra, 0.0)
        if decision is Decision.FAILS and where.certain(where.place(x)):
            return Evidence(
                "fails",
                statistic=float(own.mean()),
                samples=len(own),
                how="statistical",
                size=1.0,
                detail=f"{_where(where, x)} is better",
                assumption=estimate.text,
            )
        if decision is not Decision.HOLDS and any(x is y for y in near):
            undecided.append(_where(where, x))
    outcome: Outcome = "undecided" if undecided else "holds"
    return Evidence(
        outcome,
        statistic=float(own.mean()),
        samples=len(own),
        how="statistical",
        resolution=MOVE,
        detail=f"not told apart: {undecided[0]}" if undecided else "",
    )
