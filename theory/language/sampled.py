"""Random terms: ``Sampled("Z", Normal())`` is a number, ``Sampled("ε", Uniform(-s, s), n)`` a column, and so on.

Two terms of different names are independent; the same name is the same sample inside one ``Mean``. The law is part of
the term, so that substitution of parameters reaches it and no two laws can share a name by accident.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import sympy as sp
from sympy.core.symbol import Str
from sympy.matrices.expressions.matexpr import MatrixElement, MatrixExpr

from lemmata.theory.language.errors import ClaimError
from lemmata.theory.language.laws import Law
from lemmata.theory.language.symbols import check_sizes


class RandomTerm(sp.Basic):  # type: ignore[misc]
    """What numbers and arrays that are drawn have in common."""

    @property
    def name(self) -> str:
        return str(self.args[0].name)

    @property
    def law(self) -> Law:
        return self.args[1]  # type: ignore[no-any-return]

    @property
    def sizes(self) -> tuple[sp.Expr, ...]:
        return tuple(self.args[2:])

    def doit(self, **hints: Any) -> Any:
        """Itself: sympy evaluates a product of matrices anew at every step, and a law has nothing to evaluate."""
        return self

    def _sympystr(self, printer: Any) -> str:
        return self.name

    def _latex(self, printer: Any, exp: str | None = None) -> str:
        text = str(printer._print_Symbol(sp.Symbol(self.name)))
        return text if exp is None else f"{{{text}}}^{{{exp}}}"


class RandomNumber(RandomTerm, sp.Expr):  # type: ignore[misc]
    """A random number."""

    is_commutative = True
    _diff_wrt = True

    @property
    def free_symbols(self) -> set[sp.Basic]:
        return {self} | self.law.free_symbols  # type: ignore[no-any-return]

    def _eval_is_real(self) -> bool:
        return True

    def _eval_is_finite(self) -> bool:
        return True

    def _eval_is_integer(self) -> bool | None:
        return True if self.law.integer else None

    def _eval_is_nonnegative(self) -> bool | None:
        return True if self.law.support[0].is_nonnegative else None

    def _eval_derivative(self, s: sp.Basic) -> sp.Expr:
        return sp.Integer(1) if s == self else sp.Integer(0)


class RandomMatrix(RandomTerm, MatrixExpr):  # type: ignore[misc]
    """A random matrix, or a random column where its last size is 1."""

    @property
    def shape(self) -> tuple[sp.Expr, sp.Expr]:
        return self.args[2], (self.args[3] if len(self.args) > 3 else sp.Integer(1))

    def _entry(self, i: Any, j: Any, **kwargs: Any) -> sp.Expr:
        return MatrixElement(self, i, j)

    def __getitem__(self, index: Any) -> sp.Expr:
        if isinstance(index, tuple):
            return super().__getitem__(index)
        if len(self.args) > 3:
            raise ClaimError(f"{self.name}[{index}]: {self.name} is a matrix; give two indices")
        index = sp.sympify(index)
        if index.is_Integer and index < 1:
            raise ClaimError(f"{self.name}[{index}]: the first entry of {self.name} has the index 1")
        return RandomEntry(self, index)

    def __iter__(self) -> Any:
        raise ClaimError(
            f"{self.name} has a size that is a symbol, so its entries cannot be listed: write Sum({self.name}[j], (j, 1, n))"
        )

    @property
    def free_symbols(self) -> set[sp.Basic]:
        free: set[sp.Basic] = set()
        return free.union({self}, self.law.free_symbols, *(s.free_symbols for s in self.sizes))

    def _eval_transpose(self) -> Any:
        symmetric = self.law.word == "Wishart"
        return self if symmetric else None


class RandomEntry(sp.Expr):  # type: ignore[misc]
    """Entry number j, from 1, of a random column."""

    is_commutative = True

    def _eval_is_real(self) -> bool:
        return True

    def _eval_is_finite(self) -> bool:
        return True

    def _sympystr(self, printer: Any) -> str:
        return f"{self.args[0].name}[{printer._print(self.args[1])}]"

    def _latex(self, printer: Any, exp: str | None = None) -> str:
        base, index = (printer._print(a) for a in self.args)
        return f"{{{base}}}_{{{index}}}" + (f"^{{{exp}}}" if exp else "")


def Sampled(name: str, law: Law, *sizes: Any) -> Any:
    """A random term of that law: a number without sizes, a column with one, a matrix with two."""
    if not isinstance(law, Law):
        raise ClaimError(f"the random term {name} has the law {law!r}: use Normal(), Uniform(a, b), Rademacher(), ...")
    if len(sizes) not in law.shapes:
        shapes = {0: "a number", 1: "a column", 2: "a matrix"}
        asked = shapes.get(len(sizes), f"an array of {len(sizes)} sizes")
        raise ClaimError(f"{name}: {law.word} is a law of {' or '.join(shapes[k] for k in law.shapes)}, not of {asked}")
    check_sizes(name, sizes)
    nodes = [sp.sympify(s) for s in sizes]
    cls = RandomMatrix if nodes else RandomNumber
    return cls(Str(name), law, *nodes)


def samples(expr: Any) -> list[RandomTerm]:
    """The random terms of an expression, by name."""
    return list(_samples(expr))


@lru_cache(maxsize=8192)  # asked of the same terms again and again: whenever something is put into a mean, or out of one
def _samples(expr: Any) -> tuple[RandomTerm, ...]:
    return tuple(sorted(expr.atoms(RandomTerm), key=lambda t: (t.name, str(t.args))))
