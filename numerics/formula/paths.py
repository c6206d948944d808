"""Iteration of a map: one loop serves every time that is looked at and every hitting time of a path.

Terms that are fresh at each step come from substreams named by the term and the number of the step, so the whole path is
a function of the key of the draw; a term of one name is the same sample at a step of two paths.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import sympy as sp
import torch
from torch import Tensor

from lemmata.numerics.formula.closures import Body, Closure, column, inside, inside_column, outside, rank_of, root
from lemmata.numerics.formula.plain import is_number, numbers_of, plain
from lemmata.numerics.formula.program import Node, is_fake, union
from lemmata.numerics.formula.terms import FRESH, TermBuilder, term
from lemmata.numerics.formula.traits import has
from lemmata.theory.language import iteration
from lemmata.theory.language.errors import CompileError, DomainError, NonFinite, SimulatorError

LONGEST = 10_000_000


@dataclass
class Record:
    """One path of a program: its node, and what is asked of it."""

    node: Node | None = None
    times: list[sp.Expr] = field(default_factory=list)
    every: bool = False


@dataclass(frozen=True)
class Trajectory:
    """What a loop leaves behind: the states at the times kept (or at all), and when each event was first true."""

    states: dict[int, tuple[Tensor, ...]]
    hits: tuple[Tensor, ...]
    length: int


def events_of(exprs: Sequence[Any]) -> dict[Any, list[Any]]:
    """The events that are waited for, by path."""
    found: dict[Any, list[Any]] = {}
    for e in exprs:
        if not has(e, (iteration.HittingTime,)):
            continue
        for node in sorted(e.atoms(iteration.HittingTime), key=sp.default_sort_key):
            known = found.setdefault(node.args[0], [])
            if node.args[1] not in known:
                known.append(node.args[1])
    return found


def _record(b: TermBuilder, path: Any) -> Record:
    if path not in b.paths:
        b.paths[path] = Record()
        b.paths[path].node = _lower_path(b, path, b.paths[path])
    return b.paths[path]  # type: ignore[no-any-return]


def _lower_path(b: TermBuilder, path: Any, record: Record) -> Node:
    events = b.events.get(path, [])
    symbols = [sp.Symbol(t.name) if not t.sizes else _array(t) for t in path.fresh]
    clock = [path.clock] if path.clock is not None else []
    body = Closure(b, [*path.step], [*path.states, *symbols, *clock])
    watch = Closure(b, events, path.states) if events else None
    starts = [b.lower(s) for s in path.start]
    for s in sorted(path.times.free_symbols, key=str):
        b.lower(s)  # so that the run knows it
    extra = list(watch.args) if watch else []

    def run_path(run: Any, step: Body, batch: tuple[int, ...], *values: Any) -> Trajectory:
        start, captured = values[: len(starts)], values[len(starts) :]
        if path.fresh:
            batch = tuple(torch.broadcast_shapes(batch, (root(run).draw.replicates,)))
        seen = watch.bind(run, captured, batch) if watch else None
        drawn = path.fresh or seen is not None or root(run).measuring or (batch and not root(run).near)
        numbers = None if drawn or not all(is_number(v, batch) for v in start) else plain(body, step.captured, batch)  # type: ignore[attr-defined]
        if numbers is not None:
            with np.errstate(all="ignore"):
                return _loop(run, path, record, numbers, None, batch, [numbers_of(v) for v in start], 0)
        return _loop(run, path, record, step, seen, batch, start, len(events))

    node = body.emit(b, ("path", path), run_path, [*starts, *extra], 0, frozenset([FRESH]) if path.fresh else frozenset())
    if node.ix and path.fresh:
        raise CompileError("a path with fresh terms stands under a sum whose index it contains; take it out of the sum")
    return node


def _array(t: Any) -> Any:
    from lemmata.theory.language.arrays import VectorSymbol

    return VectorSymbol(t.name, t.sizes[0]) if len(t.sizes) == 1 else sp.MatrixSymbol(t.name, *t.sizes)


def _loop(
    run: Any,
    path: Any,
    record: Record,
    step: Callable[..., list[Any]],
    seen: Body | None,
    batch: tuple[int, ...],
    start: Sequence[Any],
    events: int,
) -> Trajectory:
    """The states are tensors, or plain numbers, which become tensors at the times that are kept."""
    length = steps(run, path.times, "the number of steps")
    wanted = {steps(run, t, "a time") for t in record.times}
    if wanted and max(wanted) > length:
        raise DomainError(f"a path of {length} steps is looked at after {max(wanted)}; make it longer")
    last = length if record.every or events else max(wanted, default=0)
    names, states, fresh, clock = [s.name for s in path.states], path.states, path.fresh, path.clock
    columns = any(inside_column(s) for s in states)
    state = tuple(inside(v, s) for v, s in zip(start, states, strict=True))
    kept: dict[int, tuple[Tensor, ...]] = {}
    hits = [torch.full(batch, float(length), dtype=run.dtype, device=run.device) for _ in range(events)]
    waiting = [torch.ones(batch, dtype=torch.bool, device=run.device) for _ in range(events)]
    numbers = not any(isinstance(v, Tensor) for v in start)
    fake = run.fake or any(isinstance(v, Tensor) and is_fake(v) for v in start)
    for t in range(last + 1):
        if record.every or t in wanted:
            kept[t] = tuple(torch.as_tensor(v, dtype=run.dtype) for v in state) if numbers else state
        if seen is not None:
            for k, event in enumerate(seen(dict(zip(names, state, strict=True)))):
                now = waiting[k] & event
                hits[k] = torch.where(now, float(t), hits[k])
                waiting[k] = waiting[k] & ~event
            if not record.every and t >= max(wanted, default=0) and not fake and not any(bool(w.any()) for w in waiting):
                break
        if t == last:
            break
        values = dict(zip(names, state, strict=True))
        if fresh:
            values.update(_fresh(run, path, t))
        if clock is not None:
            values[clock.name] = float(t) if numbers else run.full(t)
        found = step(values)
        state = tuple(inside(v, s) for v, s in zip(found, states, strict=True)) if columns else tuple(found)
        if (t % 64 == 0 or t + 1 == last) and not fake and run.check and not _finite(state):
            raise NonFinite(f"the path {path} is not finite after {t + 1} steps; take smaller steps or another start")
    return Trajectory(kept, tuple(hits), length)


def _finite(state: Sequence[Any]) -> bool:
    return all(bool((torch.isfinite(v) if isinstance(v, Tensor) else np.isfinite(v)).all()) for v in state)


def _fresh(run: Any, path: Any, step: int) -> dict[str, Tensor]:
    from lemmata.numerics.random.terms import draw_terms

    top, names = root(run), {t.name for t in path.fresh}
    if top.draw is None:
        raise SimulatorError(f"{', '.join(sorted(names))} is drawn anew at each step of a path: give draw= at the call")
    world = top.world if top.world is not None and top.world.term in names else None
    drawn = draw_terms(path.fresh, top.known, top.draw, world, step=step)
    ranks = {t.name: len(t.sizes) for t in path.fresh}
    return {n: column(t, ranks[n]).to(run.dtype) for n, t in drawn.items() if n in names}


def steps(run: Any, e: sp.Expr, what: str) -> int:
    """A time as an integer."""
    known = run.static(e)
    if known is None:
        raise CompileError(f"{what} of a path, {e}, must be a number of the environment and the same for all replicates")
    value = round(known[0])
    if abs(value - known[0]) > 1e-9 or not 0 <= value <= LONGEST:
        raise DomainError(f"{what} of a path, {e} = {known[0]:g}, must be an integer from 0 to {LONGEST}")
    return value


@term(iteration.StateNumber, iteration.StateMatrix)
def _state(b: TermBuilder, e: Any) -> Node:
    path, time, component = e.path, e.time, e.component
    record = _record(b, path)
    assert record.node is not None
    variable = path.states[component]
    rank = rank_of(variable)
    moving = any(isinstance(s, sp.Dummy) for s in time.free_symbols) or time.has(iteration.HittingTime)
    if not moving:
        if time not in record.times:
            record.times.append(time)
        for s in sorted(time.free_symbols, key=str):
            b.lower(s)  # so that the run knows it
        return b.program.emit(
            ("state", time, component),
            lambda run, p: outside(p.states[steps(run, time, "a time")][component], variable),
            [record.node],
            record.node.ix,
            2 if rank else 0,
        )
    record.every = True
    at = b.program.tensor(b.lower(time))
    ix = union([at, record.node])
    if record.node.ix and record.node.ix != ix:
        raise CompileError(
            f"{e}: a path that depends on one index is looked at at a time that depends on another; split the sum"
        )
    at = b.program.align(at, ix)

    def pick(run: Any, p: Trajectory, when: Tensor) -> Tensor:
        place = torch.round(when).long().clamp(0, p.length)
        first = p.states[0][component]
        shape = first.shape[first.ndim - rank :]
        batch = torch.broadcast_shapes(*(p.states[t][component].shape[: p.states[t][component].ndim - rank] for t in p.states))
        stack = torch.stack([p.states[t][component].expand((*batch, *shape)) for t in range(p.length + 1)])
        if place.ndim == len(ix) or place.numel() == math.prod(place.shape[place.ndim - len(ix) :]):
            found = stack[place.reshape(place.shape[place.ndim - len(ix) :])]  # (ix..., batch..., rank)
            lead = len(ix)
            found = found.movedim(tuple(range(lead)), tuple(range(len(batch), len(batch) + lead))) if lead else found
        else:
            full = torch.broadcast_shapes(place.shape, (*batch, *[1] * len(ix)))
            index = place.expand(full).reshape(*full, *[1] * rank).expand(*full, *shape).unsqueeze(0)
            wide = stack.reshape(stack.shape[0], *batch, *[1] * len(ix), *shape).expand(stack.shape[0], *full, *shape)
            found = wide.gather(0, index)[0]
        return outside(found, variable)

    return b.program.emit(("state at", component), pick, [record.node, at], ix, 2 if rank else 0)


@term(iteration.HittingTime)
def _hitting(b: TermBuilder, e: Any) -> Node:
    path, event = e.args
    record = _record(b, path)
    assert record.node is not None
    place = b.events[path].index(event)
    return b.program.emit(("hit", place), lambda run, p: p.hits[place], [record.node], record.node.ix)
