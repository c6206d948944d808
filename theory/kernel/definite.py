"""Which matrix expressions are positive definite (2), positive semidefinite (1), invertible: by structure and hypotheses."""

from __future__ import annotations

from typing import Any, Protocol

import sympy as sp

from lemmata.theory.language.arrays import Invertible, Orthogonal
from lemmata.theory.language.matrices import Eigenvalue, PositiveDefinite, PositiveSemidefinite, SpectralFunction


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
        return None if not even or A.exp == 0 else 1 if A.exp > 0 else 2  # what has an inverse has an invertible square
    if isinstance(A, SpectralFunction):
        if not is_root(A) or definite(A.args[1], signs) is None:
            return None
        return 2 if invertible(A.args[1], signs) else 1
    if isinstance(A, sp.MatAdd):
        found = [definite(part, signs) for part in A.args]
        return None if None in found else max(f for f in found if f is not None)
    if isinstance(A, sp.MatMul):
        coefficient, factors = A.as_coeff_matrices()
        size = signs.sign(coefficient)
        core = definite(factors[0], signs) if len(factors) == 1 else _product(list(factors), signs)
        return None if core is None or size not in (1, 2) else core if size == 2 else 1
    if A.is_Matrix and A.T == A and signs.sign(Eigenvalue(A, A.shape[0])) == 2 and not isinstance(A, sp.MatrixSymbol):
        return 2
    return None


def is_root(A: Any) -> bool:
    """Whether this is the square root of a symmetric matrix."""
    return isinstance(A, SpectralFunction) and bool(A.args[0].expr == sp.sqrt(A.args[0].variables[0]))


def _product(factors: list[Any], signs: _Signs) -> int | None:
    """A S A' with S positive semidefinite, A A', or a product of definite matrices that commute."""
    inner = list(factors)
    while True:
        found = [definite(f, signs) for f in inner] if inner and _commute(inner) else [None]
        if None not in found:
            return min(f for f in found if f is not None) if len(inner) == len(factors) else 1
        if len(inner) < 2 or not _transposed(inner[0], inner[-1]):
            return None if inner else 1
        inner = inner[1:-1]


def _transposed(A: Any, B: Any) -> bool:
    """Whether B is A', also where the transpose of a sum is not carried out."""
    return bool(A.T == B or sp.Transpose(A) == B or sp.Transpose(B) == A)


def _commute(factors: list[Any]) -> bool:
    """Whether all are made of one symmetric matrix: B, c B + d, their inverses and powers."""
    bases = {b for f in factors if (b := _base(f)) is not None}
    return len(bases) <= 1 and all(b.T == b for b in bases)


def _base(A: Any) -> Any:
    """The matrix of which A is a function; None for the identity."""
    if isinstance(A, sp.Identity):
        return None
    if isinstance(A, sp.Inverse | sp.MatPow):
        return _base(A.args[0])
    if isinstance(A, sp.MatAdd):
        parts = [p for p in A.args if not all(isinstance(f, sp.Identity) for f in _factors(p))]
        return _base(parts[0]) if len(parts) == 1 else A if parts else None
    if isinstance(A, sp.MatMul):
        factors = _factors(A)
        return _base(factors[0]) if len(factors) == 1 else sp.MatMul(*factors)
    return A


def _factors(A: Any) -> list[Any]:
    """The matrices of a product, without its coefficient."""
    return list(A.as_coeff_matrices()[1]) if isinstance(A, sp.MatMul) else [A]


def trace_sign(A: Any, signs: _Signs) -> int | None:
    """1 for the trace of a product of two positive semidefinite matrices, in whatever rotation."""
    if definite(A, signs) is not None:
        return 1
    if not isinstance(A, sp.MatMul):
        return None
    coefficient, factors = A.as_coeff_matrices()
    if signs.sign(coefficient) not in (1, 2):
        return None
    factors = [f for g in factors for f in ([g.base] * int(g.exp) if _power_of(g) else [g])]
    for k in range(len(factors)):
        turned = [*factors[k:], *factors[:k]]
        if any(_product(turned[:j], signs) is not None and _half(turned[j:], signs) for j in range(1, len(turned) + 1)):
            return 1
    return None


def _half(factors: list[Any], signs: _Signs) -> bool:
    return not factors or _product(factors, signs) is not None


def _power_of(A: Any) -> bool:
    return isinstance(A, sp.MatPow) and bool(A.exp.is_Integer) and 1 < A.exp < 9


def invertible(A: Any, signs: _Signs) -> bool:
    """Definite, stated to be so (an eigenvalue or a determinant), orthogonal, or made of what is invertible."""
    if definite(A, signs) == 2 or definite(-A, signs) == 2 or isinstance(A, sp.Inverse | sp.Identity):
        return True
    if isinstance(A, sp.Transpose):
        return invertible(A.arg, signs)
    if isinstance(A, sp.MatPow):
        return invertible(A.base, signs)
    if isinstance(A, sp.MatrixSymbol) and signs.hypotheses.declared.kind(A) in (Orthogonal, Invertible):
        return True
    if _stated(A, signs):
        return True
    if isinstance(A, sp.MatMul):
        coefficient, factors = A.as_coeff_matrices()
        if not signs.nonzero(coefficient):
            return False
        core = sp.MatMul(*factors).doit() if len(factors) > 1 else factors[0]
        return (core != A and _stated(core, signs)) or all(f.is_square and invertible(f, signs) for f in factors)
    return False


def _stated(A: Any, signs: _Signs) -> bool:
    """Whether a hypothesis says that the determinant is not 0, or that the least eigenvalue is positive."""
    determinants = [e for e in signs.hypotheses.nonzero if e in (sp.Determinant(A), -sp.Determinant(A))]
    return bool(determinants) or (A.T == A and signs.sign(Eigenvalue(A, A.shape[0])) == 2)
