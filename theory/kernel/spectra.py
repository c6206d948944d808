"""Spectra of symmetric matrices: traces of their functions as sums over eigenvalues, order, bounds of Tr AB."""

from __future__ import annotations

from collections import Counter
from typing import Any

import sympy as sp

from lemmata.theory.kernel.binders import bound, is_plain
from lemmata.theory.kernel.conditions import Condition, integer, nonnegative, positive
from lemmata.theory.kernel.core import Core
from lemmata.theory.kernel.decide import Decider
from lemmata.theory.kernel.defined import conditions as where_defined
from lemmata.theory.kernel.facts import Fact, How, Refused
from lemmata.theory.language.definitions import expand
from lemmata.theory.language.matrices import Eigenvalue, LogDet, SingularValue

NEUMANN = "von Neumann's trace inequality"
SOURCE = "J. von Neumann (1937); Horn and Johnson, Matrix Analysis, 7.4.1"


class Spectra(Core):
    """Facts about eigenvalues."""

    def spectrum(self, e: Any, A: Any, index: Any) -> Fact:
        """The traces and log-determinants of functions of a symmetric matrix A, in e, as sums over its eigenvalues.

        Needs: a symmetric A; under each trace sums, products, powers and inverses of A and multiples of the identity alone.
        Example: Tr A (A + t)^-1 = the sum over j = 1..n of l_j/(l_j + t) for A positive semidefinite and t > 0.
        """
        e, A, index = self._terms("spectrum", e, A, index)
        body, A = expand(e), expand(A)
        _symmetric(A)
        if (
            not isinstance(index, sp.Symbol)
            or not index.is_integer
            or index in body.atoms(sp.Symbol) | A.atoms(sp.Symbol) | bound(body)
        ):
            raise Refused(f"the sum over eigenvalues needs an index that stands nowhere in {e}, not {index}")
        if not is_plain(index):
            raise Refused(f"the index {index} has assumptions that the numbers 1, ..., {A.shape[0]} do not have")
        value = self._over_eigenvalues(body, A, index)
        if value == body:
            raise Refused(f"there is no trace of a function of {A} in {e}")
        size = A.shape[0]
        conditions = [*where_defined(body), integer(size), nonnegative(size)]
        return self._enter(e, "=", value, "sum over eigenvalues", conditions=conditions)

    def _over_eigenvalues(self, e: Any, A: Any, index: Any) -> Any:
        if isinstance(e, sp.Trace | LogDet):
            inside = _function(e.args[0], A, Eigenvalue(A, index))
            if inside is None:
                return e
            if isinstance(e, LogDet):
                inside = sp.log(inside if Decider((), self._declared).signs.positive(inside) else sp.Abs(inside))
            return sp.Sum(inside, (index, 1, A.shape[0]))
        if not e.has(sp.Trace, LogDet):
            return e
        if not isinstance(e, sp.Add | sp.Mul | sp.Pow | sp.Function):
            raise Refused(f"a trace stands below {type(e).__name__} in {e}: no rule takes the spectrum there")
        return e.func(*(self._over_eigenvalues(a, A, index) for a in e.args))

    def ordered(self, A: Any, first: Any, second: Any) -> Fact:
        """l_k(A) <= l_j(A) for j <= k: eigenvalues are numbered from the largest.

        Needs: a symmetric A, and 1 <= j <= k <= n.
        Example: the least eigenvalue is at most the largest.
        """
        A, first, second = self._terms("order of eigenvalues", A, first, second)
        _symmetric(expand(A))
        size = A.shape[0]
        conditions = [integer(first), integer(second), positive(first), nonnegative(second - first), nonnegative(size - second)]
        conditions += where_defined(expand(A))
        left, right = Eigenvalue(A, second), Eigenvalue(A, first)
        return self._enter(left, "<=", right, "order of eigenvalues", conditions=conditions)

    def trace_bound(self, A: Any, B: Any, *, lower: bool = False) -> Fact:
        """Tr A B <= l_1(A) Tr B for a symmetric A and a positive semidefinite B; ``lower``: l_n(A) Tr B <= Tr A B.

        Needs: a symmetric A, and a B that is seen to be positive semidefinite.
        Example: Tr K C <= l_1(K) Tr C.
        """
        A, B = self._terms("trace bound", A, B)
        _symmetric(expand(A))
        if tuple(A.shape) != tuple(B.shape):
            raise Refused(f"{A} and {B} have different sizes")
        conditions = [
            Condition("psd", (expand(B),)),
            *where_defined(expand(A)),
            *where_defined(expand(B)),
            positive(A.shape[0]),
        ]
        product = sp.Trace(A * B)
        if lower:
            least = Eigenvalue(A, A.shape[0]) * sp.Trace(B)
            return self._enter(least, "<=", product, "trace between extreme eigenvalues", conditions=conditions)
        most = Eigenvalue(A, 1) * sp.Trace(B)
        return self._enter(product, "<=", most, "trace between extreme eigenvalues", conditions=conditions)

    def von_neumann(self, A: Any, B: Any, index: Any, *, lower: bool = False) -> Fact:
        """Tr A B <= sum_j l_j(A) l_j(B) for symmetric A and B (``lower``: sum_j l_j(A) l_{n+1-j}(B) <= Tr A B); Tr A' B <= sum_j
        s_j(A) s_j(B) for A and B of one size n x m, over j <= n, where n <= m.

        Needs: symmetric A and B, or two matrices of one size with n <= m; the theorem is cited, so the part is derived.
        Example: Tr K C <= the sum over j = 1..n of l_j(K) l_j(C).
        """
        A, B, index = self._terms(NEUMANN, A, B, index)
        a, b = expand(A), expand(B)
        if not getattr(a, "is_Matrix", False) or tuple(a.shape) != tuple(getattr(b, "shape", ())):
            raise Refused(f"{NEUMANN} takes two matrices of one size, not {A} and {B}")
        if not isinstance(index, sp.Symbol) or not index.is_integer or index in a.atoms(sp.Symbol) | b.atoms(sp.Symbol):
            raise Refused(f"the sum over eigenvalues needs an index that stands in neither matrix, not {index}")
        if not is_plain(index):
            raise Refused(f"the index {index} has assumptions that the numbers 1, ..., {a.shape[0]} do not have")
        size = a.shape[0]
        conditions = [*where_defined(a), *where_defined(b), integer(size), nonnegative(size)]
        how = How("cited", detail=f"{NEUMANN}, {SOURCE}", names=(NEUMANN,))
        symmetric = _is_symmetric(a) and _is_symmetric(b)
        if lower and not symmetric:
            raise Refused(f"the lower bound is about symmetric matrices, and {A} or {B} is not seen to be symmetric")
        if symmetric:
            left, value = sp.Trace(A * B), Eigenvalue
        else:
            left, value = sp.Trace(A.T * B), SingularValue
            conditions.append(nonnegative(a.shape[1] - size))
        other = size + 1 - index if lower else index
        total = sp.Sum(value(A, index) * value(B, other), (index, 1, size))
        sides = (total, left) if lower else (left, total)
        return self._enter(sides[0], "<=", sides[1], f"cited: {NEUMANN}", conditions=conditions, how=how)


