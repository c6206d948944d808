r"""How large what a formula adds and multiplies is: the size on which rounding, and an input that is off, show in its value.

``magnitude(e)`` is an expression $M\ge|e|$ such that evaluating $e$ with unit roundoff $u$ errs by about $uM$ to
first order: $M(a+b)=M(a)+M(b)$, $M(ab)=M(a)M(b)$, $M(f(a))=|f(a)|+|f'(a)|M(a)$, $M(\sum)=\sum M$. It sees the
cancellations that a plain $|e|$ hides. The magnitude of a matrix is that of its Frobenius norm: $M(AB)=M(A)M(B)$,
$M(A^{-1})=\|A^{-1}\|(1+\|A^{-1}\|M(A))$, and $M(\mathrm{tr}\,A)=\sqrt n\,M(A)$, without the root for a product.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import sympy as sp

from lemmata.theory.language.functions import GaussMean
from lemmata.theory.language.matrices import Eigenvalue, FrobeniusNorm, LogDet, NuclearNorm, OperatorNorm, SingularValue

NORMS = (FrobeniusNorm, OperatorNorm, Eigenvalue, SingularValue)


@lru_cache(maxsize=1024)
def magnitude(e: sp.Expr) -> sp.Expr:
    """The running-error magnitude of an expression in floating point, inputs being exact."""
    if getattr(e, "is_Matrix", False):
        return _of_matrix(e)
    if e.has(sp.MatrixExpr) and (found := _of_number_of_matrices(e)) is not None:
        return found
    if e.is_Atom or isinstance(e, sp.Indexed):
        return sp.Abs(e)
    if isinstance(e, sp.Add):
        return sp.Add(*(magnitude(a) for a in e.args))
    if isinstance(e, sp.Mul):
        return sp.Mul(*(magnitude(a) for a in e.args))
    if isinstance(e, sp.Pow) and e.exp.is_number:
        relative = magnitude(e.base) / sp.Abs(e.base)
        return sp.Abs(e) * (relative**e.exp if e.exp.is_Integer and e.exp > 0 else 1 + sp.Abs(e.exp) * relative)
    if isinstance(e, sp.Pow):
        log = sp.log(e.base)
        return sp.Abs(e) * (1 + sp.Abs(log) * magnitude(e.exp) + sp.Abs(e.exp / e.base) * magnitude(e.base))
    if isinstance(e, sp.Sum):
        return sp.Sum(magnitude(e.function), *e.limits)
    if isinstance(e, sp.Integral | GaussMean):
        return e.func(magnitude(e.args[0]), *e.args[1:])
    if isinstance(e, sp.Piecewise):
        return sp.Piecewise(*((magnitude(v), c) for v, c in e.args))
    if isinstance(e, sp.Abs | sp.Max | sp.Min):
        return sp.Add(*(magnitude(a) for a in e.args)) if isinstance(e, sp.Abs) else sp.Max(*map(magnitude, e.args))
    if isinstance(e, sp.Function) and len(e.args) == 1 and not e.is_number:
        x = sp.Dummy("x")
        try:
            slope = e.func(x).diff(x)
        except (NotImplementedError, sp.core.function.ArgumentIndexError):
            return sp.Abs(e)
        if slope.has(sp.Derivative, sp.Subs, sp.DiracDelta):
            return sp.Abs(e)
        return sp.Abs(e) + sp.Abs(slope.xreplace({x: e.args[0]})) * magnitude(e.args[0])
    return sp.Abs(e, evaluate=False)  # when it evaluates |x|, sympy looks for a sign in all that x is made of


def _of_number_of_matrices(e: sp.Expr) -> sp.Expr | None:
    """The magnitude of a trace, a norm, an entry, a determinant; None for what is made of such numbers, and for others."""
    inside: Any = e.args[0] if e.args else None
    if not getattr(inside, "is_Matrix", False):
        return None
    if isinstance(e, sp.Trace):
        if isinstance(inside, sp.MatAdd):
            return sp.Add(*(magnitude(sp.Trace(a)) for a in inside.args))
        product = isinstance(inside, sp.MatMul) and len(inside.as_coeff_matrices()[1]) > 1
        return magnitude(inside) * (1 if product else sp.sqrt(inside.shape[0]))
    if isinstance(e, NORMS):
        return magnitude(inside)
    if isinstance(e, NuclearNorm):
        return sp.sqrt(sp.Min(*inside.shape)) * magnitude(inside)
    if isinstance(e, sp.matrices.expressions.matexpr.MatrixElement):
        return sp.Abs(e) if inside.is_symbol else magnitude(inside)
    if isinstance(e, LogDet | sp.Determinant):
        share = sp.sqrt(inside.shape[0]) * FrobeniusNorm(sp.Inverse(inside)) * magnitude(inside)
        return sp.Abs(e, evaluate=False) + share if isinstance(e, LogDet) else sp.Abs(e, evaluate=False) * (1 + share)
    return sp.Abs(e, evaluate=False)


def _of_matrix(e: sp.Expr) -> sp.Expr:
    if isinstance(e, sp.MatAdd):
        return sp.Add(*(magnitude(a) for a in e.args))
    if isinstance(e, sp.MatMul):
        scalar, factors = e.as_coeff_matrices()
        return magnitude(scalar) * sp.Mul(*(magnitude(f) for f in factors))
    if isinstance(e, sp.HadamardProduct):
        return sp.Mul(*(magnitude(f) for f in e.args))
    if isinstance(e, sp.Transpose | sp.DiagonalMatrix | sp.DiagMatrix):
        return magnitude(e.args[0])
    if isinstance(e, sp.Inverse):
        size = FrobeniusNorm(e)
        return size * (1 + size * magnitude(e.args[0]))
    if isinstance(e, sp.MatPow) and e.exp.is_Integer and e.exp > 0:
        return magnitude(e.base) ** e.exp
    if isinstance(e, sp.Identity):
        return sp.sqrt(e.shape[0])
    if isinstance(e, sp.ZeroMatrix):
        return sp.S.Zero
    return FrobeniusNorm(e)
