"""Quantities defined by equations, minima and differential equations, as terms.

A root says *which* root it is; an equation with more than one where none was chosen is an error. A minimum that is
found by search is an upper bound of the true one, so it compares one-sidedly.
"""

from __future__ import annotations

from typing import Any

import sympy as sp
from sympy.core.symbol import Str
from sympy.matrices.expressions.matexpr import MatrixElement, MatrixExpr

from lemmata.theory.language.binding import Binding, variable
from lemmata.theory.language.errors import ClaimError

WHICH = ("only", "first", "largest", "stable")


def _residual(equation: Any, owner: str) -> sp.Expr:
    if isinstance(equation, sp.Equality):
        return equation.lhs - equation.rhs
    found = sp.sympify(equation)
    if not isinstance(found, sp.Expr):
        raise ClaimError(f"{owner}: the equation {equation!r} must be an expression (= 0) or an Eq")
    return found


class RootOf(Binding, sp.Expr):  # type: ignore[misc]
    """A root in a number; args: residual, unknown, lower end, upper end, which."""

    is_commutative = True
    scope = (0, 1)

    @property
    def binds(self) -> tuple[Any, ...]:
        return (self.args[1],)

    @property
    def which(self) -> str:
        return str(self.args[4])

    def _eval_is_real(self) -> bool:
        return True

    def _eval_is_positive(self) -> bool | None:
        return True if self.args[2].is_nonnegative else None

    def _latex(self, printer: Any, exp: str | None = None) -> str:
        word = "" if self.which == "only" else rf"\text{{{self.which} }}"
        text = rf"{word}\operatorname{{root}}_{{{printer._print(self.args[1])}}}\left[{printer._print(self.args[0])} = 0\right]"
        return text if exp is None else rf"\left({text}\right)^{{{exp}}}"

    def _sympystr(self, printer: Any) -> str:
        return f"{'' if self.which == 'only' else self.which + ' '}root of {printer._print(self.args[0])} = 0 in {printer._print(self.args[1])}"


def Root(x: Any, equation: Any, which: str = "only", inside: tuple[Any, Any] | None = None) -> Any:
    """The root x of an equation, within an interval: the only one, the first, the largest, or the stable one.

    Stable: the residual decreases through it (of x' = residual). "only" is an error where there are several.
    """
    x = variable(x, "Root")
    if x.is_Matrix:
        raise ClaimError(f"Root in {x}: only numbers; use Iterate or Argmin for arrays")
    residual = _residual(equation, f"Root for {x}")
    if x not in residual.free_symbols:
        raise ClaimError(f"Root for {x}: the equation {equation} does not contain {x}")
    if which not in WHICH:
        raise ClaimError(f"Root for {x}: which = {which!r}; say one of {', '.join(WHICH)}")
    low, high = inside if inside is not None else ((0, sp.oo) if x.is_positive or x.is_nonnegative else (-sp.oo, sp.oo))
    low, high = sp.sympify(low), sp.sympify(high)
    if low.is_number and high.is_number and not low < high:
        raise ClaimError(f"Root for {x}: the interval ({low}, {high}) is empty")
    return RootOf(residual, x, low, high, Str(which))


class LeastValue(Binding, sp.Expr):  # type: ignore[misc]
    """The minimum of f over a variable; args: f, variable, start (or none)."""

    is_commutative = True
    scope = (0, 1)

    @property
    def binds(self) -> tuple[Any, ...]:
        return (self.args[1],)

    def _eval_is_real(self) -> bool:
        return True

    def _latex(self, printer: Any, exp: str | None = None) -> str:
        text = rf"\min_{{{printer._print(self.args[1])}}} {printer.parenthesize(self.args[0], 40)}"
        return text if exp is None else rf"\left({text}\right)^{{{exp}}}"

    def _sympystr(self, printer: Any) -> str:
        return f"min over {printer._print(self.args[1])} of {printer._print(self.args[0])}"


class Minimiser(Binding, MatrixExpr):  # type: ignore[misc]
    """The column or matrix at which f is least."""

    scope = (0, 1)

    @property
    def binds(self) -> tuple[Any, ...]:
        return (self.args[1],)

    @property
    def shape(self) -> tuple[sp.Expr, sp.Expr]:
        return self.args[1].shape  # type: ignore[no-any-return]

    def _entry(self, i: Any, j: Any, **kwargs: Any) -> sp.Expr:
        return MatrixElement(self, i, j)

    def _latex(self, printer: Any) -> str:
        return rf"\operatorname*{{arg\,min}}_{{{printer._print(self.args[1])}}} {printer.parenthesize(self.args[0], 40)}"


def Least(f: Any, W: Any, start: Any = None) -> Any:
    """min over W of f(W): evaluated by descent from several starts, an upper bound."""
    return LeastValue(sp.sympify(f), variable(W, "Least"), sp.sympify(start) if start is not None else sp.Tuple())


def Argmin(f: Any, W: Any, start: Any = None) -> Any:
    """The W at which f is least, found by descent from ``start``."""
    W = variable(W, "Argmin")
    if not W.is_Matrix:
        raise ClaimError(f"Argmin in {W}: for a number use Optimality, or Root of the derivative")
    return Minimiser(sp.sympify(f), W, sp.sympify(start) if start is not None else sp.Tuple())
