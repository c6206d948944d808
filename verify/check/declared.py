"""What the declarations of a one-line statement come to: terms by name, conditions, and the Python that states them again."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from lemmata.theory.language.symbols import Counts as CountNumbers
from lemmata.theory.language.symbols import Integers, Naturals, NonNegative, NumberSet, Positive, Reals

SETS: dict[str, tuple[NumberSet, str]] = {
    "real": (Reals, "a real number"),
    "positive": (Positive, "a positive number"),
    "nonnegative": (NonNegative, "a number, at least 0"),
    "integer": (Integers, "an integer"),
    "natural": (Naturals, "a positive integer"),
    "count": (CountNumbers, "an integer, at least 0"),
}
SET_WORDS = {
    "Reals": Reals,
    "Positive": Positive,
    "NonNegative": NonNegative,
    "Integers": Integers,
    "Naturals": Naturals,
    "Counts": CountNumbers,
}
SIZES = ("n", "m", "d", "k", "N")


@dataclass
class Declared:
    """``terms`` by name, in the order in which they can be written; ``conditions`` on numbers, ``when`` on other terms, ``core``."""

    terms: dict[str, Any] = field(default_factory=dict)
    conditions: list[Any] = field(default_factory=list)
    when: list[Any] = field(default_factory=list)
    core: list[Any] = field(default_factory=list)
    functions: dict[str, Any] = field(default_factory=dict)

    def names(self) -> dict[str, Any]:
        """What the parser knows as values."""
        return {name: term for name, term in self.terms.items() if name not in self.functions}


def how_to_declare(name: str) -> str:
    """A sentence on a name that was not declared."""
    if name[:1].isupper():
        return (
            f'say what {name} is: --with "{name}: n x n symmetric" for a matrix, --with "{name} ~ Normal" for a random number, '
            f'--with "{name}: real" for a number'
        )
    return (
        f'say what {name} is: --with "{name} > 0" or --with "{name}: real" for a number, --with "{name}: column n" for a vector, '
        f'--with "{name}: link" for a function'
    )
