"""Rules that apply one function to both sides of an equation of matrices, and those of log |det|."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import sympy as sp

from lemmata.theory.kernel.conditions import Condition, invertible, nonzero, psd
from lemmata.theory.kernel.core import Core
from lemmata.theory.kernel.declared import Declared
from lemmata.theory.kernel.defined import conditions as where_defined
from lemmata.theory.kernel.facts import Fact, Refused
from lemmata.theory.language.arrays import Orthogonal
from lemmata.theory.language.definitions import expand
from lemmata.theory.language.matrices import LogDet, SpectralFunction

# a function of a square matrix (of any matrix: transpose), and what it asks of it
BOTH: dict[str, tuple[Callable[[Any], Any], Callable[[Any], list[Condition]]]] = {
    "trace": (sp.Trace, lambda A: []),
    "logdet": (LogDet, lambda A: [invertible(A)]),
    "inverse": (sp.Inverse, lambda A: [invertible(A)]),
    "transpose": (sp.transpose, lambda A: []),
}


class Congruences(Core):
    """Facts f(A) = f(B) and L A R = L B R from A = B."""

    def both(self, fact: Fact, function: str) -> Fact:
        """A = B gives f(A) = f(B) for f = trace, logdet, inverse, transpose.

        Needs: an equation of matrices, square except for the transpose; for logdet and inverse an invertible A.
        Example: from A B = C the equation Tr(A B) = Tr C.
        """
        content = self._matrix_equation(fact, f"the {function} of both sides")
        if function not in BOTH:
            raise Refused(f"no rule takes {function} of both sides: use {', '.join(BOTH)}")
        if function != "transpose" and content.left.shape[0] != content.left.shape[1]:
            raise Refused(f"{content.left} is {content.left.shape[0]} x {content.left.shape[1]} and has no {function}")
        f, where = BOTH[function]
        conditions = [*content.conditions, *where(expand(content.left))]
        return self._enter(
            f(content.left), "=", f(content.right), f"{function} of both sides", premises=(fact,), conditions=conditions
        )

    def multiply(self, fact: Fact, left: Any = None, right: Any = None) -> Fact:
        """A = B gives L A R = L B R.

        Needs: an equation of matrices and factors whose sizes fit.
        Example: from A = B with left=C the equation C A = C B.
        """
        content = self._matrix_equation(fact, "multiplication")
        sides, conditions = [content.left, content.right], [*content.conditions]
        for factor, first in ((left, True), (right, False)):
            if factor is None:
                continue
            (factor,) = self._terms("multiplication", factor)
            inner, outer = (factor.shape[1], content.left.shape[0]) if first else (content.left.shape[1], factor.shape[0])
            if inner != outer:
                raise Refused(f"{factor} is {factor.shape[0]} x {factor.shape[1]} and does not fit {content.left}")
            sides = [factor * s if first else s * factor for s in sides]
            conditions += where_defined(expand(factor))
        return self._enter(sides[0], "=", sides[1], "multiplication", premises=(fact,), conditions=conditions)

    def _matrix_equation(self, fact: Any, rule: str) -> Any:
        content = self._equation(fact, rule)
        if not getattr(content.left, "is_Matrix", False):
            raise Refused(f"{rule} takes an equation of matrices, and {content.left} is a number")
        return content

    def root(self, A: Any) -> Fact:
        """A^(1/2) A^(1/2) = A, of a positive semidefinite matrix; the root is SpectralFunction(Lambda(x, sqrt(x)), A).

        Needs: a positive semidefinite matrix.
        Example: the square of the root of X' X is X' X.
        """
        (A,) = self._terms("square root", A)
        if not getattr(A, "is_Matrix", False) or A.shape[0] != A.shape[1]:
            raise Refused(f"{A} is no square matrix and has no root")
        x = sp.Symbol("x", real=True)
        body = expand(A)
        root = SpectralFunction(sp.Lambda(x, sp.sqrt(x)), body)
        conditions = [psd(body), *where_defined(body)]
        return self._enter(root * root, "=", body, "square of the root", conditions=conditions)

    def logdet(self, e: Any) -> Fact:
        """log |det| of products, inverses, transposes and multiples written by that of their square factors.

        Needs: an invertible matrix under each logarithm.
        Example: LogDet(c A B^-1) = n log |c| + LogDet(A) - LogDet(B) for n x n matrices.
        """
        (e,) = self._terms("log-determinant", e)
        body = expand(e)
        found = sorted(body.atoms(LogDet), key=sp.default_sort_key)
        if not found:
            raise Refused(f"there is no LogDet in {e}")
        conditions = [c for node in found for c in where_defined(node)]
        value = body.xreplace({node: _expanded(node.args[0], self._declared, conditions) for node in found})
        return self._enter(e, "=", value, "log-determinants of products", conditions=conditions)

    def sylvester(self, A: Any, B: Any, c: Any = 1) -> Fact:
        """log |det(c + A B)| = (n - d) log |c| + log |det(c + B A)| for A of size n x d and B of size d x n (Sylvester).

        Needs: c not 0, c + A B invertible.
        Example: LogDet(c + X X') = (n - d) log c + LogDet(c + X' X).
        """
        A, B, c = self._terms("Sylvester's identity", A, B, c)
        if any(not getattr(M, "is_Matrix", False) for M in (A, B)) or tuple(A.shape) != (B.shape[1], B.shape[0]):
            raise Refused(f"Sylvester's identity takes A of size n x d and B of size d x n, not {A} and {B}")
        n, d = A.shape
        large, small = (c * sp.Identity(size) + word for size, word in ((n, A * B), (d, B * A)))
        conditions = [nonzero(c), *where_defined(expand(LogDet(large))), *where_defined(expand(c))]
        right = (n - d) * sp.log(sp.Abs(c)) + LogDet(small)
        return self._enter(LogDet(large), "=", right, "Sylvester's identity", conditions=conditions)


def _expanded(A: Any, declared: Declared, conditions: list[Condition]) -> Any:
    """log |det A| by the rules of determinants; A is invertible."""
    if isinstance(A, sp.Identity) or (isinstance(A, sp.MatrixSymbol) and declared.kind(A) is Orthogonal):
        return sp.Integer(0)
    if isinstance(A, sp.Transpose):
        return _expanded(A.arg, declared, conditions)
    if isinstance(A, sp.Inverse):
        return -_expanded(A.arg, declared, conditions)
    if isinstance(A, sp.MatPow) and A.exp.is_Integer:
        return A.exp * _expanded(A.base, declared, conditions)
    if isinstance(A, sp.MatMul):
        coefficient, factors = A.as_coeff_matrices()
        total = sp.Integer(0)
        if coefficient != 1:
            conditions.append(nonzero(coefficient))
            total = A.shape[0] * sp.log(sp.Abs(coefficient))
        if all(f.shape[0] == f.shape[1] for f in factors):
            return total + sp.Add(*(_expanded(f, declared, conditions) for f in factors))
        return total + LogDet(sp.MatMul(*factors))
    return LogDet(A)
