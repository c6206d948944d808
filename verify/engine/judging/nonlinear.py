"""A law in which means stand under nonlinear functions: each mean gets an interval, and the law is judged on their box."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import count
from typing import Any

import sympy as sp

from lemmata.theory.language.errors import LemmataError
from lemmata.theory.language.kinds import Identity, Inequality, Within
from lemmata.theory.language.part import Law, Role
from lemmata.verify.engine.judging.averages import ball_function, numbers_in, parts_of
from lemmata.verify.engine.judging.looks import looks_at
from lemmata.verify.engine.records import Evidence, Outcome
from lemmata.verify.engine.scene import Scene
from lemmata.verify.engine.stats.decide import Decision
from lemmata.verify.engine.stats.image import image
from lemmata.verify.engine.stats.relations import AtMost, Equal, Relation

OUTCOMES: dict[Decision, Outcome] = {
    Decision.HOLDS: "holds",
    Decision.FAILS: "fails",
    Decision.UNDECIDED: "undecided",
    Decision.ERROR: "error",
}
CAP = 0.1  # the coarsest relative resolution at which an identity may hold


def judge_image(scene: Scene, law: Law, alpha: float) -> Evidence:
    """A law in which means stand under nonlinear functions: each mean gets an interval, and the law is judged on their box."""
    statement = law.statement
    if isinstance(statement, Within):
        return _image_of(
            scene,
            law,
            [(statement.quantity - statement.high, AtMost(0.0)), (statement.low - statement.quantity, AtMost(0.0))],
            alpha,
        )
    assert isinstance(statement, Identity | Inequality)
    if getattr(statement.left, "is_Matrix", False):
        raise LemmataError(
            f"{scene.claim.id}: means under a nonlinear function of matrices are not judged; take traces or entries"
        )
    relation: Relation = Equal(0.0) if isinstance(statement, Identity) else AtMost(0.0)
    return _image_of(scene, law, [(statement.left - statement.right, relation)], alpha)


def _image_of(scene: Scene, law: Law, gaps: Sequence[tuple[Any, Relation]], alpha: float) -> Evidence:
    wanted = min(CAP, float(scene.settings.resolution[scene.setting.profile]))
    nodes = sorted({n for gap, _ in gaps for n in parts_of(gap)[0]}, key=sp.default_sort_key)
    looks = looks_at(scene, nodes, law.part, alpha)
    for number in count():
        look = looks[number]
        evidence = _on_box(scene, law, gaps, look.boxes, wanted if law.role is not Role.WORLD else wanted / 5)
        evidence.samples, evidence.assumption = look.count, "; ".join(dict.fromkeys(look.texts))
        if (
            look.last
            or evidence.outcome == law.expected
            or law.role is Role.AUTOMATIC
            or (law.role is Role.WORLD and evidence.outcome == "holds")
            or evidence.outcome == "fails"
        ):
            break
    return evidence


def _on_box(
    scene: Scene, law: Law, gaps: Sequence[tuple[Any, Relation]], boxes: dict[Any, tuple[float, float]], wanted: float
) -> Evidence:
    order = {"fails": 0, "error": 1, "undecided": 2, "holds": 3}
    worst: Evidence | None = None
    for gap, relation in gaps:
        nodes, formula, symbols = parts_of(gap)
        if not all(math.isfinite(e) for n in nodes for e in boxes[n]):
            return Evidence(
                "undecided", detail="too few replicates for an interval of every mean: raise replicates", how="statistical"
            )
        reduced, values = numbers_in(scene, formula, symbols)
        f = ball_function(reduced, symbols, values)
        found = image(f, [boxes[n] for n in nodes])
        scale = _size_of(scene, law, boxes)
        decision, attained = relation.decide(found.low, found.high, wanted * scale)
        middle = (found.low + found.high) / 2
        evidence = Evidence(
            OUTCOMES[decision],
            statistic=middle,
            predicted=0.0,
            interval=(found.low, found.high),
            resolution=attained / scale if math.isfinite(attained) and isinstance(relation, Equal) else None,
            how="statistical",
            size=abs(middle) / scale,
            detail="left minus right, on the image of the intervals of its means",
        )
        if worst is None or (order[evidence.outcome], -evidence.size) < (order[worst.outcome], -worst.size):
            worst = evidence
    assert worst is not None
    return worst


def _size_of(scene: Scene, law: Law, boxes: dict[Any, tuple[float, float]]) -> float:
    """The size of the sides at the middles of the intervals."""
    statement = law.statement
    stated = getattr(statement, "scale", None)
    if stated is not None:
        return abs(float(scene.value(stated)[0])) or 1.0
    sides = [statement.quantity] if isinstance(statement, Within) else [statement.left, statement.right]  # type: ignore[attr-defined]
    sizes = []
    for side in sides:
        nodes, formula, symbols = parts_of(side)
        reduced, values = numbers_in(scene, formula, symbols)
        ball = ball_function(reduced, symbols, values)
        from flint import arb

        sizes.append(abs(float(ball([arb((boxes[n][0] + boxes[n][1]) / 2) for n in nodes]).mid())))
    return max(sizes) or 1.0
