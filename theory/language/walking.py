"""The terms that a formula is made of, each once: in a formula of nested definitions one term stands in many places."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any


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
