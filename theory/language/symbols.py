"""Symbols with meaning: a name, what it stands for in words, and the set that it ranges over.

The set is the only source of the assumptions that sympy makes about a symbol; a claim's domain can only narrow it. So
what a proof may use of a symbol is what the points are drawn from, and nothing else.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import sympy as sp

from lemmata.theory.language.errors import ClaimError


@dataclass(frozen=True)
class NumberSet:
    """A set of numbers: its ends, whether they belong to it, and the part of it that is drawn from by default."""

    name: str
    low: Any
    high: Any
    integer: bool = False
    closed: tuple[bool, bool] = (False, False)
    ordinary: tuple[Any, Any] = (-3, 3)
    assumptions: Mapping[str, bool] = field(default_factory=dict, compare=False, hash=False)

    def contains(self, value: Any) -> bool:
        """Whether a number lies in the set."""
        above = value >= self.low if self.closed[0] else value > self.low
        below = value <= self.high if self.closed[1] else value < self.high
        return bool(above) and bool(below) and (not self.integer or value == int(value))

    def __str__(self) -> str:
        return self.name


oo = sp.oo
Reals = NumberSet("ℝ", -oo, oo, assumptions={"real": True})
Positive = NumberSet("(0, ∞)", 0, oo, ordinary=(0.1, 10), assumptions={"positive": True})
NonNegative = NumberSet("[0, ∞)", 0, oo, closed=(True, False), ordinary=(0, 10), assumptions={"nonnegative": True})
Integers = NumberSet("ℤ", -oo, oo, integer=True, ordinary=(-5, 5), assumptions={"integer": True})
Naturals = NumberSet(
    "{1, 2, …}", 1, oo, integer=True, closed=(True, False), ordinary=(1, 12), assumptions={"integer": True, "positive": True}
)
Counts = NumberSet(
    "{0, 1, …}", 0, oo, integer=True, closed=(True, False), ordinary=(0, 8), assumptions={"integer": True, "nonnegative": True}
)


class Symbol(sp.Symbol):  # type: ignore[misc]
    """A number that a statement speaks of: ``Symbol("n", "number of samples", Naturals)``.

    ``latex``: how it is typeset, where sympy's reading of the name will not do.
    """

    meaning: str
    domain: NumberSet
    tex: str

    def __new__(cls, name: str, meaning: str, domain: NumberSet = Reals, *, latex: str = "") -> Symbol:
        if not meaning.strip():
            raise ClaimError(f"the symbol {name} has no meaning: say in words what it stands for")
        if not isinstance(domain, NumberSet):
            raise ClaimError(
                f"the symbol {name} ranges over {domain!r}: use Reals, Positive, NonNegative, Integers, Naturals or Counts"
            )
        made: Symbol = sp.Symbol.__xnew__(cls, name, **domain.assumptions)
        made.meaning, made.domain, made.tex = meaning, domain, latex
        return made

    def _hashable_content(self) -> tuple[Any, ...]:
        """Two symbols of one name are one only if they mean the same: sympy keeps equal terms once for all claims."""
        return (*super()._hashable_content(), self.meaning, self.domain.name)

    def __getnewargs_ex__(self) -> tuple[tuple[Any, ...], dict[str, Any]]:
        return (self.name, self.meaning, self.domain), {"latex": self.tex}

    def __reduce_ex__(self, protocol: Any) -> Any:
        return _symbol, (self.name, self.meaning, self.domain, self.tex)

    def _latex(self, printer: Any) -> str:
        return self.tex or str(printer._print_Symbol(sp.Symbol(self.name)))


def _symbol(name: str, meaning: str, domain: NumberSet, tex: str) -> Symbol:
    return Symbol(name, meaning, domain, latex=tex)


def check_sizes(name: str, sizes: Any) -> None:
    """Refuses sizes that are no integers, or that hold a number which is none."""
    for size in map(sp.sympify, sizes):
        stray = sorted((str(s) for s in size.free_symbols if not s.is_integer), key=str)
        if size.is_integer is False or (stray and size.is_integer is not True):
            what = f"{stray[0]} is no integer" if stray else "this is no integer"
            raise ClaimError(f"{name} has the size {size}, and {what}: declare it as Naturals or Counts")


def Index(name: str) -> sp.Symbol:
    """An index bound by a sum or a product: a positive integer without a meaning of its own."""
    return sp.Symbol(name, integer=True, positive=True)
