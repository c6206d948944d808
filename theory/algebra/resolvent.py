"""Functions of one symmetric matrix commute, so an identity between them is an identity in each eigenvalue.

Conventions: S is a `MatrixSymbol`, symmetric, with eigenvalues lam[1..N] (an `IndexedBase`); an expression in S, the
identity, scalars, products, powers and inverses becomes a scalar function of one eigenvalue, its trace the sum of
that function. Transposes of functions of S are themselves. So resolvent identities are decided by `is_zero`.
"""

from __future__ import annotations

import sympy as sp

from lemmata.theory.algebra.sums import joined
from lemmata.theory.algebra.zero import ZeroTest, is_zero
from lemmata.theory.language.errors import DomainError


def spectral(expr: sp.Expr, matrix: sp.MatrixSymbol, eigenvalue: sp.Expr) -> sp.Expr:
    """The scalar function f with expr = f(S), at one eigenvalue."""
    if expr == matrix:
        return eigenvalue
    if isinstance(expr, (sp.Identity, sp.matrices.expressions.special.GenericIdentity)):
        return sp.S.One
    if isinstance(expr, (sp.ZeroMatrix, sp.matrices.expressions.special.GenericZeroMatrix)):
        return sp.S.Zero
    if not getattr(expr, "is_Matrix", False):
        return expr
    if isinstance(expr, (sp.MatAdd, sp.MatMul)):
        parts = [spectral(a, matrix, eigenvalue) for a in expr.args]
        return sp.Add(*parts) if isinstance(expr, sp.MatAdd) else sp.Mul(*parts)
    if isinstance(expr, (sp.MatPow, sp.Inverse)):
        return spectral(expr.base, matrix, eigenvalue) ** expr.exp
    if isinstance(expr, sp.Transpose):
        return spectral(expr.arg, matrix, eigenvalue)
    raise DomainError(f"{expr} is no function of {matrix} alone; write it with {matrix}, the identity and inverses.")


def trace_as_sum(expr: sp.Expr, matrix: sp.MatrixSymbol, lam: sp.IndexedBase) -> sp.Expr:
    """Every Trace(f(S)) in a scalar expression as sum_i f(lam_i), sums over one range joined."""
    i = sp.Symbol("i", integer=True, positive=True)
    size = matrix.shape[0]

    def as_sum(trace: sp.Trace) -> sp.Expr:
        value = spectral(trace.arg, matrix, lam[i])
        return sp.Sum(value, (i, 1, size)) if value.has(lam) else size * value

    return joined(expr.replace(lambda e: isinstance(e, sp.Trace), as_sum))


def commuting_identity(left: sp.Expr, right: sp.Expr, matrix: sp.MatrixSymbol) -> ZeroTest:
    """Is left = right for every symmetric S? Both are functions of S, or scalars holding traces of such functions."""
    if getattr(left, "is_Matrix", False):
        x = sp.Symbol("lambda_", real=True)
        return is_zero(spectral(left, matrix, x) - spectral(right, matrix, x))
    return is_zero(trace_as_sum(left - right, matrix, sp.IndexedBase("lambda_")))
