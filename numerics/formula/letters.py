"""The symbols of bound indices: the k-th of a name is the same one in every program.

A statement and its wrong versions hold mostly the same terms, each compiled by itself. What sympy makes of a term, with an
index in place of its variable, is then made once for all of them. Within one program no symbol stands for two things; those
of one name come in the order in which they were asked for, so that sums are added up in the same order whatever else was
compiled before.
"""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from typing import Any

import sympy as sp

_letters: dict[str, list[tuple[sp.Dummy, sp.Dummy]]] = {}  # by name: real ones, and integers


class Letters:
    """The symbols that a program has not used yet; the closures inside it share them."""

    def __init__(self) -> None:
        self._used: Counter[str] = Counter()

    def next(self, name: str, integer: bool = False) -> sp.Dummy:
        """A symbol of this name that stands for nothing else in the program."""
        made, number = _letters.setdefault(name, []), self._used[name]
        while len(made) <= number:  # sympy orders symbols of one name by when they were made
            made.append((sp.Dummy(name, real=True), sp.Dummy(name, integer=True, real=True)))
        self._used[name] += 1
        return made[number][integer]


@lru_cache(maxsize=16384)
def put(expr: Any, variable: Any, symbol: Any) -> Any:
    """The expression with another symbol in place of a variable, built once."""
    return expr.xreplace({variable: symbol})
