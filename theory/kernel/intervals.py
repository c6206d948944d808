"""An expression in one symbol is positive on a closed interval, by balls on pieces of it."""

from __future__ import annotations

from typing import Any

import sympy as sp
from flint import acb, arb, ctx

from lemmata.theory.algebra.ball_eval import BallFunction, enclose
from lemmata.theory.kernel.hypotheses import Hypotheses
from lemmata.theory.language.errors import CompileError

PIECES = 4000


def positive_on_interval(e: Any, hypotheses: Hypotheses) -> str:
    """How it was shown that e > 0 for all values of its one symbol, or nothing."""
    symbols = [s for s in e.free_symbols if isinstance(s, sp.Symbol)]
    if len(symbols) != 1 or len(e.free_symbols) != 1:
        return ""
    ends = [
        [b.value for b in hypotheses.bounds(symbols[0]) if b.upper is side and not b.value.free_symbols]
        for side in (False, True)
    ]
    if not all(ends):
        return ""
    try:
        function = BallFunction(e, symbols)
        with ctx.workprec(96):
            # the widest of the stated bounds holds whatever the others are
            low, high = enclose(ends[0][0], 25).real, enclose(ends[1][0], 25).real
            if not low <= high:
                return ""
            count = _count(function, low.lower(), high.upper())
    except (CompileError, AttributeError, TypeError):
        return ""
    return f"enclosures on {count} intervals that cover [{ends[0][0]}, {ends[1][0]}] exclude 0" if count else ""


def _count(function: BallFunction, low: arb, high: arb) -> int:
    """How many pieces were needed, or 0 where they did not suffice."""
    waiting, done = [(low, high)], 0
    while waiting:
        a, b = waiting.pop()
        value = function(acb(a.union(b)))
        if value.is_finite() and value.imag.contains(0) and value.real > 0:
            done += 1
            continue
        middle = ((a + b) / 2).mid()
        if done + len(waiting) > PIECES or not (a < middle < b):
            return 0
        waiting += [(a, middle), (middle, b)]
    return done
