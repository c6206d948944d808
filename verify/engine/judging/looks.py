"""Means under nonlinear functions, look after look: an interval of each from common replicates, made once for all laws about them.

A truth, its print and most of its wrong versions speak of the same means and differ in what they make of them, so the
replicates and intervals of a look are kept for the scene. Replicates are held for the means that were drawn last alone; those
of others are drawn again, from the same keys, where a law asks for a further look.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor

from lemmata.theory.language.operators import QuantileOf, VarianceOf
from lemmata.verify.engine.judging.assumed import DECAY, assumption_of_node, first_look, inside
from lemmata.verify.engine.judging.averages import average, quantile_interval
from lemmata.verify.engine.scene import Scene
from lemmata.verify.engine.stats.assumptions import SUPPORTED, Assumption, Bounded, Kurtosis, Unknown
from lemmata.verify.engine.stats.mean_test import estimate_mean
from lemmata.verify.engine.stats.relations import Equal

GROWTH = 4
LATEST = "the means that were drawn last"


@dataclass(frozen=True)
class Look:
    """The intervals of the means after ``count`` replicates, and what they rest on; ``last``: no more may be drawn."""

    count: int
    boxes: dict[Any, tuple[float, float]]
    texts: list[str]
    last: bool


class Looks:
    """The looks at some means at a scene, in order, each made when it is first asked for."""

    def __init__(self, scene: Scene, nodes: Sequence[Any], part: str, alpha: float) -> None:
        self.scene, self.nodes, self.alpha = scene, nodes, alpha
        self.most = int(scene.settings.replicates[scene.setting.profile])
        self.assumptions = [assumption_of_node(scene, node, part) for node in nodes]
        self._target = first_look(scene, self.most, self.assumptions, alpha / len(nodes))
        self._found: list[Look] = []
        self._sizes: list[int] = []  # of the chunks that were drawn
        self._drawn: dict[Any, list[Tensor]] = {}
        self._failed: Exception | None = None

    def __getitem__(self, number: int) -> Look:
        while len(self._found) <= number:
            if self._failed is not None:
                raise self._failed.with_traceback(None)
            try:
                self._found.append(self._next())
            except Exception as error:  # what cannot be drawn is not tried again for the next law
                self._failed = error
                raise
        return self._found[number]

    def _next(self) -> Look:
        self._hold()
        count = sum(self._sizes)
        while count < self._target:
            size = min(self.scene.chunk, self._target - count)
            self._sizes.append(size + size % 2)
            count += self._sizes[-1]
            self._draw(len(self._sizes) - 1)
        level = self.alpha * (1 - DECAY) * DECAY ** len(self._found) / len(self.nodes)
        boxes, texts = _boxes(self.scene, self.nodes, self.assumptions, self._drawn, level)
        self._target = min(self.most, GROWTH * self._target)
        return Look(count, boxes, texts, count >= self.most)

    def _hold(self) -> None:
        """Nobody else's replicates are held; those of this one's earlier looks are here."""
        latest = self.scene.measured.get(LATEST)
        if latest is not self:
            if latest is not None:
                latest._drawn = {}
            self.scene.measured[LATEST] = self
            self._drawn = {node: [] for node in self.nodes}
            for chunk in range(len(self._sizes)):
                self._draw(chunk)

    def _draw(self, chunk: int) -> None:
        for node, values in zip(self.nodes, bodies(self.scene, self.nodes, "sample", chunk, self._sizes[chunk]), strict=True):
            self._drawn[node].append(values)


def looks_at(scene: Scene, nodes: Sequence[Any], part: str, alpha: float) -> Looks:
    """The looks at these means, shared by all laws of a part at the scene."""
    key = ("looks", tuple(nodes), part, alpha)
    if key not in scene.measured:
        scene.measured[key] = Looks(scene, nodes, part, alpha)
    found: Looks = scene.measured[key]
    return found


def bodies(scene: Scene, nodes: Sequence[Any], stage: str, chunk: int, size: int) -> list[Tensor]:
    """A row of replicates of what each mean is a mean of."""
    terms = [average(n).body if not isinstance(n, QuantileOf) and not average(n).variances else n.body for n in nodes]  # type: ignore[union-attr]
    squared = any(isinstance(n, QuantileOf | VarianceOf) for n in nodes)
    return scene.sampled(terms, stage, chunk, size, averaged=not squared)


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
