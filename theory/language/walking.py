"""The terms that a formula is made of, each once: in a formula of nested definitions one term stands in many places."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

import sympy as sp

NODES = 16  # nodes of a formula for each of its operations, and more than there are


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


def objects(*formulas: Any) -> Iterator[Any]:
    """Every term of the formulas in the order in which they first occur; equal terms that were made apart are all there."""
    seen: dict[int, Any] = {}  # the term is kept, so that its place in memory is not given to another
    rest = list(reversed(formulas))
    while rest:
        term = rest.pop()
        if id(term) not in seen:
            seen[id(term)] = term
            yield term
            rest += reversed(getattr(term, "args", ()))


def short(formula: Any, most: int) -> bool:
    """Whether a formula has at most so many operations; those of a long one are not counted, which takes a walk through all of it."""
    nodes = NODES * (most + 8)
    return len(list(islice(sp.preorder_traversal(formula), nodes))) < nodes and int(sp.count_ops(formula)) <= most
