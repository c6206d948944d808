"""The sign of an expression that is a multiple of a hypothesis, or a hypothesis plus a number.

Two points tell in exact arithmetic where neither can be, so that nothing is cancelled or multiplied out in vain.
"""

from __future__ import annotations

from typing import Any

import sympy as sp

from lemmata.theory.kernel.hypotheses import Hypotheses


def by_hypothesis(e: Any, hypotheses: Hypotheses) -> int | None:
    """e = c g or e = g + rest for a hypothesis g >= 0, with c > 0 or rest >= 0 by what is simpler."""
    near = [gap for gap in hypotheses.gaps if gap.expr.free_symbols & e.free_symbols]
    for gap, seen in zip(near, _at_points(e, [gap.expr for gap in near]), strict=True):
        for sign in (1, -1):
            if seen is None or sign * seen[0][0] - seen[0][1] == sign * seen[1][0] - seen[1][1]:
                rest = sp.expand(sign * e - gap.expr)
                if rest.is_Rational:
                    if rest >= 0:
                        return sign * (2 if gap.strict or rest > 0 else 1)
                    continue
            if seen is not None and seen[0][0] * seen[1][1] != seen[1][0] * seen[0][1]:
                continue  # the ratio is not one number
            ratio = sp.cancel(sign * e / gap.expr) if e.is_rational_function() and gap.expr.is_rational_function() else None
            if ratio is not None and ratio.is_Rational and ratio > 0:
                return sign * (2 if gap.strict else 1)
    return None


def _at_points(e: Any, others: list[Any]) -> list[tuple[tuple[Any, Any], ...] | None]:
    """The values of e and of each other expression at two points, exactly; None where one of the two is no rational function."""
    symbols = sorted(e.free_symbols.union(*(o.free_symbols for o in others)), key=str) if others else []
    if not others or not e.is_rational_function() or not all(isinstance(s, sp.Symbol) for s in symbols):
        return [None] * len(others)
    points = [{s: sp.Rational(7 * k + 3 + shift, 5 + 6 * shift) for k, s in enumerate(symbols)} for shift in (0, 1)]
    own = [e.xreplace(point) for point in points]
    found: list[tuple[tuple[Any, Any], ...] | None] = []
    for other in others:
        values = [other.xreplace(point) for point in points]
        fits = other.is_rational_function() and all(v.is_Rational for v in (*own, *values))
        found.append(tuple(zip(own, values, strict=True)) if fits else None)
    return found
