"""What in the body of a sum does not depend on its index is made once, outside of it."""

from __future__ import annotations

from typing import Any

import sympy as sp

from lemmata.numerics.formula.lowering import Builder
from lemmata.theory.language.binding import Binding
from lemmata.theory.language.functions import GaussMean
from lemmata.theory.language.solved import LeastValue, RootOf

HEAVY = (sp.Sum, sp.Product, RootOf, LeastValue)


def lifted(b: Builder, body: sp.Expr, variable: sp.Symbol, further: frozenset[Any] = frozenset()) -> sp.Expr:
    """The body with a symbol in place of each sum or solution in it that does not depend on the index.

    What depends on a variable that something around it binds, such as an integral or one of the ``further`` indices of the same
    sum, has no value outside and stays.
    """
    found: dict[sp.Basic, None] = {}
    kept: set[sp.Basic] = set()
    seen: set[tuple[sp.Basic, frozenset[Any]]] = set()

    def look(node: sp.Basic, bound: frozenset[Any]) -> None:
        if (node, bound) in seen:
            return
        seen.add((node, bound))
        if isinstance(node, HEAVY):
            free = node.free_symbols
            if bound & free:
                kept.add(node)
            elif variable not in free and not any(x.is_infinite for x in _ends(node)):
                found[node] = None
                return
        inside = bound | _bound(node)
        for a in node.args:
            look(a, inside)

    look(body, further)
    table: dict[sp.Basic, sp.Basic] = {}
    for node in found:
        if node not in kept:
            key = (node, tuple(id(i) for i in b.active))
            if key not in b.lifted:
                b.lifted[key] = b.program.letters.next("Dummy_")
                b.bound[b.lifted[key]] = b.lower(node)
            table[node] = b.lifted[key]
    return body.xreplace(table) if table else body


def _bound(node: sp.Basic) -> frozenset[Any]:
    """The variables that a term binds in what it is made of."""
    if isinstance(node, sp.Sum | sp.Product | sp.Integral):
        return frozenset(limit[0] for limit in node.limits)
    if isinstance(node, GaussMean):
        return frozenset({node.args[1]})
    if isinstance(node, sp.Lambda):
        return frozenset(node.variables)
    return frozenset(node.binds) if isinstance(node, Binding) else frozenset()


def _ends(node: sp.Basic) -> list[sp.Expr]:
    return [end for limit in getattr(node, "limits", ()) for end in limit[1:]]
