"""Definitions: a name and its meaning for a term that a statement uses, shown as a ``where`` line and expanded once, here."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import sympy as sp
from sympy.core.symbol import Str
from sympy.matrices.expressions.matexpr import MatrixExpr

from lemmata.theory.language.errors import ClaimError


class _Defined(sp.Basic):  # type: ignore[misc]
    """args: name, term, meaning, LaTeX (or nothing)."""

    @property
    def meaning(self) -> str:
        return str(self.args[2].name)

    @property
    def tex(self) -> str:
        return str(self.args[3].name) if len(self.args) > 3 else ""

    @property
    def name(self) -> str:
        return str(self.args[0].name)

    @property
    def term(self) -> Any:
        return self.args[1]

    @property
    def free_symbols(self) -> set[sp.Basic]:
        return set(self.args[1].free_symbols)

    def doit(self, **hints: Any) -> Any:
        """Itself: sympy evaluates a product of matrices anew at every step, and a name is not written out there."""
        return self

    def _sympystr(self, printer: Any) -> str:
        return self.name

    def _latex(self, printer: Any, exp: str | None = None) -> str:
        text = self.tex or str(printer._print_Symbol(sp.Symbol(self.name)))
        return text if exp is None else f"{{{text}}}^{{{exp}}}"


class DefinedNumber(_Defined, sp.Expr):  # type: ignore[misc]
    """A number that has a name."""

    is_commutative = True

    def _eval_is_real(self) -> bool | None:
        return self.term.is_real  # type: ignore[no-any-return]

    def _eval_is_positive(self) -> bool | None:
        return self.term.is_positive  # type: ignore[no-any-return]

    def _eval_is_nonnegative(self) -> bool | None:
        return self.term.is_nonnegative  # type: ignore[no-any-return]

    def _eval_is_integer(self) -> bool | None:
        return self.term.is_integer  # type: ignore[no-any-return]

    def _eval_derivative(self, s: sp.Basic) -> sp.Expr:
        return self.term.diff(s)


class DefinedMatrix(_Defined, MatrixExpr):  # type: ignore[misc]
    """A matrix that has a name."""

    @property
    def shape(self) -> tuple[sp.Expr, sp.Expr]:
        return self.term.shape  # type: ignore[no-any-return]

    def _entry(self, i: Any, j: Any, **kwargs: Any) -> sp.Expr:
        return self.term[i, j]

    def _eval_transpose(self) -> Any:
        return self if _symmetric(self.term) else None


@lru_cache(maxsize=8192)  # a definition is transposed wherever it stands, and its term may hold others
def _symmetric(term: Any) -> bool:
    return bool(term.T == term)


def Definition(name: str, meaning: str, term: Any, *, latex: str = "") -> Any:
    """``G = Definition("G", "objective", ...)``: use G in statements; they show ``where G = ...``."""
    term = sp.sympify(term)
    if not meaning.strip():
        raise ClaimError(f"the definition of {name} has no meaning: say in words what it stands for")
    if not isinstance(term, sp.Expr | MatrixExpr):
        raise ClaimError(f"the definition of {name} is no formula: {term!r}")
    cls = DefinedMatrix if getattr(term, "is_Matrix", False) else DefinedNumber
    return cls(Str(name), term, Str(meaning), *((Str(latex),) if latex else ()))


def definitions(expr: Any) -> list[Any]:
    """The definitions that an expression uses, those first that others rest on."""
    found: dict[Any, None] = {}
    seen: set[Any] = set()

    def visit(node: Any) -> None:
        if (type(node), node) in seen:
            return
        seen.add((type(node), node))
        for a in getattr(node, "args", ()):
            visit(a)
        if isinstance(node, _Defined):
            found[node] = None

    visit(expr)
    return list(found)


@lru_cache(maxsize=8192)
def expand(expr: Any) -> Any:
    """The expression with every definition replaced by its term.

    A definition is a notation and no substitution: its term is written out under derivatives and iterations as well, where
    what they bind is meant.
    """
    made: dict[Any, Any] = {}

    def visit(node: Any) -> Any:
        if isinstance(node, _Defined):
            return visit(node.term)
        if not getattr(node, "args", ()):
            return node
        if node not in made:
            args = [visit(a) for a in node.args]
            made[node] = node if all(a is b for a, b in zip(args, node.args, strict=True)) else node.func(*args)
        return made[node]

    return visit(expr) if expr.has(_Defined) else expr
