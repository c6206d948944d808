"""A law in which means stand under nonlinear functions: each mean gets an interval, and the law is judged on their box."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import sympy as sp
import torch
from torch import Tensor

from lemmata.theory.language.errors import LemmataError
from lemmata.theory.language.kinds import Identity, Inequality, Within
from lemmata.theory.language.operators import QuantileOf, VarianceOf
from lemmata.theory.language.part import Law, Role
from lemmata.verify.engine.judging.assumed import DECAY, assumption_of_node, first_look, inside
from lemmata.verify.engine.judging.averages import average, ball_function, numbers_in, parts_of, quantile_interval
from lemmata.verify.engine.records import Evidence, Outcome
from lemmata.verify.engine.scene import Scene
from lemmata.verify.engine.stats.assumptions import SUPPORTED, Assumption, Bounded, Kurtosis, Unknown
from lemmata.verify.engine.stats.decide import Decision
from lemmata.verify.engine.stats.image import image
from lemmata.verify.engine.stats.mean_test import estimate_mean
from lemmata.verify.engine.stats.relations import AtMost, Equal, Relation

OUTCOMES: dict[Decision, Outcome] = {
    Decision.HOLDS: "holds",
    Decision.FAILS: "fails",
    Decision.UNDECIDED: "undecided",
    Decision.ERROR: "error",
}
CAP = 0.1  # the coarsest relative resolution at which an identity may hold
GROWTH = 4


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
    settings, profile = scene.settings, scene.setting.profile
    most, wanted = int(settings.replicates[profile]), min(CAP, float(settings.resolution[profile]))
    nodes = sorted({n for gap, _ in gaps for n in parts_of(gap)[0]}, key=sp.default_sort_key)
    drawn: dict[Any, list[Tensor]] = {node: [] for node in nodes}
    assumptions = [assumption_of_node(scene, node, law.part) for node in nodes]
    count, chunk, look, target = 0, 0, 0, first_look(settings, most, assumptions, alpha / len(nodes))
    while True:
        while count < target:
            size = min(settings.chunk, target - count)
            size += size % 2
            for node, values in zip(nodes, _bodies(scene, nodes, chunk, size), strict=True):
                drawn[node].append(values)
            count, chunk = count + size, chunk + 1
        look += 1
        level = alpha * (1 - DECAY) * DECAY ** (look - 1) / len(nodes)
        boxes, texts = _boxes(scene, nodes, assumptions, drawn, level)
        evidence = _on_box(scene, law, gaps, boxes, wanted if law.role is not Role.WORLD else wanted / 5)
        evidence.samples, evidence.assumption = count, "; ".join(dict.fromkeys(texts))
        if (
            count >= most
            or evidence.outcome == law.expected
            or law.role is Role.AUTOMATIC
            or (law.role is Role.WORLD and evidence.outcome == "holds")
            or evidence.outcome == "fails"
        ):
            return evidence
        target = min(most, GROWTH * target)


def _bodies(scene: Scene, nodes: Sequence[Any], chunk: int, size: int) -> list[Tensor]:
    bodies = [average(n).body if not isinstance(n, QuantileOf) and not average(n).variances else n.body for n in nodes]  # type: ignore[union-attr]
    squared = any(isinstance(n, QuantileOf | VarianceOf) for n in nodes)
    return scene.sampled(bodies, "sample", chunk, size, averaged=not squared)


def _boxes(
    scene: Scene, nodes: Sequence[Any], assumptions: Sequence[Assumption], drawn: Any, level: float
) -> tuple[dict[Any, tuple[float, float]], list[str]]:
    boxes: dict[Any, tuple[float, float]] = {}
    texts: list[str] = []
    for node, assumption in zip(nodes, assumptions, strict=True):
        x = torch.cat(drawn[node])
        if isinstance(node, QuantileOf):
            boxes[node] = quantile_interval(x, float(scene.value(node.level)[0]), level)
            texts.append("order statistics")
            continue
        if isinstance(node, VarianceOf):
            x = (x[0::2] - x[1::2]).square() / 2
        known = Kurtosis(SUPPORTED, "declared") if isinstance(assumption, Unknown) else assumption
        if scene.world is not None and isinstance(known, Bounded) and not inside(x, known):
            known = Kurtosis(SUPPORTED, "declared")
        centre = float(x.mean())
        estimate, extra = estimate_mean(x, Equal(centre), known, level, abs(centre) + 1.0, 0.0, True)
        boxes[node] = (estimate.low - extra, estimate.high + extra)
        texts.append(f"for every law of kurtosis ≤ {SUPPORTED:g}" if isinstance(assumption, Unknown) else estimate.text)
    return boxes, texts


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
