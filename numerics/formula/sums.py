r"""Indexed arrays, sums and products: every bound index is a tensor dimension, never a python loop.

An ``IndexedBase`` starts at index 1, ``Coefficients`` at 0, a matrix at (0, 0). A limit may be a number, a size
that the environment does not give (then the array's length), an outer index, or a batched parameter: terms
outside the limits are masked, and an empty range sums to 0 (multiplies to 1).
"""

from __future__ import annotations

from typing import Any

import sympy as sp
import torch
from torch import Tensor

from lemmata.numerics.formula import quotients
from lemmata.numerics.formula.letters import put
from lemmata.numerics.formula.lifting import lifted
from lemmata.numerics.formula.lowering import Builder, handles
from lemmata.numerics.formula.program import Index, Node, Run, bounds, union
from lemmata.theory.language.arrays import VectorSymbol
from lemmata.theory.language.errors import CompileError, DomainError
from lemmata.theory.language.functions import Coefficients

SCALES = (-1, 2, -2, 4, -4)


def load(b: Builder, name: str, rank: int) -> Node:
    """A whole array of the environment, its ``rank`` array dimensions last."""
    return b.load(name, rank)


@handles(sp.Indexed)
def _indexed(b: Builder, expr: sp.Indexed) -> Node:
    base, rank = expr.base, len(expr.indices)
    name = str(base.label)
    for axis, size in enumerate(base.shape or ()):
        declare_size(b, size, name, axis - rank)
    first = 0 if isinstance(base, Coefficients) else 1
    return element(b, load(b, name, rank), (None,) * rank, expr.indices, first, name)


@handles(sp.matrices.expressions.matexpr.MatrixElement)
def _matrix_element(b: Builder, expr: Any) -> Node:
    parent, i, j = expr.args
    column = isinstance(parent, VectorSymbol)  # of which the environment has a sequence
    sizes = (None, None) if isinstance(parent, sp.MatrixSymbol) and not column else tuple(parent.shape)
    return element(b, b.lower(parent), sizes, (i, j), 0, str(parent))


def declare_size(b: Builder, size: sp.Expr, array: str, axis: int) -> None:
    if isinstance(size, sp.Symbol):
        b.note_size(size.name, (array, axis, 0))
        b.program.declared.add((size.name, array, axis))


def element(
    b: Builder, array: Node, shape: tuple[sp.Expr | None, ...], indices: tuple[sp.Expr, ...], first: int, label: str
) -> Node:
    """``array[indices]``: a slice where the indices are bound and plain, a gather otherwise.

    ``shape`` holds the sizes as expressions, or None where the environment's array has them.
    """
    rank = len(shape)
    if array.ix and any(not i.is_Integer for i in indices):
        raise CompileError(f"{label} depends on a summation index and cannot be indexed by another")
    active = {i.symbol: i for i in b.active}
    plain = [active[i] for i in indices if i in active]
    if all(i.is_Integer for i in indices):
        places = tuple(int(i) - first for i in indices)
        return b.program.emit(("pick", places, rank), lambda run, t: _pick(t, places, first, label), [array], array.ix)
    if len(plain) == rank and len(set(plain)) == rank:
        order = sorted(plain, key=lambda i: i.depth)
        for axis, index in enumerate(plain):
            index.carriers.add((label, axis - rank, first, shape[axis]))
            if isinstance(index.high, sp.Symbol) and index.high not in active and shape[axis] is None:
                b.note_size(index.high.name, (label, axis - rank, first - 1))
        windows = [window(b, i) for i in plain]
        permutation = [plain.index(i) for i in order]

        def slices(run: Run, t: Tensor, *spans: tuple[int, int, bool]) -> Tensor:
            for axis, (start, stop, _) in enumerate(spans):
                t = t.narrow(axis - rank, start - first, max(stop - start + 1, 0))
            lead = t.ndim - rank
            return t if rank == 1 else t.permute(*range(lead), *(lead + p for p in permutation))

        return b.program.emit(("slice", first), slices, [array, *windows], tuple(order))
    nodes = [b.program.tensor(n) for n in b.all(indices)]
    ix = union(nodes)
    aligned = [b.program.align(n, ix) for n in nodes]
    return b.program.emit(
        ("gather", first), lambda run, t, *where: _gather(t, where, rank, first, len(ix)), [array, *aligned], ix
    )


