"""The terms that a formula is made of, each once: in a formula of nested definitions one term stands in many places."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import sympy as sp
from sympy.concrete.expr_with_limits import ExprWithLimits


def distinct(*formulas: Any) -> Iterator[Any]:
    """Every term of the formulas once, in the order in which they first occur."""
    seen: set[Any] = set()
    rest = list(reversed(formulas))
    while rest:
        term = rest.pop()
        if (type(term), term) not in seen:
            seen.add((type(term), term))
            yield term
            rest += reversed(getattr(term, "args", ()))


def loose(*formulas: Any) -> set[Any]:
    """The symbols that are free in some of the formulas, as ``free_symbols`` says, each term looked at once.

    sympy builds the body of a sum anew whenever it is asked, and a term again wherever it stands.
    """
    known: dict[Any, frozenset[Any]] = {}

    def free(term: Any) -> frozenset[Any]:
        key = (type(term), term)
        if key not in known:
            known[key] = frozenset(_below(term, free))
        return known[key]

    return set().union(*map(free, formulas))


def _below(term: Any, free: Callable[[Any], frozenset[Any]]) -> set[Any]:
    kind = type(term).free_symbols
    if kind is sp.Basic.free_symbols:
        return set().union(*map(free, term.args))
    if kind is not ExprWithLimits.free_symbols or any(not isinstance(v, sp.Symbol) for v in term.variables):
        return set(term.free_symbols)
    found = set(free(term.function))
    for variable, *ends in term.limits:
        found.discard(variable)
        found.update(*map(free, ends))
    return found
