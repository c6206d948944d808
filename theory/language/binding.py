"""Terms that bind variables (a derivative, a root, a minimum, an iteration): substitution does not enter their scope.

A term lists the variables that it binds and which of its arguments are their scope. What is substituted for a bound
variable elsewhere leaves the scope alone, and what is substituted there must not bring a bound variable in with it.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import sympy as sp

from lemmata.theory.language.errors import ClaimError
from lemmata.theory.language.evaluating import EvaluatedOnce


class Binding(EvaluatedOnce, sp.Basic):  # type: ignore[misc]
    """Base of such terms: ``binds`` are the variables, ``scope`` the positions of the arguments in which they are bound."""

    scope: tuple[int, ...] = (0,)

    @property
    def binds(self) -> tuple[Any, ...]:
        """The variables bound."""
        raise ClaimError(f"{type(self).__name__} says nothing of the variables that it binds")

    @property
    def free_symbols(self) -> set[sp.Basic]:
        return set(_free(self))

    def _xreplace(self, rule: Mapping[Any, Any]) -> tuple[Any, bool]:
        if self in rule:
            return rule[self], True
        inner = {old: new for old, new in rule.items() if not _meets(old, self.binds)}
        self._no_capture(inner)
        changed, args = False, []
        for i, a in enumerate(self.args):
            table = inner if i in self.scope else rule
            new, hit = a._xreplace(table) if table and hasattr(a, "_xreplace") else (a, False)
            changed |= hit
            args.append(new)
        return (self.func(*args) if changed else self), changed

    def _eval_subs(self, old: Any, new: Any) -> Any:
        hidden = _meets(old, self.binds)
        if not hidden:
            self._no_capture({old: new})
        return self.func(*(a if hidden and i in self.scope else a._subs(old, new) for i, a in enumerate(self.args)))

    def _no_capture(self, rule: Mapping[Any, Any]) -> None:
        for old, new in rule.items():
            caught: set[Any] = getattr(new, "free_symbols", set()) & set(self.binds)
            if caught and any(self.args[i].has(old) for i in self.scope):
                names = ", ".join(sorted(str(s) for s in caught))
                raise ClaimError(
                    f"{new} cannot be put for {old} here: {names} is bound by {type(self).__name__}; rename one of them"
                )


@lru_cache(maxsize=8192)
def _free(term: Binding) -> frozenset[sp.Basic]:
    bound = set(term.binds)
    free: set[sp.Basic] = set()
    for i, a in enumerate(term.args):
        free |= a.free_symbols - bound if i in term.scope else a.free_symbols
    return frozenset(free)


def _meets(old: Any, bound: tuple[Any, ...]) -> bool:
    return any(b == old or b in getattr(old, "free_symbols", set()) for b in bound)


def variable(value: Any, owner: str) -> Any:
    """A symbol of a number, a column or a matrix, or a sentence."""
    if isinstance(value, sp.Symbol | sp.MatrixSymbol):
        return value
    raise ClaimError(f"{owner}: {value!r} is no variable; give a Symbol or an Array")
