r"""Matrix words that sympy does not have: marked matrices, spectra, norms, log-determinants.

Conventions: eigenvalues and singular values are numbered from 1 in decreasing order, ``Eigenvalues(A)[1]`` is
the largest; ``Eigenvalues`` and ``SpectralFunction`` are for symmetric ``A``,
$f(A)=\sum_j f(\lambda_j)u_ju_j^\top$.
Matrix elements ``A[i, j]`` keep sympy's numbering from 0.
"""

from __future__ import annotations

from typing import Any

import sympy as sp
from sympy.matrices.expressions.matexpr import MatrixElement, MatrixExpr
from sympy.printing.latex import LatexPrinter

from lemmata.theory.language.errors import ClaimError


class DiagMatrix(sp.DiagMatrix):  # type: ignore[misc]
    """The diagonal matrix with the entries of a column, which is not asked at every step whether it is diagonal itself."""

    def doit(self, **hints: Any) -> Any:
        column = self.args[0].doit(**hints) if hints.get("deep", True) else self.args[0]
        if isinstance(column, sp.MatMul):
            scalar, matrices = column.as_coeff_matrices()
            if scalar != 1:
                return scalar * DiagMatrix(sp.MatMul(*matrices).doit(deep=False))
        return DiagMatrix(column)


class SymmetricMatrix(sp.MatrixSymbol):  # type: ignore[misc]
    r"""A symmetric matrix symbol, $A^\top=A$."""

    def __new__(cls, name: Any, n: Any, m: Any = None) -> SymmetricMatrix:
        if m is not None and sp.sympify(m) != sp.sympify(n):
            raise ClaimError(f"{name}: a symmetric matrix is square, not {n} x {m}")
        return super().__new__(cls, name, n, n)  # type: ignore[no-any-return]

    def _eval_transpose(self) -> SymmetricMatrix:
        return self

    def _eval_adjoint(self) -> SymmetricMatrix:
        return self


class PositiveSemidefinite(SymmetricMatrix):
    r"""A symmetric matrix symbol with $A\succeq0$."""


class PositiveDefinite(PositiveSemidefinite):
    r"""A symmetric matrix symbol with $A\succ0$; its inverse goes through Cholesky."""


def _square(name: str, matrix: Any) -> MatrixExpr:
    matrix = sp.sympify(matrix)
    if not getattr(matrix, "is_Matrix", False) or matrix.shape[0] != matrix.shape[1]:
        raise ClaimError(f"{name}({matrix}): the argument must be a square matrix expression")
    return matrix


class SpectralFunction(MatrixExpr):  # type: ignore[misc]
    r"""$f(A)$ for symmetric ``A``; ``f`` is a sympy ``Lambda``, or a function class such as ``sympy.exp``."""

    def __new__(cls, f: Any, matrix: Any) -> SpectralFunction:
        if not isinstance(f, sp.Lambda):
            x = sp.Dummy("x", real=True)
            f = sp.Lambda(x, f(x))
        return super().__new__(cls, f, _square("SpectralFunction", matrix))  # type: ignore[no-any-return]

    @property
    def shape(self) -> tuple[sp.Expr, sp.Expr]:
        return self.args[1].shape  # type: ignore[no-any-return]

    def _eval_transpose(self) -> SpectralFunction:
        return self

    def _entry(self, i: Any, j: Any, **kwargs: Any) -> sp.Expr:
        return MatrixElement(self, i, j)

    def _latex(self, printer: LatexPrinter, exp: str | None = None) -> str:
        f, matrix = self.args
        shown = printer._print(f.expr.xreplace({f.variables[0]: sp.Symbol("x")}))
        return rf"\left.\left({shown}\right)\right|_{{x={printer._print(matrix)}}}"


class _SpectrumValue(sp.Expr):  # type: ignore[misc]
    is_commutative = True
    is_extended_real = True
    symbol = r"\lambda"

    def __new__(cls, matrix: Any, index: Any) -> sp.Expr:
        index = sp.sympify(index)
        if index.is_Integer and index < 1:
            raise ClaimError(f"{cls.__name__}({matrix}, {index}): spectra are numbered from 1, largest first")
        return super().__new__(cls, sp.sympify(matrix), index)

    def _latex(self, printer: LatexPrinter, exp: str | None = None) -> str:
        text = rf"{self.symbol}_{{{printer._print(self.args[1])}}}"
        text = text if exp is None else rf"{text}^{{{exp}}}"
        return rf"{text}\left({printer._print(self.args[0])}\right)"


class Eigenvalue(_SpectrumValue):
    r"""$\lambda_j(A)$, the $j$-th largest eigenvalue of a symmetric matrix."""


class SingularValue(_SpectrumValue):
    r"""$s_j(A)$, the $j$-th largest singular value."""

    symbol = "s"
    is_extended_nonnegative = True


class Eigenvalues:
    r"""The spectrum of a symmetric matrix: ``Eigenvalues(A)[j]``, to be summed over ``j`` from 1."""

    def __init__(self, matrix: Any) -> None:
        self.matrix = _square("Eigenvalues", matrix)

    def __getitem__(self, index: Any) -> sp.Expr:
        return Eigenvalue(self.matrix, index)


class _MatrixScalar(sp.Expr):  # type: ignore[misc]
    is_commutative = True
    is_extended_real = True

    def __new__(cls, matrix: Any) -> sp.Expr:
        matrix = sp.sympify(matrix)
        if not getattr(matrix, "is_Matrix", False):
            raise ClaimError(f"{cls.__name__}({matrix}): the argument must be a matrix expression")
        return super().__new__(cls, matrix)


class LogDet(_MatrixScalar):
    r"""$\log|\det A|$, computed without forming the determinant."""

    def __new__(cls, matrix: Any) -> sp.Expr:
        return super().__new__(cls, _square("LogDet", matrix))

    def _latex(self, printer: LatexPrinter, exp: str | None = None) -> str:
        text = r"\log\left|\det" + printer._print(self.args[0]) + r"\right|"
        return text if exp is None else rf"\left({text}\right)^{{{exp}}}"


class _Norm(_MatrixScalar):
    is_extended_nonnegative = True
    mark = "F"

    def __new__(cls, matrix: Any) -> sp.Expr:
        matrix = sp.sympify(matrix)
        return sp.Integer(0) if getattr(matrix, "is_ZeroMatrix", False) else super().__new__(cls, matrix)

    def _latex(self, printer: LatexPrinter, exp: str | None = None) -> str:
        text = rf"\left\|{printer._print(self.args[0])}\right\|_{{{self.mark}}}"
        return text if exp is None else rf"{text}^{{{exp}}}"


class FrobeniusNorm(_Norm):
    r"""$\|A\|_F=(\sum_{ij}A_{ij}^2)^{1/2}$."""


class NuclearNorm(_Norm):
    r"""$\|A\|_*$, the sum of the singular values."""

    mark = "*"


class OperatorNorm(_Norm):
    r"""$\|A\|_{op}$, the largest singular value."""

    mark = r"\mathrm{op}"
