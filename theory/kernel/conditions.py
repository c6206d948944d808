"""The conditions under which a fact holds: an expression is positive, not zero, an integer, a matrix is invertible, ...

``given``: relations that may be used beside the domain, because the condition is stated below a bound index (1 <= i <= n).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

import sympy as sp

MARK = "°"  # in the name of a variable that a condition binds: no term of an author may hold such a name

WORDS = {
    "positive": "{} > 0",
    "nonnegative": "{} >= 0",
    "nonzero": "{} is not 0",
    "integer": "{} is an integer",
    "power": "{} to the power {} is defined",
    "integrable": "the mean of {} exists",
    "summable": "{} converges absolutely",
    "invertible": "{} is invertible",
    "psd": "{} is positive semidefinite",
    "relation": "{}",
    "induction": "the statement {} = {}, assumed in an induction",
}


@dataclass(frozen=True)
class Condition:
    """``kind`` says what must hold of ``terms``."""

    kind: str
    terms: tuple[Any, ...]
    given: tuple[Any, ...] = ()

    def __str__(self) -> str:
        text = WORDS[self.kind].format(*self.terms)
        return plain(text + (f" (for {', '.join(map(str, self.given))})" if self.given else ""))

    @property
    def free(self) -> set[Any]:
        """The symbols that it speaks of, those in the sizes of arrays among them."""
        return {s for t in (*self.terms, *self.given) for s in t.free_symbols | t.atoms(sp.Symbol)}

    def mapped(self, change: Any) -> Condition:
        """The condition with a substitution made in all its terms."""
        return Condition(self.kind, tuple(change(t) for t in self.terms), tuple(change(g) for g in self.given))

    def below(self, *given: Any) -> Condition:
        """The condition under further relations."""
        return Condition(self.kind, self.terms, (*self.given, *(g for g in given if g != sp.true)))

    def within(self, index: Any, low: Any, high: Any = sp.oo) -> Condition:
        """The condition for all values of an index from low to high.

        The condition binds the index, under a name that stands in no term: what is stated of a variable of the index's own name,
        or put for it, is not meant.
        """
        if index not in self.free:
            return self
        taken, name = {s.name for s in self.free}, index.name.split(MARK)[0]
        inner = next(s for k in range(len(taken) + 1) if (s := f"{name}{MARK}{k}") not in taken)
        bound = sp.Symbol(inner, **{k: v for k, v in index._assumptions_orig.items() if v is not None})
        renamed = self.mapped(lambda t: t.xreplace({index: bound}))
        return renamed.below(bound >= low, *([bound <= high] if high != sp.oo else []))


def plain(text: str) -> str:
    """A text with the names of bound variables as the author wrote them."""
    return re.sub(MARK + r"(\d+|_\{\d+\})", "", text)


def positive(e: Any) -> Condition:
    return Condition("positive", (sp.sympify(e),))


def nonnegative(e: Any) -> Condition:
    return Condition("nonnegative", (sp.sympify(e),))


def nonzero(e: Any) -> Condition:
    return Condition("nonzero", (sp.sympify(e),))


def integer(e: Any) -> Condition:
    return Condition("integer", (sp.sympify(e),))


def integrable(e: Any, over: Any) -> Condition:
    return Condition("integrable", (sp.sympify(e), sp.Tuple(*over)))


def summable(term: Any, index: Any, low: Any) -> Condition:
    """The condition holds the series itself, so that its index is bound."""
    return Condition("summable", (sp.Sum(term, (index, low, sp.oo)),))


def invertible(e: Any) -> Condition:
    return Condition("invertible", (e,))


def psd(e: Any) -> Condition:
    return Condition("psd", (e,))
