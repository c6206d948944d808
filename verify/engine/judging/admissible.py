"""Where the variables of an optimum may be: their sets, the kinds of their arrays, and the conditions that mention them.

Places are made by free numbers: an array of a kind by those of ``moving``, a number within the interval that its set and the
conditions on it alone leave. An equation that gives a number takes its place. What is left of the conditions rejects. A place
counts only where each condition holds by more than its rounding: what lies on an edge by floats may lie beyond it.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import sympy as sp
import torch
from torch import Tensor

from lemmata.numerics.random.checking import check_instance
from lemmata.theory.language.definitions import expand
from lemmata.theory.language.domain import exact
from lemmata.theory.language.errors import DomainError, LemmataError
from lemmata.theory.language.kinds import Optimality
from lemmata.verify.engine.judging.conditions import Ends, Less, More, batched, meets, number, of_set, set_of, single
from lemmata.verify.engine.moving import chart
from lemmata.verify.engine.scene import Scene
from lemmata.verify.engine.spoken import mentions

MARGIN = 1e-12  # share of its sides by which floats have to see a condition met


@dataclass
class Admissible:
    """``variables``: those that are free; ``given``: formulas of the others, by equations; ``stated``: the conditions as the claim
    has them, ``conditions`` the same without the variables that are given, ``rest`` those that reject."""

    scene: Scene
    objective: Any
    shapes: dict[Any, tuple[int, ...]]
    ends: dict[Any, Ends]
    given: dict[Any, Any]
    stated: tuple[Any, ...]
    conditions: tuple[Any, ...]
    rest: tuple[Any, ...]
    _gaps: dict[Any, Any] = field(default_factory=dict)

    @property
    def variables(self) -> list[Any]:
        return list(self.shapes)

    @property
    def plain(self) -> bool:
        """Whether every real number and every array will do."""
        whole = all(e.low == -math.inf and e.high == math.inf and not e.whole for e in self.ends.values())
        return whole and not self.rest and not self.given and all(chart(x) is None for x in self.shapes if x not in self.ends)

    @property
    def empty(self) -> bool:
        return any(e.empty for e in self.ends.values())

    # -- free numbers and places ---------------------------------------------------------------------------------

    def free(self, place: Mapping[Any, Tensor]) -> Tensor:
        """The free numbers of a place."""
        charts = {x: None if x in self.ends else chart(x) for x in self.shapes}
        found = [place[x] if made is None else made[0](place[x]) for x, made in charts.items()]
        return torch.cat([v.reshape(-1) for v in found]) if found else torch.zeros(0, dtype=torch.float64)

    def box(self) -> list[tuple[float | None, float | None]]:
        """The ends of each free number."""
        found: list[tuple[float | None, float | None]] = []
        for x, shape in self.shapes.items():
            e = self.ends.get(x, Ends())
            ends = (e.low if math.isfinite(e.low) else None, e.high if math.isfinite(e.high) else None)
            found += [ends] * math.prod(shape)
        return found

    def whole(self) -> Tensor:
        """Which free numbers are whole numbers."""
        return torch.tensor(
            [x in self.ends and self.ends[x].whole for x, s in self.shapes.items() for _ in range(math.prod(s))]
        )

    def env(self, rows: Tensor) -> dict[str, Tensor]:
        """The values of the variables, by name, for rows of free numbers."""
        found, used = {}, 0
        for x, shape in self.shapes.items():
            count = math.prod(shape)
            piece = rows[:, used : used + count].reshape(rows.shape[0], *shape)
            if x in self.ends:
                e = self.ends[x]
                piece = piece.round() if e.whole else piece
                piece = piece.clamp(e.low, e.high)
            elif (made := chart(x)) is not None:
                piece = torch.vmap(made[1])(piece)
            found[str(x.name)] = piece
            used += count
        return found

    def place(self, row: Tensor) -> dict[Any, Tensor]:
        """The values that one row of free numbers makes."""
        return {x: v[0] for x, v in zip(self.shapes, self.env(row[None]).values(), strict=True)}

    def folded(self, rows: Tensor) -> Tensor:
        """Free numbers reflected at their ends into their intervals."""
        if not self.ends:
            return rows
        low, high = (
            torch.tensor([e[k] if e[k] is not None else s for e in self.box()]) for k, s in ((0, -math.inf), (1, math.inf))
        )
        low, high = low.to(rows.dtype), high.to(rows.dtype)
        width = (high - low).clamp_min(1e-300)
        both = low + (width - ((rows - low).remainder(2 * width) - width).abs())
        rows = torch.where(torch.isfinite(width), both, rows)
        rows = torch.where(torch.isfinite(low) & (rows < low), 2 * low - rows, rows)
        return torch.where(torch.isfinite(high) & (rows > high), 2 * high - rows, rows)

    # -- which places count --------------------------------------------------------------------------------------

    def allowed(self, rows: Tensor) -> Tensor:
        """Which rows of free numbers make places that meet the conditions clearly."""
        found = torch.ones(rows.shape[0], dtype=torch.bool)
        env = self.env(rows) if self.rest else {}
        for condition in self.rest:
            found &= self._mask(condition, env, rows.shape[0])
        return found

    def _mask(self, condition: Any, env: Mapping[str, Tensor], count: int) -> Tensor:
        if condition in (sp.true, sp.false):
            return torch.full((count,), bool(condition))
        if isinstance(condition, sp.And | sp.Or):
            parts = torch.stack([self._mask(c, env, count) for c in condition.args])
            return parts.all(0) if isinstance(condition, sp.And) else parts.any(0)
        if isinstance(condition, sp.Not):
            return ~self._mask(condition.args[0], env, count)
        if condition not in self._gaps:
            names = {str(x.name) for x in self.shapes}
            sides = batched((condition.lhs, condition.rhs), self.variables)
            self._gaps[condition] = sides.at({k: v for k, v in self.scene.env.items() if k not in names})
        left, right = (
            torch.as_tensor(v, dtype=torch.float64).expand(count) for v in self._gaps[condition](env, count, check=False)
        )
        gap, room = left - right, MARGIN * (left.abs() + right.abs())
        if isinstance(condition, sp.Unequality):
            return gap.abs() > room
        if isinstance(condition, sp.Equality):
            return torch.zeros(count, dtype=torch.bool)  # what floats make does not lie on a surface
        return gap < -room if isinstance(condition, Less) else gap > room

    def certain(self, place: Mapping[Any, Tensor]) -> bool:
        """Whether a place belongs to every set and kind and meets every condition, exactly or by more than the error."""
        table = {x: exact(v) for x in self.ends for v in [float(place[x])]}
        if not all(set_of(x).contains(v) for x, v in table.items()):
            return False
        scene = self.scene.but(given={**self.scene.given, **{str(x.name): v for x, v in place.items()}})
        try:
            for x in self.shapes:
                if x not in self.ends and hasattr(x, "kind") and hasattr(x, "of"):
                    check_instance(x, place[x])
            return all(meets(scene, c.xreplace(table)) is True for c in self.conditions)
        except LemmataError:
            return False

    def outside(self, stated: Mapping[Any, Any], place: Mapping[Any, Tensor]) -> str:
        """Why the stated place is none that the variables may take, or nothing; rounding is no reason."""
        numbers = {x: expand(sp.sympify(v)) for x, v in stated.items() if not place[x].ndim}
        for x, formula in numbers.items():
            value, error = number(self.scene, formula)
            s = set_of(x)
            beyond = [value < s.low - error, value > s.high + error]
            beyond += [
                error == 0 and value == end and not closed for end, closed in zip((s.low, s.high), s.closed, strict=True)
            ]
            beyond += [s.integer and abs(value - round(value)) > max(error, 1e-9 * abs(value))]
            if any(beyond):
                return f"{x} = {float(value):.6g} is no value that it may take"
        for x, value in place.items():
            if value.ndim and hasattr(x, "kind") and hasattr(x, "of"):
                try:
                    check_instance(x, value)
                except DomainError as error:
                    return f"the stated {x} is no value that it may take: {error}"
        given = {**self.scene.given, **{str(x.name): v for x, v in place.items()}}
        scene = self.scene.but(given=given)
        for condition in self.stated:
            if scene.truth(condition.xreplace(numbers)) is False:
                return f"the stated place does not meet {condition}"
        return ""


def admissible(scene: Scene, statement: Optimality, place: Mapping[Any, Tensor], when: Sequence[Any] = ()) -> Admissible:
    """Where the variables of a statement may be at a scene."""
    every = single(*(expand(c) for c in (*scene.claim.domain.conditions, *when)))
    own = tuple(c for c in every if mentions(c, statement.at))
    numbers = [x for x in statement.at if not place[x].ndim]
    ends = {x: of_set(set_of(x)) for x in numbers}
    found = Admissible(
        scene, expand(statement.objective), {x: tuple(v.shape) for x, v in place.items()}, ends, {}, own, own, own
    )
    for condition in own:
        if isinstance(condition, sp.Equality):
            found = _solved(found, condition.xreplace(found.given))
    rest = []
    for condition in found.rest:
        bound = _bound(found, condition)
        if bound is None:
            rest.append(condition)
            continue
        x, value, upper = bound
        e = found.ends[x]
        if upper:
            e.high = min(e.high, math.floor(value) if e.whole else value)
        else:
            e.low = max(e.low, math.ceil(value) if e.whole else value)
    return replace(found, rest=tuple(rest))


def _solved(found: Admissible, condition: Any) -> Admissible:
    """Where an equation gives a real number by the other variables, that number is put in its place."""
    gap = condition.lhs - condition.rhs if getattr(condition, "is_Relational", False) else sp.S.Zero
    if getattr(gap, "is_Matrix", False):
        return found
    for x in [x for x, e in found.ends.items() if not e.whole and gap.has(x)]:
        slope = sp.diff(gap, x)
        if mentions(slope, found.shapes) or number(found.scene, slope)[0] == 0:
            continue
        formula = {x: sp.expand(-gap.subs(x, 0) / slope)}
        s, rest = set_of(x), [c for c in found.rest if c != condition]
        if math.isfinite(s.low):
            rest.append(sp.Ge(x, s.low) if s.closed[0] else sp.Gt(x, s.low))
        if math.isfinite(s.high):
            rest.append(sp.Le(x, s.high) if s.closed[1] else sp.Lt(x, s.high))
        return replace(
            found,
            objective=found.objective.xreplace(formula),
            shapes={y: shape for y, shape in found.shapes.items() if y != x},
            ends={y: e for y, e in found.ends.items() if y != x},
            given={**{y: f.xreplace(formula) for y, f in found.given.items()}, **formula},
            conditions=tuple(c.xreplace(formula) for c in dict.fromkeys((*found.conditions, *rest)) if c != condition),
            rest=tuple(c.xreplace(formula) for c in rest),
        )
    return found


def _bound(found: Admissible, condition: Any) -> tuple[Any, float, bool] | None:
    """The number that a condition bounds by itself: (variable, end, whether from above), rounded inwards."""
    about = [x for x in found.shapes if mentions(condition, [x])]
    if len(about) != 1 or about[0] not in found.ends or not isinstance(condition, (*Less, *More)):
        return None
    (x,) = about
    gap = condition.lhs - condition.rhs if isinstance(condition, Less) else condition.rhs - condition.lhs  # gap < 0
    slope = sp.diff(gap, x)
    if slope.has(x):
        return None
    try:
        steep = float(number(found.scene, slope)[0])
        end, error = number(found.scene, -gap.subs(x, 0) / slope)
    except LemmataError:
        return None
    if steep == 0 or not math.isfinite(float(end)):
        return None
    upper, value = steep > 0, float(end)
    strict = isinstance(condition, sp.StrictLessThan | sp.StrictGreaterThan)
    inwards = -math.inf if upper else math.inf
    if strict or error > 0 or value != end:
        value = math.nextafter(value - float(error) if upper else value + float(error), inwards)
    return x, value, upper
