"""A tool: quantities that are nobody's claim and everybody's use, evaluated at numbers, arrays and functions of one's own.

A family's tools stand in ``theory/<family>/tools.py`` as ``tools = (Tool(...), ...)``. What a tool gives are definitions, made of
the terms that the family's claims are made of; it has an example, which is what is not given by the user and what tests evaluate.
What exact tools decide (an exponent, a certificate) is no formula: such a tool is a ``Decided``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from lemmata.theory.language.arrays import _Array
from lemmata.theory.language.binding import Binding
from lemmata.theory.language.calculus import FunctionSymbol
from lemmata.theory.language.definitions import expand
from lemmata.theory.language.errors import ClaimError
from lemmata.theory.language.free import Free
from lemmata.theory.language.labels import Label
from lemmata.theory.language.symbols import Symbol
from lemmata.theory.language.walking import distinct


@dataclass(frozen=True, kw_only=True)
class Tool:
    """``gives``: definitions; ``example``: a value for every number, array and function in them (sizes follow from arrays);
    ``when``: relations that the values have to satisfy."""

    id: str
    says: str
    gives: tuple[Any, ...]
    example: Mapping[str, Any]
    when: tuple[Any, ...] = ()

    @property
    def terms(self) -> tuple[Any, ...]:
        """What it speaks of."""
        return (*self.gives, *self.when)

    def __post_init__(self) -> None:
        if not re.fullmatch(r"[a-z][a-z0-9_]*\.[a-z][a-z0-9_]*", self.id):
            raise ClaimError(f"{self.id!r} is no id of a tool: family.slug in lower case")
        known = {*self.numbers, *self.arrays, *self.functions}
        missing = sorted(known - self.sizes - set(self.example))
        if missing:
            raise ClaimError(f"{self.id}: its example has no value for {', '.join(missing)}")
        unknown = sorted(set(self.example) - known)
        if unknown:
            raise ClaimError(f"{self.id}: its example speaks of {unknown[0]}, which is in none of its quantities")

    @cached_property
    def _spoken(self) -> tuple[dict[str, Any], dict[str, Any], dict[str, Any]]:
        return spoken(self.terms)

    @property
    def numbers(self) -> dict[str, Any]:
        """Numbers by name, the sizes of its arrays among them."""
        return self._spoken[0]

    @property
    def arrays(self) -> dict[str, Any]:
        """Arrays by name."""
        return self._spoken[1]

    @property
    def functions(self) -> dict[str, Any]:
        """Functions by name."""
        return self._spoken[2]

    @property
    def sizes(self) -> set[str]:
        """The names of the sizes of its arrays."""
        return {str(s.name) for a in self.arrays.values() for n in a.shape for s in n.free_symbols}

    def words(self) -> list[tuple[str, str]]:
        """What may be given, with its meaning; sizes follow from the arrays."""
        found = {**self.numbers, **self.arrays, **self.functions}
        return [(name, str(term.meaning)) for name, term in sorted(found.items()) if name not in self.sizes - set(self.example)]


@dataclass(frozen=True)
class Quantity:
    """What a tool decides, in words."""

    name: str
    meaning: str


@dataclass(frozen=True)
class Answer:
    """A value that is decided, with what shows it; None is undecided, for the reason in ``detail``."""

    value: Any
    error: Any = 0.0
    how: str = "exact"
    detail: str = ""


@dataclass(frozen=True, kw_only=True)
class Decided(Tool):
    """A tool whose quantities exact tools decide. ``takes``: the symbols, arrays and functions that may be given; ``answer``:
    from their values by name (numbers, tensors, a ``Lambda`` in z) to an ``Answer`` for each of ``gives``."""

    takes: tuple[Any, ...]
    answer: Callable[[Mapping[str, Any]], Mapping[str, Answer]]
    gives: tuple[Quantity, ...]

    @property
    def terms(self) -> tuple[Any, ...]:
        """What it speaks of."""
        return self.takes


def spoken(formulas: Iterable[Any]) -> tuple[dict[str, Any], dict[str, Any], dict[str, Any]]:
    """The numbers, arrays and functions that formulas speak of, by name."""
    full = [expand(formula) for formula in formulas]
    nodes = list(distinct(*full))
    open_ = {s for found in map(Free(), full) for s in found}
    bound = {b for n in nodes if isinstance(n, Binding) for b in n.binds} - open_
    arrays: dict[str, Any] = {str(n.name): n for n in nodes if isinstance(n, _Array) and n not in bound}
    arrays |= {str(n.name): n.array for n in nodes if isinstance(n, Label)}  # entries of an array alone
    sizes = {s for array in arrays.values() for size in array.shape for s in size.free_symbols}
    free = open_ | sizes
    functions = {str(n.name): n for n in nodes if isinstance(n, FunctionSymbol)}
    return {str(s.name): s for s in free if isinstance(s, Symbol)}, arrays, functions
