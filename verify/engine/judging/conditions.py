"""Numbers and conditions on them: sets with their ends, values of many digits, conditions that hold for certain."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Any

import sympy as sp

from lemmata.numerics.formula.certain import evaluate_high
from lemmata.numerics.formula.literal import Literal
from lemmata.theory.language.domain import exact
from lemmata.theory.language.errors import LemmataError
from lemmata.theory.language.laws import Normal
from lemmata.theory.language.sampled import Sampled
from lemmata.theory.language.symbols import NonNegative, NumberSet, Positive, Reals
from lemmata.verify.engine.scene import Scene

Less, More = (sp.StrictLessThan, sp.LessThan), (sp.StrictGreaterThan, sp.GreaterThan)


@dataclass
class Ends:
    """The interval of one number, rounded inwards; whole numbers only, or all."""

    low: float = -math.inf
    high: float = math.inf
    whole: bool = False

    @property
    def empty(self) -> bool:
        return self.low > self.high


def batched(exprs: tuple[Any, ...], variables: list[Any]) -> Literal:
    """Formulas as functions of many values of their variables at once: they take the place of draws."""
    table = {
        x: Sampled(
            str(x.name), Normal(), *(x.shape[:1] if getattr(x, "shape", (0, 0))[1] == 1 else x.shape) if x.is_Matrix else ()
        )
        for x in variables
    }
    return Literal(tuple(e.xreplace(table) for e in exprs), averaged=False)


def of_set(s: NumberSet) -> Ends:
    low, high = float(s.low), float(s.high)
    if not s.integer:
        low = low if s.closed[0] or low == -math.inf else math.nextafter(low, math.inf)
        high = high if s.closed[1] or high == math.inf else math.nextafter(high, -math.inf)
    return Ends(low, high, s.integer)


def set_of(x: Any) -> NumberSet:
    """The set of a number, by declaration or by what sympy assumes."""
    if isinstance(found := getattr(x, "domain", None), NumberSet):
        return found
    base = Positive if x.is_positive else NonNegative if x.is_nonnegative else Reals
    return replace(base, integer=True) if x.is_integer else base


def number(scene: Scene, formula: Any) -> tuple[Any, Any]:
    """A number with its error, of many digits where there is such an evaluation."""
    if _rational(formula):
        values = {
            s: exact(scene.env[str(s.name)]) for s in formula.free_symbols if _plain(scene.env.get(str(getattr(s, "name", ""))))
        }
        known = formula.xreplace(values)
        if getattr(known, "is_Rational", False):
            return known, 0
    try:
        return evaluate_high(formula, scene.env, 50)
    except LemmataError:
        value, error = scene.value(formula)
        return float(value), 4 * float(error)


def _rational(formula: Any) -> bool:
    """Whether it has sums, products and small whole powers alone: sympy takes roots of fractions apart into prime factors."""
    powers = formula.atoms(sp.Pow)
    return not formula.atoms(sp.Function) and all(p.exp.is_Integer and abs(p.exp) <= 32 for p in powers)


def _plain(value: Any) -> bool:
    return isinstance(value, int | float) and math.isfinite(value)


def meets(scene: Scene, condition: Any) -> bool | None:
    """Whether a condition holds exactly or by more than the error; None where that is open."""
    if condition in (sp.true, sp.false):
        return bool(condition)
    if isinstance(condition, sp.And | sp.Or):
        found = [meets(scene, c) for c in condition.args]
        stop = isinstance(condition, sp.Or)
        return stop if stop in found else None if None in found else not stop
    if isinstance(condition, sp.Not):
        inner = meets(scene, condition.args[0])
        return None if inner is None else not inner
    gap = condition.lhs - condition.rhs
    if getattr(gap, "is_Matrix", False):
        return None
    value, error = number(scene, gap)
    if error == 0:
        return bool(condition.func(value, 0))
    if abs(value) <= error:
        return None
    if isinstance(condition, sp.Equality | sp.Unequality):
        return isinstance(condition, sp.Unequality)
    return bool((value < 0) == isinstance(condition, Less))


def single(*conditions: Any) -> list[Any]:
    return [part for c in conditions for part in (c.args if isinstance(c, sp.And) else (c,))]
