"""Which matrix expressions are positive definite (2), positive semidefinite (1), invertible: by structure and hypotheses."""

from __future__ import annotations

from typing import Any, Protocol

import sympy as sp

from lemmata.theory.language.arrays import Orthogonal
from lemmata.theory.language.matrices import Eigenvalue, PositiveDefinite, PositiveSemidefinite


class _Signs(Protocol):
    hypotheses: Any

    def sign(self, e: Any) -> int | None: ...

    def nonzero(self, e: Any) -> bool: ...


def definite(A: Any, signs: _Signs) -> int | None:
    """2 for positive definite, 1 for positive semidefinite, None where neither is known."""
    if isinstance(A, PositiveSemidefinite):
        return 2 if isinstance(A, PositiveDefinite) else 1
    if isinstance(A, sp.Identity):
        return 2
    if isinstance(A, sp.Transpose):
        return definite(A.arg, signs)
    if isinstance(A, sp.Inverse):
        return 2 if definite(A.arg, signs) else None  # what is semidefinite and has an inverse is definite
    if isinstance(A, sp.MatPow):
        even = A.exp.is_Integer and A.exp % 2 == 0 and A.base.T == A.base
        return 1 if even and A.exp > 0 else None
    if isinstance(A, sp.MatAdd):
        found = [definite(part, signs) for part in A.args]
        return None if None in found else max(f for f in found if f is not None)
    if isinstance(A, sp.MatMul):
        coefficient, factors = A.as_coeff_matrices()
        size = signs.sign(coefficient)
        core = definite(factors[0], signs) if len(factors) == 1 else 1 if _sandwich(list(factors), signs) else None
        return None if core is None or size not in (1, 2) else core if size == 2 else 1
    if A.is_Matrix and A.T == A and signs.sign(Eigenvalue(A, A.shape[0])) == 2 and not isinstance(A, sp.MatrixSymbol):
        return 2
    return None


def _sandwich(factors: list[Any], signs: _Signs) -> bool:
    """A S A' with S positive semidefinite, or A A'."""
    while len(factors) >= 2 and factors[-1] == factors[0].T:
        factors = factors[1:-1]
    return not factors or (len(factors) == 1 and definite(factors[0], signs) is not None)


def invertible(A: Any, signs: _Signs) -> bool:
    """Definite, stated to be so (an eigenvalue or a determinant), orthogonal, or made of what is invertible."""
    if definite(A, signs) == 2 or definite(-A, signs) == 2 or isinstance(A, sp.Inverse | sp.Identity):
        return True
    if isinstance(A, sp.Transpose):
        return invertible(A.arg, signs)
    if isinstance(A, sp.MatPow):
        return invertible(A.base, signs)
    if isinstance(A, sp.MatrixSymbol) and signs.hypotheses.declared.kind(A) is Orthogonal:
        return True
    if _stated(A, signs):
        return True
    if isinstance(A, sp.MatMul):
        coefficient, factors = A.as_coeff_matrices()
        if not signs.nonzero(coefficient):
            return False
        core = sp.MatMul(*factors).doit(deep=False) if len(factors) > 1 else factors[0]
        return (core != A and _stated(core, signs)) or all(f.is_square and invertible(f, signs) for f in factors)
    return False


def _stated(A: Any, signs: _Signs) -> bool:
    """Whether a hypothesis says that the determinant is not 0, or that the least eigenvalue is positive."""
    determinants = [e for e in signs.hypotheses.nonzero if e in (sp.Determinant(A), -sp.Determinant(A))]
    return bool(determinants) or (A.T == A and signs.sign(Eigenvalue(A, A.shape[0])) == 2)