def _pick(t: Tensor, places: tuple[int, ...], first: int, label: str) -> Tensor:
    for place, size in zip(places, t.shape[t.ndim - len(places) :], strict=True):
        if not 0 <= place < size:
            raise DomainError(f"{label} has indices {first} to {first + size - 1}, not {place + first}")
    for place in reversed(places):
        t = t.select(-1, place)
    return t


def _gather(t: Tensor, where: tuple[Tensor, ...], rank: int, first: int, dims: int) -> Tensor:
    sizes = t.shape[t.ndim - rank :]
    flat: Any = 0
    outside: Any = False
    for place, size in zip(where, sizes, strict=True):
        position = torch.round(place).long() - first
        outside = outside | (position < 0) | (position >= size)
        flat = flat * size + position
    flat = torch.where(outside, torch.zeros_like(flat), flat)
    source = t.flatten(-rank) if rank > 1 else t
    if flat.ndim == dims:
        values = source[..., flat]
    else:  # the positions vary over the batch
        shape = flat.shape[flat.ndim - dims :] if dims else torch.Size()
        batch = torch.broadcast_shapes(source.shape[:-1], flat.shape[: flat.ndim - dims])
        positions = flat.expand(*batch, *shape).reshape(*batch, -1)
        values = source.expand(*batch, source.shape[-1]).gather(-1, positions).reshape(*batch, *shape)
    # an element that does not exist is not a number: masked by a sum's limits, an error elsewhere
    return torch.where(outside, torch.full_like(values, float("nan")), values)


def window(b: Builder, index: Index) -> Node:
    """The node of an index's integer range (start, stop, exact)."""
    low, high = b.lower(index.low), b.lower(index.high)
    outer = [window(b, p) for p in index.parents if p.symbol in (index.low + index.high).free_symbols]
    return b.program.emit(
        ("window", index),
        lambda run, lo, hi, *_: _window(run, index, lo, hi),
        [b.program.tensor(low), b.program.tensor(high), *outer],
        (),
    )


def _window(run: Run, index: Index, low: Tensor, high: Tensor) -> tuple[int, int, bool]:
    start, stop, exact = bounds(run.static(index.low), run.static(index.high))
    for label, axis, first, extent in index.carriers:
        if extent is None:
            size = run.env[label].shape[axis]
        else:
            known = run.static(extent)
            if known is None:
                raise CompileError(f"the size {extent} of {label} must be a python integer")
            size = int(known[0])
        last = first + size - 1
        start, stop = first if start is None else start, last if stop is None else stop
        if stop >= start and (start < first or stop > last):
            raise DomainError(f"the sum over {start}..{stop} leaves the elements {first} to {last} of {label}")
    if start is None or stop is None:
        if run.fake:
            raise CompileError(f"the limits {index.low}, {index.high} must be python integers in fake mode")
        start = int(low.min().ceil()) if start is None else start
        stop = int(high.max().floor()) if stop is None else stop
    elif not exact and index.carriers and not run.fake and stop >= start and not index.parents:
        if bool((high > stop).any()) or bool(((low < start) & (low <= high)).any()):
            raise DomainError(f"the limits {index.low}..{index.high} leave the elements {start} to {stop}")
    run.windows[index] = (start, stop, exact)
    run.reserve(index, max(stop - start + 1, 0))
    return start, stop, exact


def open_index(b: Builder, low: sp.Expr, high: sp.Expr) -> tuple[Index, Node]:
    """Enter the scope of a bound index; equal limits at equal depth share one index and so their terms."""
    parents = tuple(b.active)
    key = (low, high, tuple(id(p) for p in parents))
    if key not in b.indices:
        b.indices[key] = Index(low, high, parents, b.program.letters)
        b.indices[key].summed = True
    index = b.indices[key]
    span = window(b, index)
    values = b.program.emit(
        ("values", index),
        lambda run, w: torch.arange(w[0], max(w[1] + 1, w[0]), device=run.device).to(run.dtype),
        [span],
        (index,),
    )
    b.bound[index.symbol] = values
    b.active.append(index)
    return index, span


