"""Equality of matrices by their entries: the entry at a general place of both sides is written out and compared."""

from __future__ import annotations

from typing import Any

import sympy as sp

from lemmata.theory.kernel.core import Core
from lemmata.theory.kernel.defined import conditions as where_defined
from lemmata.theory.kernel.facts import Fact, Refused
from lemmata.theory.kernel.scalars import equal
from lemmata.theory.language.calculus import Applied, Entrywise
from lemmata.theory.language.definitions import expand


class Entries(Core):
    """Facts about entrywise functions and products."""

    def entries(self, left: Any, right: Any) -> Fact:
        """left = right because all their entries agree (of numbers: because their sums over entries do).

        Needs: entrywise functions, products and traces; no inverse.
        Example: the entrywise square of A = A ∘ A.
        """
        left, right = self._terms("entries", left, right)
        a, b = expand(left), expand(right)
        self._admission.check(a, b)
        conditions = [*where_defined(a), *where_defined(b)]
        if getattr(a, "is_Matrix", False):
            if tuple(a.shape) != tuple(b.shape):
                raise Refused(f"{a} and {b} have different shapes")
            i, j = (sp.Dummy(name, integer=True, nonnegative=True) for name in "ij")
            sides = [entry(side, i, j, 0) for side in (a, b)]
        else:
            sides = [scalar(side) for side in (a, b)]
        how = equal(*sides)
        conditions += [c for side in sides for c in where_defined(side)]
        if how is None:
            raise Refused(f"the entries of {left} and {right} are not seen to agree")
        return self._enter(left, "=", right, "entry by entry", conditions=conditions, how=how)


def _at(depth: int) -> Any:
    return sp.Symbol(f"_e{depth}", integer=True, nonnegative=True)


def scalar(e: Any, depth: int = 0) -> Any:
    """Traces as sums over entries."""
    if isinstance(e, sp.Trace):
        k = _at(depth)
        return _sum(entry(e.arg, k, k, depth + 1), k, e.arg.rows)
    if not e.has(sp.Trace):
        return e
    return e.func(*(scalar(a, depth) for a in e.args))


def _sum(term: Any, k: Any, size: Any) -> Any:
    return term.xreplace({k: sp.Integer(0)}) if size == 1 else sp.Sum(term, (k, 0, size - 1))


def entry(A: Any, i: Any, j: Any, depth: int) -> Any:
    """The entry of a matrix expression at a general place, sums over inner indices written out."""
    if isinstance(A, sp.MatAdd):
        return sp.Add(*(entry(a, i, j, depth) for a in A.args))
    if isinstance(A, sp.MatMul):
        coefficient, factors = A.as_coeff_matrices()
        value, row = sp.Integer(1), i
        limits = []
        for n, f in enumerate(factors):
            column = j if n == len(factors) - 1 else _at(depth + n)
            value = value * entry(f, row, column, depth + len(factors))
            if n < len(factors) - 1:
                limits.append((column, f.cols))
            row = column
        for k, size in reversed(limits):
            value = _sum(value, k, size)
        return scalar(coefficient, depth + len(factors)) * value
    if isinstance(A, sp.Transpose):
        return entry(A.arg, j, i, depth)
    if isinstance(A, sp.HadamardProduct):
        return sp.Mul(*(entry(a, i, j, depth) for a in A.args))
    if isinstance(A, Entrywise):
        f, inner, order = A.args
        value = entry(inner, i, j, depth)
        if isinstance(f, sp.Lambda) and order != 0:
            raise Refused(f"the derivative in {A} is not written out by entries: give the function itself")
        return f(value) if isinstance(f, sp.Lambda) else Applied(f, value, order)
    if isinstance(A, sp.Identity):
        return sp.KroneckerDelta(i, j)
    if isinstance(A, sp.ZeroMatrix):
        return sp.Integer(0)
    if isinstance(A, sp.MatrixSymbol):
        return A[j, i] if A.T == A and str(j) < str(i) else A[i, j]
    raise Refused(f"{type(A).__name__} in {A} is not written out by its entries")