def _is_symmetric(A: Any) -> bool:
    return bool(getattr(A, "is_Matrix", False)) and A.shape[0] == A.shape[1] and A.T == A


def _symmetric(A: Any) -> None:
    if not _is_symmetric(A):
        raise Refused(f"{A} is not seen to be symmetric: its eigenvalues have no order")


def _function(M: Any, A: Any, value: Any) -> Any:
    """What a function of A takes an eigenvalue of A to; None where M is not seen to be one."""
    if M == A:
        return value
    if isinstance(M, sp.Identity):
        return sp.Integer(1)
    if isinstance(M, sp.MatAdd):
        parts, total = list(M.args), []
        if isinstance(A, sp.MatAdd) and not Counter(A.args) - Counter(parts):
            parts, total = list((Counter(parts) - Counter(A.args)).elements()), [value]
        total += [_function(part, A, value) for part in parts]
        return None if None in total else sp.Add(*total)
    if isinstance(M, sp.Inverse | sp.Transpose):
        inner = _function(M.arg, A, value)
        return None if inner is None else inner if isinstance(M, sp.Transpose) else 1 / inner
    if isinstance(M, sp.MatPow) and M.exp.is_Integer:
        inner = _function(M.base, A, value)
        return None if inner is None else inner**M.exp
    if isinstance(M, sp.MatMul):
        coefficient, factors = M.as_coeff_matrices()
        inner = _product(list(factors), A, value)
        return None if inner is None else coefficient * inner
    return None


def _product(factors: list[Any], A: Any, value: Any) -> Any:
    """The factors of A itself, which may be a product with a number before it, are taken together."""
    if not factors:
        return sp.Integer(1)
    number, own = A.as_coeff_matrices() if isinstance(A, sp.MatMul) else (sp.Integer(1), [A])
    if len(own) > 1 and factors[: len(own)] == list(own) and number.is_nonzero:
        first, rest = value / number, factors[len(own) :]
    else:
        first, rest = _function(factors[0], A, value), factors[1:]
    after = _product(rest, A, value)
    return None if first is None or after is None else first * after
