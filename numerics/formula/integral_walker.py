r"""Integrals with many digits: over the line by the trapezoid rule on balls, else by mpmath's double-exponential rule."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

import flint
import mpmath
import sympy as sp
from flint import arb

from lemmata.numerics.formula.walker import Closure, Scope, Undecided, Walker, bound_apart, brief
from lemmata.numerics.integrate.line import along_line
from lemmata.numerics.integrate.quadrature import kinks
from lemmata.theory.language.errors import CompileError, NotConverged


@contextmanager
def _finer() -> Iterator[None]:
    """Balls with more bits than mpmath's numbers have."""
    before, flint.ctx.prec = flint.ctx.prec, mpmath.mp.prec + 64
    try:
        yield
    finally:
        flint.ctx.prec = before


def _along_line(w: Walker, inside: sp.Expr, x: sp.Symbol) -> Closure | None:
    """The integral over the line of what has balls, which are quicker than mpmath's numbers; None where it has none."""
    balls = Walker(w.env, exact=True)
    try:
        with _finer(), balls.binding(x, *w.bound):
            body = balls.build(inside)
    except CompileError:
        return None

    def integrate(s: Scope) -> Any:
        with _finer(), suppress(Undecided):
            outer = {k: arb(v) for k, v in s.items()}
            found = along_line(lambda t: body({**outer, x: t}), mpmath.mp.prec)
            if found is not None:
                return mpmath.mpf(tuple(map(int, found.man_exp())))
        return None

    return integrate


def integral(w: Walker, e: sp.Integral) -> Closure:
    """Its value to the digits that mpmath works with; no ball."""
    if w.exact:
        raise CompileError(f"the integral {brief(e)} has no ball evaluation; compile it to torch instead")
    x, low, high = e.limits[-1]
    f = e.function if len(e.limits) == 1 else sp.Integral(e.function, *e.limits[:-1])
    fresh, renamed = bound_apart(e)
    ends = [w.build(t) for t in (low, *([] if isinstance(f, sp.Integral) else kinks(f, x)), high)]
    smooth = _along_line(w, renamed, fresh) if low == -sp.oo and high == sp.oo and len(ends) == 2 else None
    if low == -sp.oo and high == sp.oo:
        ends[1:1] = [w.build(sp.Integer(k)) for k in (-8, -3, 0, 3, 8)]
    with w.binding(fresh):
        body = w.build(renamed)

    def integrate(s: Scope) -> Any:
        if smooth is not None and (found := smooth(s)) is not None:
            return found
        first, *middle, last = [t(s) for t in ends]
        inside = sorted({t for t in middle if first < t < last})
        value, error = mpmath.quad(lambda t: body({**s, fresh: t}), [first, *inside, last], error=True)
        if error > mpmath.mpf(10) ** (-mpmath.mp.dps // 2) * (1 + abs(value)):
            raise NotConverged(f"the reference value of {brief(e)} has error {float(error):.2g}")
        return value

    return integrate
