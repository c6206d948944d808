"""The two forms in which statements are shown, plain text and LaTeX: formulas, words, relations, lists."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal

import sympy as sp

from lemmata.theory.language.errors import ClaimError
from lemmata.theory.language.typeset import TypesetPrinter
from lemmata.theory.language.unicode import UnicodePrinter

Name = Literal["text", "latex"]
_SIGNS = {
    "=": "=", "≤": r"\le", "≥": r"\ge", "<": "<", ">": ">", "≠": r"\ne", "→": r"\to", "≍": r"\asymp", "≲": r"\lesssim", "≳": r"\gtrsim",
    "∼": r"\sim", "∈": r"\in", "×": r"\times", "←": r"\leftarrow", "…": r"\ldots",
}  # fmt: skip
_SETS = {
    "ℝ": r"\mathbb{R}", "ℤ": r"\mathbb{Z}", "(0, ∞)": r"(0, \infty)", "[0, ∞)": r"[0, \infty)", "{1, 2, …}": r"\{1, 2, \ldots\}",
    "{0, 1, …}": r"\{0, 1, \ldots\}",
}  # fmt: skip
_FLIPPED = {"<": ">", ">": "<", "<=": ">=", ">=": "<="}
_LESS = {"<": "<", ">": ">", "<=": "≤", ">=": "≥", "==": "=", "!=": "≠"}


class Forms:
    """The forms in which the laws of one claim are shown: they share most of their terms, and each is written once."""

    def __init__(self) -> None:
        self._made: dict[Any, Form] = {}

    def __call__(self, name: Name, marks: Mapping[Any, int]) -> Form:
        key = (name, frozenset(marks.items()))
        if key not in self._made:
            self._made[key] = Form(name, dict(marks))
        return self._made[key]


@dataclass(frozen=True)
class Form:
    """One form; ``marks`` are the primes of terms that share a name (see :func:`same_names`)."""

    name: Name
    marks: Mapping[Any, int]

    def __post_init__(self) -> None:
        if self.name not in ("text", "latex"):
            raise ClaimError(f"a statement is shown as text or as latex, not as {self.name!r}")

    @property
    def plain(self) -> bool:
        return self.name == "text"

    @cached_property
    def printer(self) -> Any:
        """The printer of its formulas."""
        return UnicodePrinter(self.marks) if self.plain else TypesetPrinter(self.marks)

    @cached_property
    def _known(self) -> dict[Any, str]:
        """What was shown already: the search for a difference looks at every term of a formula."""
        return {}

    def show(self, x: Any) -> str:
        """A formula."""
        x = sp.sympify(x)
        if (type(x), x) not in self._known:
            self._known[type(x), x] = str(self.printer._print(x))
        return self._known[type(x), x]

    def power(self, base: Any, exponent: Any) -> str:
        """A size with its exponent, as it stands."""
        return self.show(base) + (self.printer.sup(exponent) if self.plain else f"^{{{self.show(exponent)}}}")

    def words(self, text: str) -> str:
        """Words between formulas."""
        if self.plain:
            return text
        safe = (
            text.translate({ord(c): None for c in "\\{}$"})
            .replace("_", r"\_")
            .replace("%", r"\%")
            .replace("&", r"\&")
            .replace("#", r"\#")
        )
        return rf"\text{{{safe}}}"

    def say(self, text: str) -> str:
        """Words with a space on either side."""
        return f" {text} " if self.plain else rf"\ \text{{{text}}}\ "

    def after(self, text: str) -> str:
        """Words that end a line."""
        return f" {text}" if self.plain else rf"\ \text{{{text}}}"

    def sign(self, sign: str) -> str:
        """A relation sign with its spaces."""
        return f" {sign if self.plain else _SIGNS[sign]} "

    def listed(self, items: Iterable[str]) -> str:
        return (", " if self.plain else r",\ ").join(items)

    def inset(self, name: str) -> str:
        """A set of numbers by its name."""
        return name if self.plain else _SETS.get(name, self.words(name))

    def infinity(self) -> str:
        return "∞" if self.plain else r"\infty"

    def relation(self, condition: Any) -> str:
        """A condition; a number alone on the left is moved to the right, as conditions are read."""
        if getattr(condition, "is_Relational", False) and condition.lhs.is_number and condition.rel_op in _FLIPPED:
            flipped = _FLIPPED[condition.rel_op]
            return f"{self.show(condition.rhs)}{self.sign(_LESS[flipped])}{self.show(condition.lhs)}"
        return self.show(condition)

    def relations(self, conditions: Iterable[Any]) -> str:
        return self.listed(self.relation(c) for c in conditions)
