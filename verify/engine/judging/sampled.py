"""Laws about means: identity, inequality and two-sided bound, all of a part judged on the same replicates.

What is sampled (``Average``) is told apart from what is compared with it, so that a truth and its wrong versions share one
sample. The assumption that each judgement rests on is found from the term: bounds, a derived kurtosis, a declared one, or
none. Replicates are drawn until the true laws are decided at the resolution asked for and every stated wrong version is.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import Any

import sympy as sp
import torch
from torch import Tensor

from lemmata.theory.algebra.moments import kurtosis_bound
from lemmata.theory.language.errors import LemmataError
from lemmata.theory.language.kinds import Identity, Inequality, Within
from lemmata.theory.language.operators import BINDERS
from lemmata.theory.language.part import Law, Role
from lemmata.theory.language.procedures import ProcedureLaw
from lemmata.theory.language.sampled import samples
from lemmata.verify.engine.judging.assumed import DECAY, assumption_for, first_look, inside
from lemmata.verify.engine.judging.averages import Average, average, flat, settled
from lemmata.verify.engine.judging.looks import GROWTH
from lemmata.verify.engine.judging.nonlinear import CAP, OUTCOMES, judge_image
from lemmata.verify.engine.records import Evidence
from lemmata.verify.engine.scene import Scene
from lemmata.verify.engine.stats.assumptions import (
    SUPPORTED,
    Assumption,
    Asymptotic,
    Bounded,
    Kurtosis,
    Unknown,
    asymptotic_below,
)
from lemmata.verify.engine.stats.common import common_effect, in_chunks
from lemmata.verify.engine.stats.decide import Decision
from lemmata.verify.engine.stats.endless import without_mean
from lemmata.verify.engine.stats.estimate import Estimate
from lemmata.verify.engine.stats.mean_test import estimate_mean
from lemmata.verify.engine.stats.relations import AtMost, Equal, Relation
from lemmata.verify.engine.stats.relations import Within as Inside
from lemmata.verify.engine.valueless import without_value

__all__ = ["CAP", "judge_image", "judge_sampled"]

USABLE = 3000.0  # a larger derived kurtosis needs more replicates than can be drawn: the supported one says more
UNIT = 2.0**-52


@dataclass
class Asked:
    """A law with what is sampled for it and what the mean of that is compared with."""

    law: Law
    average: Average
    relation: Relation
    scale: float
    slack: float
    evidence: Evidence | None = None
    entries: list[Relation] = field(default_factory=list)
    rounding: float | None = None


def judge_sampled(scene: Scene, laws: Sequence[Law], alpha: float) -> list[Evidence]:
    """The evidence of identities, inequalities and two-sided bounds with means, in the order given."""
    found: dict[str, Evidence] = {}
    asked: list[Asked] = []
    for law in laws:
        try:
            item = _ask(scene, law)
        except LemmataError as error:
            found[law.name] = without_value(error, str(error), law)
            continue
        if item is None:
            found[law.name] = judge_image(scene, law, alpha)
        else:
            asked.append(item)
    groups: dict[Any, list[Asked]] = {}
    for item in asked:
        groups.setdefault(item.average.body if not item.average.variances else item.average, []).append(item)
    for members in groups.values():
        _judge_group(scene, members, alpha)
        found.update({m.law.name: m.evidence for m in members if m.evidence is not None})
    return [found[law.name] for law in laws]


def _difference(law: Law) -> tuple[Any, Any]:
    """What is sampled and what stands against it: terms with means on the left, the others on the right."""
    statement = law.statement
    if isinstance(statement, Within):
        return statement.quantity, sp.Integer(0)
    assert isinstance(statement, Identity | Inequality)
    return _moved(statement.left, statement.right)


@lru_cache(maxsize=4096)  # asked at every point at which a law is judged
def _moved(left: Any, right: Any) -> tuple[Any, Any]:
    if getattr(left, "is_Matrix", False):
        return (left - right, sp.ZeroMatrix(*left.shape)) if right.has(*BINDERS) else (left, right)
    moved = [t for t in sp.Add.make_args(right) if t.has(*BINDERS)]
    kept = [t for t in sp.Add.make_args(left) if not t.has(*BINDERS)]
    stays = sp.Add(*(t for t in sp.Add.make_args(left) if t.has(*BINDERS)), *(-t for t in moved))
    return stays, sp.Add(*(t for t in sp.Add.make_args(right) if not t.has(*BINDERS)), *(-t for t in kept))


def _ask(scene: Scene, law: Law) -> Asked | None:
    statement = law.statement
    what, against = _difference(law)
    found = average(what)
    if found is None:
        return None
    if scene.world is None:  # a wrong world is one of what is drawn, inner means included
        found = settled(found)
    if isinstance(statement, Within):
        if statement.low.has(*BINDERS) or statement.high.has(*BINDERS):
            return None
        (low, el), (high, eh) = scene.value(statement.low), scene.value(statement.high)
        size = max(abs(float(low)), abs(float(high)))
        return Asked(law, found, Inside(float(low), float(high)), size, float(el + eh))
    value, error = scene.value(against)
    stated = getattr(statement, "scale", None)
    scale = abs(float(scene.value(stated)[0])) if stated is not None else float(value.abs().max())
    slack = float(error.max())
    if value.ndim:
        entries: list[Relation] = [Equal(float(v)) for v in value.reshape(-1)]
        return Asked(law, found, entries[0], scale, slack, entries=entries)
    relation: Relation = Equal(float(value)) if isinstance(statement, Identity) else AtMost(float(value))
    return Asked(law, found, relation, scale, slack)


def _judge_group(scene: Scene, group: Sequence[Asked], alpha: float) -> None:
    settings, profile = scene.settings, scene.setting.profile
    most, wanted = int(settings.replicates[profile]), min(CAP, float(settings.resolution[profile]))
    first = group[0]
    automatic = all(item.law.role is Role.AUTOMATIC for item in group)
    assumption = assumption_for(scene, first.average, first.law.part, derive=not automatic)
    if isinstance(assumption, Unknown) and most < asymptotic_below(alpha):
        assumption = Asymptotic()
    drawn: list[Tensor] = []
    count, chunk, look = 0, 0, 0
    rounding: float | None = None
    target = first_look(scene, most, [assumption], alpha)
    procedure = any(isinstance(t.law, ProcedureLaw) for t in samples(first.average.body))
    while True:
        # a procedure is called so often at least that an effect which a whole call shares is seen
        largest = max(16, min(settings.chunk, target // settings.calls)) if procedure else scene.chunk
        while count < target:
            size = min(largest, target - count)
            size += size % 2
            drawn.append(flat(first.average.replicates(scene, "sample", chunk, size)))
            count, chunk = count + size, chunk + 1
        look += 1
        x = torch.cat(drawn, dim=1)
        drawn = [x]
        if scene.world is not None and isinstance(assumption, Bounded) and not inside(x, assumption):
            assumption = Kurtosis(SUPPORTED, "declared")  # the bounds are those of the true world
        level = (alpha if isinstance(assumption, Bounded) else alpha * (1 - DECAY) * DECAY ** (look - 1)) / x.shape[0]
        spread = float(x.std(dim=1).max()) if x.shape[1] > 1 else 0.0
        known: dict[int, Estimates] = {}
        for item in group:
            item.evidence = _look(item, x, assumption, level, wanted, spread, known)
            if item.evidence.outcome == "fails" and not procedure and item.rounding is None:  # a difference may be rounding
                rounding = first.average.rounding(scene) if rounding is None else rounding
                item.rounding = rounding
                item.evidence = _look(item, x, assumption, level, wanted, spread, known)
        if count >= most or all(_settled(item) for item in group):
            break
        target = min(most, GROWTH * target)
    # wrong versions are drawn as the truth is, and count for nothing where that shares an effect
    judged = any(item.law.role in (Role.TRUTH, Role.PRINT) for item in group)
    common = shared_effect(x, max(2, min(64, x.shape[1] // largest))) if judged else ""
    open_ = judged and isinstance(assumption, Unknown | Asymptotic) and kurtosis_bound(first.average.body) is None
    endless = without_mean(x, min(item.scale for item in group)) if open_ else ""  # a polynomial in Gaussian numbers has a mean
    for item in group:
        assert item.evidence is not None
        if endless and item.evidence.outcome in ("holds", "undecided"):
            item.evidence.outcome, item.evidence.detail = "undecided", endless
        if common and item.evidence.outcome in ("holds", "fails"):
            item.evidence.outcome, item.evidence.detail = "undecided", common


def shared_effect(x: Tensor, chunks: int) -> str:
    """A sentence where chunks differ by more than their replicates explain: then replicates are not independent."""
    if x.shape[1] < 4 * 64:
        return ""
    found = common_effect(in_chunks(x[0], max(chunks, 16)))
    return str(found.text) if found.detected else ""


def _settled(item: Asked) -> bool:
    evidence = item.evidence
    assert evidence is not None
    if item.law.role is Role.AUTOMATIC:
        return True
    if item.law.role is Role.WORLD:
        return evidence.outcome != "undecided"
    return evidence.outcome == item.law.expected or (evidence.outcome == "fails" and item.law.expected == "holds")


def _look(
    item: Asked, x: Tensor, assumption: Assumption, level: float, wanted: float, spread: float, known: dict[int, Estimates]
) -> Evidence:
    scale = item.scale or spread or 1.0
    relations = item.entries or [item.relation]
    worst: Evidence | None = None
    for place, (row, relation) in enumerate(zip(x, relations, strict=True)):
        own = known.setdefault(place, Estimates(row, assumption, level))
        sharp = wanted if item.law.role is not Role.WORLD else wanted / 5  # a wrong world is off by as little as the cap
        evidence = _row(own, relation, item.law.role, sharp * scale, scale, item.slack + (item.rounding or 0.0))
        order = {"fails": 0, "error": 1, "undecided": 2, "holds": 3}
        if worst is None or (order[evidence.outcome], -(evidence.size)) < (order[worst.outcome], -worst.size):
            worst = evidence
    assert worst is not None
    worst.samples = x.shape[1]
    if not item.scale and isinstance(item.relation, Equal):
        worst.assumption = "; ".join(filter(None, (worst.assumption, "resolution in standard deviations of one replicate")))
    return worst


@dataclass
class Estimates:
    """The interval of one mean, made once for all laws: under no assumption, the true law and the print choose their own."""

    x: Tensor
    assumption: Assumption
    level: float
    shared: tuple[Estimate, float] | None = None

    @cached_property
    def moments(self) -> tuple[float, float, float]:
        """Mean, standard error, largest absolute value."""
        return float(self.x.mean()), float(self.x.std() / math.sqrt(len(self.x))), float(self.x.abs().max())

    def of(self, relation: Relation, role: Role, allowed: float) -> tuple[Estimate, float]:
        if isinstance(self.assumption, Unknown) and role in (Role.TRUTH, Role.PRINT):
            return estimate_mean(self.x, relation, self.assumption, self.level, allowed, 0.0, True)
        if self.shared is None:
            known = Kurtosis(SUPPORTED, "declared") if isinstance(self.assumption, Unknown) else self.assumption
            self.shared = estimate_mean(self.x, relation, known, self.level, allowed, 0.0, True)
        return self.shared


def _row(known: Estimates, relation: Relation, role: Role, allowed: float, scale: float, slack: float) -> Evidence:
    target = relation.target if isinstance(relation, Equal | AtMost) else relation.high
    mean, error, largest = known.moments
    estimate, extra = known.of(relation, role, allowed)
    extra += slack + 64 * UNIT * max(abs(target), largest)
    low, high = estimate.low - extra, estimate.high + extra
    decision, attained = relation.decide(low, high, allowed)
    if estimate.weak:
        decision = Decision.UNDECIDED
    stated = (relation.low, relation.high) if isinstance(relation, Inside) else None
    sharp = attained / scale
    if isinstance(relation, AtMost):
        sharp = mean / target if target > 0 else math.nan
    elif isinstance(relation, Inside):
        sharp = max(mean / relation.high if relation.high > 0 else 0.0, relation.low / mean if mean > 0 else 0.0)
    return Evidence(
        OUTCOMES[decision],
        statistic=mean,
        predicted=target,
        interval=(low, high),
        resolution=sharp if math.isfinite(sharp) else None,
        how="statistical",
        size=abs(mean - target) / scale,
        detail="; ".join(estimate.notes),
        series=[[0.0, target, mean, error]],
        stated=stated,
        assumption=estimate.text,
    )