@handles(sp.Sum, sp.Product)
def _reduction(b: Builder, expr: Any) -> Node:
    kind = "sum" if isinstance(expr, sp.Sum) else "prod"
    if any(limit.is_infinite for _, *ends in expr.limits for limit in ends):
        return b.lower(_closed_form(expr))
    for limit in expr.limits:
        if len(limit) != 3:
            raise CompileError(f"{expr}: the sum needs limits (index, low, high)")
    return _reduce(b, kind, expr.function, list(expr.limits))


def _reduce(b: Builder, kind: str, body: sp.Expr, limits: list[Any]) -> Node:
    if not limits:
        return b.lower(body)
    factor, rest = body.as_coeff_Mul() if kind == "sum" and isinstance(body, sp.Mul) else (sp.S.One, body)
    if factor.is_Integer and factor.p in SCALES:  # exact in binary, and sums that differ by it alone are made once
        return b.apply("scale", torch.mul, [_reduce(b, kind, rest, limits), b.program.const(float(factor))], tensors=False)
    variable, low, high = limits.pop()
    further = frozenset(limit[0] for limit in limits)
    body = lifted(b, body, variable, further)
    limits = [limit.func(*(lifted(b, a, variable, further) for a in limit)) for limit in limits]
    quotient = quotients.split(body, variable) if kind == "sum" and not limits else None
    if quotient and quotient.apart:
        inner = _reduce(b, kind, quotient.rest(), [(variable, low, high)])
        return b.fold("mul", lambda x, y: x * y, [b.lower(sp.Mul(*quotient.apart)), inner])
    index, span = open_index(b, low, high)
    index.summed = index.summed and kind == "sum"
    at = index.symbol
    if quotient:
        term = quotients.lowered(b, quotient.at(variable, at))
    else:
        limits = [limit.func(*(put(a, variable, at) for a in limit)) for limit in limits]
        term = _reduce(b, kind, put(body, variable, at), limits)
    b.active.pop()
    ends = [b.program.tensor(n) for n in b.all([low, high])]
    if index not in term.ix:
        count = b.apply("count", lambda lo, hi: (hi.floor() - lo.ceil() + 1).clamp(min=0), ends)
        return b.apply("mul" if kind == "sum" else "pow", torch.mul if kind == "sum" else torch.pow, [term, count])
    rank = term.rank
    ix = union([term, *ends])
    args = [b.program.align(n, ix, rank) for n in (term, *ends)]
    dim = ix.index(index) - len(ix) - rank

    def reduce(run: Run, t: Tensor, lo: Tensor, hi: Tensor, w: tuple[int, int, bool]) -> Tensor:
        if not w[2]:
            at = torch.arange(w[0], max(w[1] + 1, w[0]), device=run.device).to(run.dtype).reshape(-1, *[1] * (-dim - 1))
            t = torch.where((at >= lo.ceil()) & (at <= hi.floor()), t, torch.full_like(t, kind == "prod"))
        if index in run.thin and t.shape[dim] > 1:
            return run.thin[index].total(t, dim)
        return t.sum(dim) if kind == "sum" else t.prod(dim)

    return b.program.emit((kind, dim), reduce, [*args, span], tuple(i for i in ix if i is not index), rank)


def _closed_form(expr: Any) -> sp.Expr:
    """An infinite sum by a closed form; without one it is refused, never truncated."""
    if not expr.has(sp.Indexed):
        done = expr.doit()
        if isinstance(done, sp.Piecewise) and not done.args[0][0].has(sp.Sum, sp.Product):
            done = sp.Piecewise(done.args[0])  # NaN, and so an error, where the closed form is not valid
        if not done.has(sp.Sum, sp.Product):
            return done
        if not expr.free_symbols:
            return expr.evalf(20)
    raise CompileError(f"the infinite sum {expr} has no closed form; give it a finite upper limit")
