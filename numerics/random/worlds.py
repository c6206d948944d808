"""Wrong worlds: one ingredient of an experiment is wrong, and a statement that rests on it has to fail there.

A world changes one random term and leaves all others as they are, number by number. Each change breaks one hypothesis
and keeps the rest of the law where that is possible: a biased sign is still a sign, a shifted point of a sphere is on it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from lemmata.theory.language.errors import UsageError
from lemmata.theory.language.sampled import RandomTerm

FACTOR = 1.1  # of a wrong scale
BROKEN = 0.3  # of a wrong mean, in standard deviations
SHARED = 0.3  # correlation of entries that should be independent

CHANGES = {
    "scale x 1.1": "is 1.1 times as large",
    "shift": "has a mean that is off by 0.3 standard deviations",
    "dependence": "has dependent entries (correlation 0.3)",
    "fourth moment": "has the same mean and variance, and another fourth moment",
    "law": "has the same mean, and another law",
}
_IID = ("scale x 1.1", "shift", "dependence", "fourth moment")
_BY_LAW = {
    "Normal": _IID,
    "Uniform": _IID,
    "Rademacher": _IID,
    "Bernoulli": ("scale x 1.1", "dependence", "law"),
    "Exponential": _IID,
    "ChiSquare": _IID,
    "Student": _IID,
    "Sphere": _IID,
    "Haar": ("scale x 1.1", "shift", "fourth moment"),
    "Wishart": _IID,
}


@dataclass(frozen=True)
class World:
    """The random term ``term`` with one thing wrong; ``partner``: the number that it depends on, where it is a number."""

    term: str
    change: str
    partner: str = ""

    def __post_init__(self) -> None:
        if self.change not in CHANGES:
            raise UsageError(f"there is no wrong world {self.change!r}: use one of {', '.join(CHANGES)}")

    @property
    def name(self) -> str:
        """A name for law ids: ``Z.scale``, ``ε.fourth_moment``."""
        return f"{self.term}.{self.change.removesuffix(' x 1.1').replace(' ', '_')}"

    @property
    def says(self) -> str:
        """What is wrong, in words."""
        if self.partner:
            return f"{self.term} depends on {self.partner} (correlation 0.3)"
        return f"{self.term} {CHANGES[self.change]}"


def worlds(term: RandomTerm, others: Sequence[RandomTerm] = ()) -> list[World]:
    """The wrong worlds that a term's law has; a number can only depend on another term, one of ``others`` of the same law."""
    found = []
    for change in _BY_LAW.get(term.law.word, ()):
        if change != "dependence" or _several(term):
            found.append(World(term.name, change))
            continue
        partner = next((o for o in others if o.name != term.name and o.law == term.law and o.sizes == term.sizes), None)
        if partner is not None:
            found.append(World(term.name, change, partner.name))
    return found


def _several(term: RandomTerm) -> bool:
    """Whether there are entries (or rows, of a sphere) that are independent in the true world."""
    sizes = term.sizes
    if term.law.word == "Sphere":
        return len(sizes) == 2 and sizes[0] != 1
    if term.law.word == "Wishart":
        return bool(term.law.args[0] != 1)
    return any(size != 1 for size in sizes)
