"""Whether relations cover everything: a relation and its contrary, or less, equal and greater."""

from __future__ import annotations

from typing import Any

import sympy as sp

_SYMBOL = {
    sp.StrictGreaterThan: ">",
    sp.GreaterThan: ">=",
    sp.StrictLessThan: "<",
    sp.LessThan: "<=",
    sp.Equality: "=",
    sp.Unequality: "!=",
}
_MEANS = {">": {1}, ">=": {0, 1}, "<": {-1}, "<=": {-1, 0}, "=": {0}, "!=": {-1, 1}}


def cover(relations: list[Any]) -> bool:
    """Whether, of some difference, all three signs are covered."""
    groups: list[tuple[Any, set[int]]] = []
    for r in relations:
        sign = _SYMBOL.get(type(r))
        if sign is None:
            continue
        gap, signs = sp.expand(r.lhs - r.rhs), _MEANS[sign]
        for k, (known, seen) in enumerate(groups):
            for direction in (1, -1):
                ratio = (
                    sp.S.One
                    if gap == direction * known
                    else sp.cancel(gap / (direction * known))
                    if known.is_rational_function() and gap.is_rational_function()
                    else None
                )
                if ratio is not None and ratio.is_Rational and ratio > 0:
                    groups[k] = (known, seen | {direction * s for s in signs})
                    break
            else:
                continue
            break
        else:
            groups.append((gap, set(signs)))
    return any(seen == {-1, 0, 1} for _, seen in groups)
