"""Matrices in literals: a normal form, in which products and traces are flat, and their lowering at the least cost."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import sympy as sp

from lemmata.numerics.formula import chains
from lemmata.numerics.formula import linalg as _linalg
from lemmata.numerics.formula.program import Node, union
from lemmata.numerics.formula.sums import declare_size, load
from lemmata.numerics.formula.terms import TermBuilder, term
from lemmata.theory.language import calculus
from lemmata.theory.language import matrices as words
from lemmata.theory.language.arrays import VectorSymbol


@term(VectorSymbol)
def _vector(b: TermBuilder, e: VectorSymbol) -> Node:
    declare_size(b, e.shape[0], e.name, -1)
    node = load(b, e.name, 1)
    return b.program.emit("column", lambda run, t: t.unsqueeze(-1), [node], node.ix, 2)


@lru_cache(maxsize=16384)
def flip(e: Any) -> Any:
    """The transpose of a matrix in normal form, in normal form."""
    if isinstance(e, sp.Transpose):
        return e.args[0]
    if isinstance(e, sp.MatAdd):
        return _sorted_sum(flip(a) for a in e.args)
    if isinstance(e, sp.MatMul):
        scale, parts = e.as_coeff_matrices()
        return sp.MatMul(*([scale] if scale != 1 else []), *(flip(f) for f in reversed(parts)))
    if isinstance(e, sp.Inverse):
        return sp.Inverse(flip(e.args[0]))
    if isinstance(e, calculus.Entrywise):
        return calculus.Entrywise(e.args[0], flip(e.args[1]), e.args[2])
    if isinstance(e, sp.MatrixSymbol | sp.Identity | sp.ZeroMatrix | sp.MatrixBase):
        return e.T
    return sp.Transpose(e)


def _sorted_sum(parts: Any) -> Any:
    return sp.MatAdd(*sorted(parts, key=sp.default_sort_key))


@lru_cache(maxsize=16384)
def normal(e: Any) -> Any:
    """The expression with its matrices in normal form: transposes at the leaves, products and sums flat, sums sorted."""
    if not isinstance(e, sp.Basic) or not e.args or not e.has(sp.MatrixExpr):
        return e
    args = tuple(normal(a) for a in e.args)
    if isinstance(e, sp.Transpose):
        return flip(args[0])
    if isinstance(e, sp.MatAdd):
        return _sorted_sum(p for a in args for p in (a.args if isinstance(a, sp.MatAdd) else (a,)))
    if isinstance(e, sp.MatMul):
        scale, items = factors(sp.MatMul(*args))
        parts = [sp.Inverse(m) if inverse else m for inverse, m in items]
        if len(parts) == 1:
            return parts[0] if scale == 1 else sp.MatMul(scale, parts[0])
        return sp.MatMul(*([scale] if scale != 1 else []), *parts)
    if isinstance(
        e, sp.Abs
    ):  # when it evaluates |x|, sympy looks for a sign inside matrices, which takes longer than all the rest
        return sp.Abs(*args, evaluate=False)
    return e.func(*args) if args != e.args else e


def is_row(e: Any) -> bool:
    return bool(e.shape[0] == 1 and e.shape[1] != 1)


def _flipped(b: TermBuilder, e: Any) -> Node | None:
    """The node of a row, or of what has been lowered the other way round, as a transpose."""
    other = flip(e)
    if other != e and (is_row(e) or other in b._memo):
        node = b.lower(other)
        return b.program.emit("transpose", lambda run, t: t.mT, [node], node.ix, 2)
    return None


def factors(e: Any) -> tuple[sp.Expr, list[tuple[bool, Any]]]:
    """The scalar, and (is an inverse, matrix) for every factor of a product, products inside it flattened."""
    if isinstance(e, sp.MatMul):
        scale, parts = e.as_coeff_matrices()
        items: list[tuple[bool, Any]] = []
        for part in parts:
            inner, found = factors(part)
            scale, items = scale * inner, items + found
        return scale, items
    if isinstance(e, sp.Inverse):
        return sp.S.One, [(True, e.args[0])]
    if isinstance(e, sp.MatPow) and e.args[1].is_Integer and abs(int(e.args[1])) <= 4:
        scale, items = factors(e.args[0]) if e.args[1] > 0 else (sp.S.One, [(True, e.args[0])])
        return scale ** int(e.args[1]) if e.args[1] > 0 else scale, items * abs(int(e.args[1]))
    return sp.S.One, [(False, e)]


def _chain(b: TermBuilder, items: Sequence[tuple[bool, Any]], key: str, fn: Any, rank: int) -> Node:
    kept = [i for i in items if not isinstance(i[1], sp.Identity)] or [items[0]]
    nodes = [b.factor(m) if inverse else b.lower(m) for inverse, m in kept]
    ix = union(nodes)
    nodes = [b.aligned(n, ix, 2) for n in nodes]
    inverses = tuple(i for i, _ in kept)
    return b.program.emit((key, inverses), lambda run, *values: fn(inverses, values), nodes, ix, rank)


def _scaled(b: TermBuilder, scale: sp.Expr, node: Node) -> Node:
    if scale == 1:
        return node
    return b.apply("mul", lambda x, y: x * y, [b.lower(scale), node], tensors=False)


@term(sp.MatMul, sp.Inverse)
def _product(b: TermBuilder, e: Any) -> Node:
    other = _flipped(b, e)
    if other is not None:
        return other
    scale, items = factors(e)
    if len(items) == 1 and not items[0][0]:
        return _scaled(b, scale, b.lower(items[0][1]))
    return _scaled(b, scale, _chain(b, items, "product", chains.multiply, 2))


@term(sp.MatAdd)
def _sum(b: TermBuilder, e: sp.MatAdd) -> Node:
    other = _flipped(b, e)
    return other if other is not None else b.fold("add", lambda x, y: x + y, b.all(e.args))


@term(sp.Transpose)
def _transpose(b: TermBuilder, e: sp.Transpose) -> Node:
    return mirror(b, e.args[0])


def mirror(b: TermBuilder, e: Any) -> Node:
    node = b.lower(e)
    return b.program.emit("transpose", lambda run, t: t.mT, [node], node.ix, 2)


@term(sp.Trace)
def _trace(b: TermBuilder, e: sp.Trace) -> Node:
    inside = e.args[0]
    if isinstance(inside, sp.MatAdd):
        return b.fold("add", lambda x, y: x + y, b.all([sp.Trace(a) for a in inside.args]))
    scale, items = factors(inside)
    if len(items) == 1 and isinstance(items[0][1], words.SpectralFunction):
        return _scaled(b, scale, _linalg._trace_of_product(b, [items[0][1]]))
    return _scaled(b, scale, _chain(b, items, "trace", chains.trace, 0))
