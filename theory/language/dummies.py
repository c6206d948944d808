"""Indices that nobody named: sympy calls the ones that it makes i_1, i_2, ... afresh in every product of matrices."""

from __future__ import annotations

from functools import lru_cache
from itertools import count
from typing import Any

import sympy as sp

BOUND = (sp.Sum, sp.Product, sp.Integral)


def closed(x: Any) -> set[Any]:
    """The sums and integrals in a formula that have no parameters: sympy takes their values whenever it sorts terms."""
    return {found for found in x.atoms(sp.Integral, sp.Sum) if not found.free_symbols} if _summed(x) else set()


@lru_cache(
    maxsize=2**14
)  # asked of every sum and product in a formula that is written out, so of a term as often as it is deep
def _summed(x: Any) -> bool:
    """Whether there are sums or integrals in a formula."""
    return isinstance(x, sp.Integral | sp.Sum) or any(_summed(a) for a in x.args)


def told_apart(term: Any) -> Any:
    """The sum with another name for every unnamed index that shares its name with a symbol in whose scope it stands."""
    return _visit(term, frozenset()) if isinstance(term, BOUND) and term.has(sp.Dummy) else term


def _visit(node: Any, around: frozenset[str]) -> Any:
    if not isinstance(node, sp.Basic) or not node.has(*BOUND):
        return node
    if isinstance(node, BOUND):
        for limit in node.limits:
            index = limit[0]
            others = [s for s in node.free_symbols | {other[0] for other in node.limits} if s != index]
            taken = around | {str(getattr(s, "name", s)) for s in others}
            if isinstance(index, sp.Dummy) and index.name in taken:
                node = _renamed(node, index, sp.Dummy(_free(node, index.name, taken), **index._assumptions_orig))
        around = around | {str(limit[0].name) for limit in node.limits}
    args = [_visit(a, around) for a in node.args]
    return node if all(a is b for a, b in zip(args, node.args, strict=True)) else node.func(*args)


def _renamed(node: Any, old: Any, new: Any) -> Any:
    return node.func(*(a.xreplace({old: new}) for a in node.args))


def _free(node: Any, name: str, taken: frozenset[str]) -> str:
    """The first of i_1, i_2, ... that nothing in the sum is called."""
    used = taken | {str(s.name) for s in node.atoms(sp.Symbol)}
    stem = name.rstrip("0123456789").rstrip("_")
    return next(f"{stem}_{k}" for k in count(1) if f"{stem}_{k}" not in used)
