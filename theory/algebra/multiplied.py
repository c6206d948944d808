"""A polynomial over the rationals multiplied out, as sympy's `expand` writes it, by python-flint."""

from __future__ import annotations

from functools import reduce
from operator import add, mul
from typing import Any

import sympy as sp
from flint import Ordering, fmpq_mpoly, fmpq_mpoly_ctx

from lemmata.theory.algebra.ball_eval import rational


def multiplied_out(expr: Any) -> Any:
    """The sum of its terms; what is no polynomial in its symbols is left to sympy."""
    symbols = tuple(sorted(expr.free_symbols, key=str))
    ring = fmpq_mpoly_ctx.get([f"g{i}" for i in range(max(1, len(symbols)))], Ordering.lex)
    known: dict[Any, fmpq_mpoly] = dict(zip(symbols, ring.gens(), strict=False))

    def value(e: Any) -> fmpq_mpoly:
        if e not in known:
            known[e] = new(e)
        return known[e]

    def new(e: Any) -> fmpq_mpoly:
        if e.is_Rational:
            return ring.constant(rational(e))
        if e.is_Add or e.is_Mul:
            return reduce(add if e.is_Add else mul, map(value, e.args))
        if e.is_Pow and e.exp.is_Integer and e.exp > 0:
            return value(e.base) ** int(e.exp)
        raise ValueError(f"{e} is no polynomial over the rationals")

    try:
        terms = value(expr).terms()
    except ValueError:
        return sp.expand(expr)
    return sp.Add(*(_term(sp.Rational(int(c.p), int(c.q)), symbols, powers) for powers, c in terms))


def _term(number: Any, symbols: tuple[Any, ...], powers: tuple[int, ...]) -> Any:
    return sp.Mul(number, *(s ** int(k) for s, k in zip(symbols, powers, strict=False) if k))
