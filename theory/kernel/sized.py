"""Matrix expressions of given sizes, entry by entry, in exact symbols."""

from __future__ import annotations

from typing import Any

import sympy as sp
from sympy.matrices.expressions.matexpr import MatrixElement

from lemmata.theory.kernel.facts import Refused

LARGEST = 4


def explicit(e: Any) -> list[Any]:
    """The entries of a matrix row by row, or the one value of a number."""
    return list(_matrix(e)) if getattr(e, "is_Matrix", False) else [_scalar(e)]


def _scalar(e: Any) -> Any:
    if isinstance(e, sp.Trace):
        return _matrix(e.arg).trace()
    if isinstance(e, MatrixElement) and not isinstance(e.parent, sp.MatrixSymbol):
        return _matrix(e.parent)[e.i, e.j]
    return (
        e.func(*(_scalar(a) for a in e.args))
        if e.has(sp.Trace, MatrixElement) and e.args and not isinstance(e, MatrixElement)
        else e
    )


def _matrix(e: Any) -> Any:
    rows, columns = e.shape
    if not (rows.is_Integer and columns.is_Integer and max(rows, columns) <= LARGEST):
        raise Refused(f"{e} is {rows} x {columns}: give numbers for all sizes, at most {LARGEST}")
    if isinstance(e, sp.Identity):
        return sp.eye(rows)
    if isinstance(e, sp.ZeroMatrix):
        return sp.zeros(rows, columns)
    if isinstance(e, sp.MatAdd):
        return sum((_matrix(a) for a in e.args[1:]), _matrix(e.args[0]))
    if isinstance(e, sp.MatMul):
        coefficient, factors = e.as_coeff_matrices()
        result = _matrix(factors[0])
        for f in factors[1:]:
            result = result * _matrix(f)
        return _scalar(coefficient) * result
    if isinstance(e, sp.Transpose):
        return _matrix(e.arg).T
    if isinstance(e, sp.Inverse):
        inner = _matrix(e.arg)
        return inner.adjugate() / inner.det()
    if isinstance(e, sp.MatPow) and e.exp.is_Integer and e.exp > 0:
        return _matrix(e.base) ** int(e.exp)
    if isinstance(e, sp.MatrixSymbol):
        symmetric = e.T == e
        return sp.Matrix(rows, columns, lambda i, j: e[min(i, j), max(i, j)] if symmetric else e[i, j])
    raise Refused(f"{type(e).__name__} in {e} is not written out by its entries")
