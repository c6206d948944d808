"""What a claim declares of its arrays and functions, by name: the only source from which a rule reads a kind or a class.

Terms do not hold the kind of an array nor the class of a function, so that two declarations of one name are one term;
what a proof declares anew says nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from lemmata.theory.language.arrays import General
from lemmata.theory.language.calculus import LINKS
from lemmata.theory.language.symbols import Reals


@dataclass(frozen=True)
class Declared:
    """The arrays and functions of a claim."""

    arrays: Mapping[str, Any] = field(default_factory=dict)
    functions: Mapping[str, Any] = field(default_factory=dict)

    def kind(self, array: Any) -> Any:
        """The kind of an array, General where the claim does not have it."""
        found = self.arrays.get(str(getattr(array, "name", "")))
        return found.kind if found is not None and found == array else General

    def kind_of_any_size(self, array: Any) -> Any:
        """The kind of the array of that name, of whatever sizes: a fact about other sizes is about an array of that kind as well."""
        found = self.arrays.get(str(getattr(array, "name", "")))
        return found.kind if found is not None else General

    def set_of_any_size(self, array: Any) -> Any:
        """The set of the entries of the array of that name."""
        found = self.arrays.get(str(getattr(array, "name", "")))
        return found.of if found is not None else Reals

    def function_class(self, function: Any) -> Any:
        """The class of a function; where the claim does not have it, any link, which may have kinks and grow."""
        found = self.functions.get(str(function.name))
        return found.of if found is not None else LINKS


NOTHING = Declared()
