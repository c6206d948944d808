"""Both sides of a bound from a few samples, where means stand under nonlinear functions."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import sympy as sp
import torch
from torch import Tensor

from lemmata.theory.language.operators import QuantileOf, VarianceOf
from lemmata.verify.engine.judging.averages import ball_function, numbers_in, parts_of
from lemmata.verify.engine.judging.looks import bodies
from lemmata.verify.engine.scene import Scene

EIGHTS = 8


def estimated(scene: Scene, left: Any, right: Any, count: int) -> tuple[float, float, float]:
    """Left, right and the standard error of their difference from a few samples, leaving out an eighth of them at a time."""
    sides = [parts_of(left), parts_of(right)]
    nodes = sorted({n for found, _, _ in sides for n in found}, key=sp.default_sort_key)
    rows = dict(zip(nodes, bodies(scene, nodes, "pilot", 0, count), strict=True))
    made = [(found, ball_function(*_in_numbers(scene, formula, symbols))) for found, formula, symbols in sides]

    from flint import arb

    def values(keep: Tensor) -> list[float]:
        points = {node: _value_of(scene, node, row[keep]) for node, row in rows.items()}
        return [float(f([arb(points[n]) for n in found]).mid()) for found, f in made]

    share = torch.arange(count) % EIGHTS
    a, b = values(share >= 0)
    gaps = [x - y for x, y in (values(share != part) for part in range(EIGHTS))]
    centre = sum(gaps) / EIGHTS
    return a, b, math.sqrt((EIGHTS - 1) / EIGHTS * sum((g - centre) ** 2 for g in gaps))


def _in_numbers(scene: Scene, formula: Any, symbols: Sequence[sp.Symbol]) -> tuple[Any, Sequence[sp.Symbol], Any]:
    reduced, values = numbers_in(scene, formula, symbols)
    return reduced, symbols, values


def _value_of(scene: Scene, node: Any, x: Tensor) -> float:
    if isinstance(node, QuantileOf):
        return float(x.quantile(float(scene.value(node.level)[0])))
    return float(x.var() if isinstance(node, VarianceOf) else x.mean())
