"""Roots in balls: one refined by Newton's method and enclosed by a change of sign; all of a bounded interval counted."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import flint
import sympy as sp
import torch
from flint import arb

from lemmata.numerics.formula.matrix_walker import HighWalker, register
from lemmata.numerics.formula.series import Series
from lemmata.numerics.formula.terms import names_of
from lemmata.numerics.formula.walker import Closure, Scope, Undecided
from lemmata.theory.language.errors import CompileError
from lemmata.theory.language.solved import RootOf


@register(RootOf)
def _root(w: HighWalker, e: Any) -> Closure:
    residual, x, *_ = e.args
    bound = {b if isinstance(b, sp.Dummy) else str(b.name) for b in w.bound}
    if bound & (names_of(e) - {x.name}):
        raise CompileError(f"{e} depends on a bound variable; with many digits only a root of its own has a value")
    g = w.open([x], residual)

    def root(s: Scope) -> Any:
        first = _in_floats(w, e)
        place = arb(first)
        for _ in range(12):
            value = g({**s, x: Series([place, arb(1)])})
            if not isinstance(value, Series):
                raise CompileError(f"the equation of {e} does not depend on {x}")
            step = (value.terms[0] / value.terms[1]).mid()
            place = (place - step).mid()
            if abs(step) <= abs(place) * arb(2) ** (8 - flint.ctx.prec):
                break
        if not abs(place - first) <= (abs(place) + arb(10) ** -200) * arb(10) ** -6:
            raise Undecided
        radius = (abs(place) + arb(10) ** -200) * arb(2) ** (24 - flint.ctx.prec)
        for _ in range(24):
            below, above = g({**s, x: place - radius}), g({**s, x: place + radius})
            if below * above < 0:
                return arb(place.mid(), radius.mid())
            radius = radius * 16
        raise Undecided

    return root


def _in_floats(w: HighWalker, e: Any) -> float:
    from lemmata.numerics.formula.literal import Literal

    env = {k: torch.tensor(v, dtype=torch.float64) if isinstance(v, list) else v for k, v in w.env.items()}
    return float(Literal((e,), averaged=False)(env)[0])


BOXES = 4000


def count_roots(residual: sp.Expr, x: sp.Symbol, low: float, high: float, env: Mapping[str, Any]) -> int | None:
    """The number of roots strictly inside a bounded interval, proved; None where balls do not decide.

    The interval is cut until on every piece the residual does not vanish or its derivative does not; on a run of pieces
    where the derivative keeps its sign there is a root exactly if the residual changes its own.
    """
    before = flint.ctx.prec
    try:
        flint.ctx.prec = 80
        w = HighWalker(env)
        w.learn(residual)
        g = w.open([x], residual)
        return _count(lambda v: g({x: v}), low, high)
    except (CompileError, Undecided, ZeroDivisionError, TypeError, AttributeError):
        return None
    finally:
        flint.ctx.prec = before


def _count(g: Callable[[Any], Any], low: float, high: float) -> int | None:
    pieces: list[tuple[float, float, int]] = []  # ends, sign of the derivative (0: the residual does not vanish)
    stack, seen = [(low, high)], 0
    while stack:
        a, b = stack.pop()
        seen += 1
        if seen > BOXES or b - a <= 1e-13 * max(abs(a), abs(b)):
            return None
        made = g(Series([arb(a).union(arb(b)), arb(1)]))
        value, slope = (made.terms[0], made.terms[1]) if isinstance(made, Series) else (made, arb(0))
        if value > 0 or value < 0:
            pieces.append((a, b, 0))
        elif slope > 0 or slope < 0:
            pieces.append((a, b, 1 if slope > 0 else -1))
        else:
            middle = a + (b - a) * 0.4876
            stack += [(middle, b), (a, middle)]
    count, k = 0, 0
    while k < len(pieces):
        first, sign = pieces[k][0], pieces[k][2]
        while k + 1 < len(pieces) and pieces[k + 1][2] == sign != 0:
            k += 1
        if sign:
            left, right = g(arb(first)), g(arb(pieces[k][1]))
            if not ((left > 0 or left < 0) and (right > 0 or right < 0)):
                return None  # a root at an end of the interval, or too close to one
            count += int(bool(left * right < 0))
        k += 1
    return count
