"""Whether a condition follows from hypotheses, decided by exact reasoning and never by sampling."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import sympy as sp

from lemmata.theory.kernel import definite, integrable
from lemmata.theory.kernel.conditions import Condition
from lemmata.theory.kernel.declared import NOTHING, Declared
from lemmata.theory.kernel.hypotheses import Hypotheses
from lemmata.theory.kernel.signs import Signs
from lemmata.theory.kernel.summable import summable
from lemmata.theory.language.definitions import expand


class Decider:
    """Decides conditions under the relations of a claim."""

    def __init__(self, relations: Iterable[Any] = (), declared: Declared = NOTHING) -> None:
        self.signs = Signs(Hypotheses(relations, declared))
        self._known: dict[Condition, bool] = {}

    def holds(self, condition: Condition) -> bool:
        """True where it follows; False where that is not seen."""
        if condition not in self._known:
            self._known[condition] = _holds(condition.mapped(expand), self.signs.under(*condition.given))
        return self._known[condition]

    def first_open(self, conditions: Iterable[Condition]) -> Condition | None:
        return next((c for c in conditions if not self.holds(c)), None)


def _holds(condition: Condition, signs: Signs) -> bool:
    e = condition.terms[0]
    match condition.kind:
        case "positive":
            return signs.positive(e)
        case "nonnegative":
            return signs.nonnegative(e)
        case "nonzero":
            return signs.nonzero(e)
        case "integer":
            return bool(e.is_integer)
        case "power":
            exponent = condition.terms[1]
            whole = bool(exponent.is_integer) and (signs.nonnegative(exponent) or signs.nonzero(e))
            return whole or signs.positive(e)
        case "integrable":
            return integrable.integrable(e, tuple(condition.terms[1]), signs, signs.hypotheses.declared)
        case "summable":
            return _summable(e, signs)
        case "invertible":
            return definite.invertible(e, signs)
        case "psd":
            return (definite.definite(e, signs) or 0) >= 1
        case "relation":
            return relation_holds(e, signs)
        case _:
            return False


def _summable(e: Any, signs: Signs) -> bool:
    """A series whose terms vanish (it is 0 then), or one that is seen to converge absolutely."""
    if not isinstance(e, sp.Sum) or len(e.limits) > 1:
        return bool(e == 0)
    index, low, _ = e.limits[0]
    return summable(e, Signs(signs.hypotheses.without({index}).with_(index >= low)))


def relation_holds(r: Any, signs: Signs) -> bool:
    """Whether a relation follows."""
    if r in (sp.true, sp.false):
        return bool(r)
    if isinstance(r, sp.And):
        return all(relation_holds(part, signs) for part in r.args)
    if r in signs.hypotheses.relations or getattr(r, "reversed", None) in signs.hypotheses.relations:
        return True
    if not getattr(r, "is_Relational", False):
        return False
    if isinstance(r, sp.Unequality):
        return signs.nonzero(r.lhs - r.rhs)
    if isinstance(r, sp.Equality):
        return signs.sign(r.lhs - r.rhs) == 0
    gap = r.lhs - r.rhs if isinstance(r, sp.StrictGreaterThan | sp.GreaterThan) else r.rhs - r.lhs
    strict = isinstance(r, sp.StrictGreaterThan | sp.StrictLessThan)
    return signs.positive(gap) if strict else signs.nonnegative(gap)
