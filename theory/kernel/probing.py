"""A point at which a polynomial is negative although all bounds hold: then no rewriting by bounds can show that it is not."""

from __future__ import annotations

from typing import Any, Protocol

import sympy as sp

from lemmata.theory.kernel.hypotheses import Hypotheses

STEPS = (sp.Rational(1, 7), sp.Rational(10, 13), sp.Rational(29, 11), sp.Rational(211, 17))


class _Signs(Protocol):
    hypotheses: Hypotheses

    def sign(self, e: Any) -> int | None: ...


def negative_somewhere(p: sp.Poly, signs: _Signs) -> bool:
    """Whether p < 0, in exact arithmetic, at one of a few points that meet every bound and every known sign of the symbols."""
    symbols = _reached(p.gens, signs.hypotheses) if all(isinstance(g, sp.Symbol) for g in p.gens) else []
    if not symbols or not all(isinstance(s, sp.Symbol) and not isinstance(s, sp.Dummy) for s in symbols):
        return False  # a matrix is no number
    known = {s: signs.sign(s) for s in symbols}
    for shift, start in enumerate(STEPS):
        point: dict[Any, Any] = {}
        for number, s in enumerate(symbols):
            side = -1 if known[s] is None and (number + shift) % 2 else 1  # where nothing is known, both are tried
            point[s] = _place(s, known[s], point, signs.hypotheses, start * (2 + (number + shift) % 3) / 3, side)
        if _admitted(point, known, signs.hypotheses) and p.as_expr().xreplace(point).is_negative:
            return True
    return False


def _reached(gens: Any, hypotheses: Hypotheses) -> list[Any]:
    """The symbols, with those that bound them, and so on, in an order of their own."""
    found, rest = set(gens), list(gens)
    while rest:
        for bound in hypotheses.bounds(rest.pop()):
            new = {s for s in bound.value.free_symbols if s not in found}
            found |= new
            rest += sorted(new, key=str)
    return sorted(found, key=str)


def _place(symbol: Any, sign: int | None, point: dict[Any, Any], hypotheses: Hypotheses, step: Any, side: int) -> Any:
    """A number between the bounds that are numbers by now."""
    ends: list[Any] = [sp.Integer(0) if sign in (1, 2) else None, sp.Integer(0) if sign in (-1, -2) else None]
    for bound in hypotheses.bounds(symbol):
        value = bound.value.xreplace(point)
        if value.is_Rational:
            old = ends[bound.upper]
            ends[bound.upper] = value if old is None else min(old, value) if bound.upper else max(old, value)
    low, high = ends
    if low is not None and high is not None:
        return low + (high - low) * step / (1 + step)
    return low + step if low is not None else high - step if high is not None else side * step


def _admitted(point: dict[Any, Any], known: dict[Any, int | None], hypotheses: Hypotheses) -> bool:
    """Whether the point meets all bounds and signs; what has no exact value is not met."""
    for s, x in point.items():
        gaps = [(x, known[s] == 2)] if known[s] in (1, 2) else [(-x, known[s] == -2)] if known[s] in (-1, -2) else []
        if known[s] == 0 or (s.is_integer and not x.is_integer):
            return False
        gaps += [((b.value.xreplace(point) - x) * (1 if b.upper else -1), b.strict) for b in hypotheses.bounds(s)]
        for gap, strict in gaps:
            if not gap.is_Rational or gap < 0 or (strict and gap == 0):
                return False
    return True
