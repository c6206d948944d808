"""Roots, minima and flows as terms: the compiled body is what the solver sees."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
import sympy as sp
import torch
from torch import Tensor

from lemmata.numerics.formula.closures import Body, Closure, inside, outside, rank_of, tracked
from lemmata.numerics.formula.closures import root as outermost
from lemmata.numerics.formula.derivatives import gradient_of
from lemmata.numerics.formula.known_roots import once
from lemmata.numerics.formula.plain import is_number, numbers_of, plain
from lemmata.numerics.formula.program import Node, is_fake
from lemmata.numerics.formula.terms import TermBuilder, names_of, term
from lemmata.numerics.integrate.flow import TOLERANCE, flow
from lemmata.numerics.solve import descent, monotone, quartic, scan
from lemmata.theory.language import iteration, solved
from lemmata.theory.language.errors import CompileError, NotConverged

LONGEST, LONGEST_CLOCKED = (
    1 / 8,
    1 / 128,
)  # steps of a flow, as a share of its time; a field that knows the time may have pulses


@dataclass(frozen=True)
class _Label:
    """What an error calls the equation; to print a long sum takes longer than to solve it, so it waits until it is asked."""

    residual: sp.Expr
    unknown: sp.Symbol

    def __str__(self) -> str:
        return f"the equation {self.residual} = 0 for {self.unknown}"


@term(solved.RootOf)
def _root(b: TermBuilder, e: Any) -> Node:
    residual, x, low, high, _ = e.args
    sign, slope = monotone.direction(residual, x, low)
    sign = 0 if e.which == "stable" and sign > 0 else sign  # there is none: the scan says so
    powers = quartic.coefficients(residual, x) if not sign and e.which != "stable" else None
    closure, name, level = Closure(b, [residual, slope] if sign else [residual, *(powers or ())], [x]), x.name, b.level
    ends = [b.lower(sp.S.Zero if t.is_infinite else t) for t in (low, high)]
    label = _Label(residual, x)
    last: list[Tensor] = []  # the root of the last evaluation at one point

    def root(run: Any, body: Body, batch: tuple[int, ...], *values: Tensor) -> Tensor:
        def g(u: Tensor) -> Tensor:
            return body({name: u}, 1)[0]

        def solve() -> Tensor:
            bottom, top = _end(values[0], low), _end(values[1], high)
            place = None
            if sign:
                whole, first = (_of(b, name) for b in (body, body.rough()))  # type: ignore[attr-defined]
                place = monotone.newton(whole, bottom, top, batch, values[0], sign, first)
            if powers and not b.level:
                wide = batch or (1,)
                known = [t.expand(wide) for t in body({name: values[0]})[1:]]
                near = quartic.root(known, bottom.expand(wide), top.expand(wide), e.which)
                place = None if near is None else quartic.polished(g, near, bottom, top)
                place = place if place is None or batch else place[0]
            if place is None and batch and outermost(run).near and len(last) == 1:
                place = scan.beside(g, last[0], bottom, top, batch)
            if place is None:
                found = scan.roots(g, bottom, top, batch, values[0], label, level)
                place, _ = scan.choose(found, e.which, label)
            return place

        if is_fake(values[0]) or run.fake:
            return g(values[0].expand(batch)).expand(batch)
        with torch.no_grad():
            given = (*values, *body.captured)  # type: ignore[attr-defined]
            place = solve() if batch else once((e, level, closure.sub.level, _sizes(run, e)), given, solve)
            if not batch:
                last[:] = [place]
        return _implicit(g, place) if any(tracked(v) for v in body.captured) else place  # type: ignore[attr-defined]

    return closure.emit(b, ("root", e.which), root, ends, 0)


def _sizes(run: Any, e: Any) -> tuple[Any, ...]:
    """The numbers and the lengths of arrays by the names that an equation reads: they limit its sums."""
    names = sorted(n for n in names_of(e) if isinstance(n, str))
    return tuple((run.numbers.get(n), tuple(getattr(run.env.get(n), "shape", ()))) for n in names)


def _of(body: Any, name: str) -> Any:
    """The body as a function of the unknown."""
    return body and (lambda u, count: body({name: u}, count))


def _end(value: Tensor, limit: sp.Expr) -> Tensor:
    return torch.full_like(value, math.inf if limit == sp.oo else -math.inf) if limit.is_infinite else value


def _implicit(g: Any, place: Tensor) -> Tensor:
    """The root with its derivatives in what it depends on: three Newton steps that change nothing but carry the graph."""
    x = place.detach().clone().requires_grad_()
    start = x
    for _ in range(3):
        value = g(x).expand_as(place)
        x = x - value / gradient_of(value, x, True)
    return x if x is not start else place


@term(solved.LeastValue)
def _least(b: TermBuilder, e: Any) -> Node:
    return _descent(b, e, point=False)


@term(solved.Minimiser)
def _minimiser(b: TermBuilder, e: Any) -> Node:
    return _descent(b, e, point=True)


def _descent(b: TermBuilder, e: Any, point: bool) -> Node:
    f, x, start = e.args
    closure, name, rank, level = Closure(b, [f], [x]), x.name, rank_of(e.args[1]), b.level
    given = not isinstance(start, sp.Tuple)
    inputs = [b.lower(start)] if given else [b.lower(sp.Identity(s)) for s in x.shape] if rank else [b.lower(sp.S.Zero)]

    def run_it(run: Any, body: Body, batch: tuple[int, ...], *values: Tensor) -> Tensor:
        first: Tensor | None = None
        if given:
            first = inside(values[0], x)
            shape = tuple(first.shape[first.ndim - rank :])
        else:
            shape = tuple(v.shape[-1] for v in values)[:rank] if rank else ()
        n = math.prod(shape)

        def objective(u: Tensor) -> Tensor:
            return body({name: u.reshape(*u.shape[:-1], *shape)})[0].expand(u.shape[:-1])

        if run.fake or is_fake(values[0]):
            zeros = torch.zeros((*batch, n), dtype=run.dtype, device=run.device)
            return outside(zeros.reshape((*batch, *shape)), x) if point else objective(zeros)
        if any(tracked(v) for v in (*values, *body.captured)):  # type: ignore[attr-defined]
            raise CompileError(f"{e} is found by search and cannot be differentiated; state the condition that it satisfies")
        flat = None if first is None else first.reshape(*first.shape[: first.ndim - rank], n)
        place, value = descent.least(objective, batch, n, values[0], flat, level)
        if not bool(torch.isfinite(value).all()):
            raise NotConverged(f"descent found no finite value of {f}; give a start")
        return outside(place.reshape((*batch, *shape)), x) if point else value

    return closure.emit(b, ("least", point), run_it, inputs, 2 if point and rank else 0)


@term(iteration.FlowNumber, iteration.FlowMatrix)
def _flow(b: TermBuilder, e: Any) -> Node:
    field, x, ticks, start, time = e.args
    closure = Closure(b, [field], [x, *ticks])
    name, rank = x.name, rank_of(x)
    tolerance, longest = TOLERANCE / 10.0**b.level, (LONGEST_CLOCKED if ticks else LONGEST) / 2**b.level

    def solve(run: Any, body: Body, batch: tuple[int, ...], first: Tensor, until: Tensor) -> Tensor:
        y = inside(first, x)
        y = y.expand((*batch, *y.shape[y.ndim - rank :]))
        scale = until.reshape((*until.shape, *[1] * rank))

        def slope(s: Tensor, state: Tensor) -> Tensor:
            values = {name: state}
            for tick in ticks:
                values[tick.name] = s * until
            return scale * inside(body(values)[0], x)

        top = outermost(run)
        one_step = run.fake or is_fake(first) or top.measuring  # what it occupies, or on which device
        options = {"fake": one_step, "longest": longest, "rounded": top.near}
        numbers = None if one_step or rank or (batch and not top.near) else _numbers(closure, body, batch, y, until)
        if numbers is not None:
            field, begin, end = numbers
            ticking = [tick.name for tick in ticks]

            def quick(s: float, state: Any) -> Any:
                return end * field({name: state, **dict.fromkeys(ticking, s * end)})[0]

            with np.errstate(all="ignore"):
                return torch.as_tensor(flow(quick, begin, tolerance, rank, **options), dtype=torch.float64)
        return outside(flow(slope, y, tolerance, rank, **options), x)

    return closure.emit(b, "flow", solve, [b.lower(start), b.lower(time)], 2 if rank else 0)


def _numbers(closure: Closure, body: Any, batch: tuple[int, ...], *values: Tensor) -> tuple[Any, ...] | None:
    """The body as a function of plain numbers, and these values as such; None where they are something else."""
    if not all(is_number(v, batch) for v in values):
        return None
    field = plain(closure, body.captured, batch)
    return None if field is None else (field, *(numbers_of(v) for v in values))
