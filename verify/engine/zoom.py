"""A closer look along each number of the worst point found: a violation may be far narrower than any step of a climb.

Around the point, distances of every size from its own down to rounding are tried, in one batch and both ways, and again from
the best one; of an integer also the first thousands. A cusp, or one integer, is found digit by digit.
"""

from __future__ import annotations

from typing import Any

import sympy as sp
import torch
from torch import Tensor

from lemmata.theory.language.definitions import expand
from lemmata.theory.language.errors import LemmataError
from lemmata.theory.language.part import Law
from lemmata.verify.engine.scene import Scene

ROUNDS, DIGITS, FIRST = 12, 17, 4000


def zoomed(scene: Scene, law: Law, pairs: list[tuple[Any, Any]]) -> Scene | None:
    """The scene moved along its numbers to where left/right of one of the pairs is largest; None where nothing is larger.

    Claims of numbers alone: where arrays or functions are drawn, the rest of the point says too little about them.
    """
    claim = scene.claim
    if claim.arrays or claim.functions or not claim.symbols:
        return None
    formulas = tuple(expand(sp.sympify(side)) for both in pairs for side in both)
    if any(f.has(sp.Sum, sp.Product) or getattr(f, "is_Matrix", False) for f in formulas):
        return None
    point, moved = dict(scene.point), False
    try:
        for symbol in claim.symbols:
            others = [s for s in claim.symbols if s is not symbol]
            for _ in range(ROUNDS):
                low, high = claim.domain.span(symbol, others, core=False).at(point)
                places = _places(float(point[symbol.name]), low, high, bool(symbol.is_integer))
                gaps = _gaps(scene, formulas, {**scene.env, **point}, symbol.name, places)
                best = int(gaps.argmax())
                if not gaps[best] > _gaps(scene, formulas, {**scene.env, **point}, symbol.name, places[:1])[0]:
                    break
                value = float(places[best])
                trial = {**point, symbol.name: int(value) if symbol.is_integer else value}
                if claim.domain.broken(trial):
                    break
                point, moved = trial, True
    except (LemmataError, RuntimeError, ValueError, OverflowError):
        pass
    found = Scene(scene.settings, point, scene.setting)
    return found if moved and all(found.truth(c) is True for c in law.when) else None


def _places(x: float, low: float, high: float, whole: bool) -> Tensor:
    """The number itself, then its neighbours at every distance that lie inside."""
    size = max(abs(x), 1.0 if whole else 1e-3)
    steps = torch.tensor([k * 10.0**-p for p in range(DIGITS) for k in range(1, 10)], dtype=torch.float64) * size
    near = torch.cat([x + steps, x - steps])
    if whole:
        start = max(low, -FIRST / 2) if low > -float("inf") else -FIRST / 2
        near = torch.cat([near.round(), torch.arange(FIRST, dtype=torch.float64) + float(int(start))])
    near = near[(near > low) & (near < high) | (whole & ((near == low) | (near == high)))]
    return torch.cat([torch.tensor([x], dtype=torch.float64), near])


def _gaps(scene: Scene, formulas: tuple[Any, ...], env: dict[str, Any], name: str, places: Tensor) -> Tensor:
    """log left - log right where both are positive, else the relative difference; no number counts as least."""
    literal = scene.settings.compiled(formulas, False)
    values = literal.at(env, None, (name,))({name: places}, len(places), check=False)
    worst = torch.full_like(places, -torch.inf)
    for a, b in zip(values[0::2], values[1::2], strict=True):
        plain = (a - b) / torch.maximum(a.abs(), b.abs())
        gap = torch.where((a > 0) & (b > 0), torch.log(a) - torch.log(b), plain)
        worst = torch.maximum(worst, torch.where(torch.isfinite(gap), gap, -torch.inf))
    return worst
