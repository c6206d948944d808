"""What stands free in formulas that share terms: found once for every term, in however many places it occurs.

Asked for its free symbols, sympy walks through a formula place by place, and writes the body of every sum and integral anew.
A formula made of nested definitions holds the same few terms in very many places.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import sympy as sp
from sympy.concrete.expr_with_limits import ExprWithLimits

from lemmata.theory.language.binding import Binding
from lemmata.theory.language.definitions import _Defined
from lemmata.theory.language.operators import _Binder

_PLAIN = sp.Basic.free_symbols
_LIMITED = (ExprWithLimits.free_symbols, sp.Integral.free_symbols)


class Free:
    """``free(term)`` is what ``term.free_symbols`` is. Terms are told apart as objects, so that each keeps its own declarations."""

    def __init__(self) -> None:
        self._known: dict[int, tuple[Any, frozenset[Any]]] = {}  # the term is kept, so that its place is not given to another

    def __call__(self, term: Any) -> frozenset[Any]:
        known = self._known.get(id(term))
        if known is None:
            known = self._known[id(term)] = term, frozenset(self._found(term))
        return known[1]

    def _found(self, term: Any) -> frozenset[Any] | set[Any]:
        if isinstance(term, _Defined):
            return self(term.term)
        if isinstance(term, Binding):
            inside = self._union(a for i, a in enumerate(term.args) if i in term.scope)
            return (inside - set(term.binds)) | self._union(a for i, a in enumerate(term.args) if i not in term.scope)
        if isinstance(term, _Binder):
            return self._union((*term.args, *(t.law for t in term.bound))) - set(term.bound)
        own = type(term).free_symbols
        if own in _LIMITED and all(self(limits[0]) == {limits[0]} for limits in term.limits):
            return self._limited(term)
        return self._union(term.args) if own is _PLAIN else term.free_symbols

    def _limited(self, term: Any) -> set[Any]:
        """Of a sum or an integral: a variable with limits is bound, and what the limits say is free."""
        free = set(self(term.function))
        for variable, *limits in term.limits:
            if limits:
                free.discard(variable)
                free |= self._union(limits)
            else:
                free.add(variable)
        return free

    def _union(self, terms: Iterable[Any]) -> set[Any]:
        found: set[Any] = set()
        for term in terms:
            found |= self(term)
        return found
