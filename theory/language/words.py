"""Short words for matrix terms: quadratic forms, norms, diagonal parts."""

from __future__ import annotations

from typing import Any

import sympy as sp

from lemmata.theory.language.matrices import DiagMatrix, Eigenvalue, FrobeniusNorm, NuclearNorm, OperatorNorm, SingularValue


def quad(M: Any, v: Any) -> Any:
    """v' M v."""
    return sp.Trace(v.T * M * v)


def dot(u: Any, v: Any) -> Any:
    """u' v, of columns; tr(U' V) of matrices."""
    return sp.Trace(u.T * v)


def sq(v: Any) -> Any:
    """The sum of the squares of all entries."""
    return sp.Trace(v.T * v)


def norm(v: Any) -> Any:
    """The Euclidean norm of a column, the Frobenius norm of a matrix."""
    return FrobeniusNorm(v)


def offdiag(A: Any) -> Any:
    """A with its diagonal set to zero."""
    return A - sp.DiagonalMatrix(A)


def diag(A: Any) -> Any:
    """The diagonal matrix with the diagonal of A; of a column, the diagonal matrix with these entries."""
    return DiagMatrix(A) if A.shape[1] == 1 else sp.DiagonalMatrix(A)


def hadamard(*A: Any) -> Any:
    """The entrywise product."""
    return sp.HadamardProduct(*A)


def operator_norm(A: Any) -> Any:
    """The largest singular value."""
    return OperatorNorm(A)


def nuclear_norm(A: Any) -> Any:
    """The sum of the singular values."""
    return NuclearNorm(A)


def eigenvalue(A: Any, j: Any) -> Any:
    """The j-th largest eigenvalue of a symmetric matrix, from 1."""
    return Eigenvalue(A, j)


def singular_value(A: Any, j: Any) -> Any:
    """The j-th largest singular value, from 1."""
    return SingularValue(A, j)
