"""Values that are what is left where terms cancel: their rounding is that of the terms, and no counterexample.

Where one side of an identity is 0, the other is compared on the scale of the largest of its terms, as if the rest of them
stood on the other side. A difference that is no larger than what rounding does to terms of this magnitude, or an instance
that is what it should be up to rounding, refutes nothing.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Any

import sympy as sp

from lemmata.numerics.formula.magnitude import magnitude
from lemmata.theory.language.arrays import Tied
from lemmata.theory.language.definitions import expand
from lemmata.theory.language.errors import LemmataError
from lemmata.verify.engine.scene import Scene
from lemmata.verify.engine.spoken import mentions

UNIT = 2.0**-50
OFF = 1e-11  # by which a positive semidefinite matrix of floats is one
SMALL = 1e-6  # a difference above this share of what is compared is not asked for its rounding
TERMS = 64  # operations, of a formula that is multiplied out


@dataclass(frozen=True)
class Pair:
    """Left and right where they differ most, the error of their difference, the scale, and how they were obtained."""

    left: float
    right: float
    error: float
    scale: float
    how: str = "float"
    exact_gap: float | None = None
    remark: str = ""

    @property
    def gap(self) -> float:
        return self.left - self.right if self.exact_gap is None else self.exact_gap


def slack_of(scene: Scene, *formulas: Any) -> float:
    """How far an instance (of what the formulas speak of) may be from its hypotheses: a projection of floats is one up to rounding,
    and so is an inverse that is made beside its matrix."""
    kinds = [
        a
        for a in scene.claim.arrays
        if isinstance(a.kind, Tied) or getattr(a.kind, "name", "") not in ("", "general", "symmetric")
    ]
    return OFF if kinds and (not formulas or any(mentions(f, kinds) for f in formulas)) else 0.0


def on_terms(scene: Scene, statement: Any, found: Pair) -> Pair:
    """An identity with a side 0 on the scale of the largest term of the other."""
    sides = [expand(side) for side in (statement.left, statement.right)]
    if statement.scale is not None or not any(_zero(side) for side in sides):
        return found
    terms = _terms(next((side for side in sides if not _zero(side)), sp.S.Zero))
    try:
        values = scene.rough(*terms) if len(terms) > 1 else []
    except LemmataError:
        return found
    largest = max((float(v.abs().max()) for v in values if v.numel()), default=0.0)
    return replace(found, scale=largest) if found.scale < largest < math.inf else found


def rounding_aside(scene: Scene, left: Any, right: Any, found: Pair) -> bool:
    """Whether the sides differ by more than what rounding, of the terms or of the instance, makes of formulas of their magnitude."""
    sides = [side for side in (expand(left), expand(right)) if not _zero(side)]
    share = max(slack_of(scene, *sides), 0.0 if found.how == "ball" else UNIT)
    if not share or (len(sides) == 2 and abs(found.gap) > SMALL * max(abs(found.left), abs(found.right))):
        return True
    try:
        sizes = scene.rough(*(magnitude(side) for side in sides))
    except (LemmataError, ArithmeticError, TypeError):
        return True
    size = sum(float(v.abs().max()) for v in sizes if v.numel())
    return not abs(found.gap) <= share * size


def _zero(side: Any) -> bool:
    return bool(side == 0 or getattr(side, "is_ZeroMatrix", False))


def _terms(side: Any) -> list[Any]:
    """The terms of a sum, of numbers or of matrices; a product of sums is multiplied out where it is short."""
    traced = isinstance(side, sp.Trace)
    inside = side.args[0] if traced else side
    if sp.count_ops(side) <= TERMS and not isinstance(inside, sp.Add | sp.MatAdd):
        inside = sp.expand(inside)
    terms = inside.args if isinstance(inside, sp.Add | sp.MatAdd) else (inside,)
    return [sp.Trace(t) for t in terms] if traced else list(terms)
