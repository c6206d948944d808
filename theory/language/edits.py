"""A wrong version or a print as an edit of the true statement, so that the two can be shown side by side.

An edit replaces a side, a factor or a condition. What it replaces must occur exactly as often as the edit says (once by
default): sympy rewrites products, and an edit that missed would leave the truth standing and call it wrong.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any

import sympy as sp

from lemmata.theory.language.errors import ClaimError
from lemmata.theory.language.kinds import Statement


@dataclass(frozen=True)
class Edit:
    """``changes``: fields of the statement by name (left, right, exponent, ...). ``replace``: {old term: new term}, each old
    one occurring ``count`` times in the formulas. ``when``: other conditions in place of those of the part."""

    left: Any = None
    right: Any = None
    replace: Mapping[Any, Any] = field(default_factory=dict)
    count: int = 1
    when: tuple[Any, ...] | None = None
    changes: Mapping[str, Any] = field(default_factory=dict)

    def fields(self) -> dict[str, Any]:
        """What is given a new formula as a whole."""
        sides = {name: value for name, value in (("left", self.left), ("right", self.right)) if value is not None}
        return {**sides, **self.changes}

    def apply(self, statement: Statement) -> Statement:
        """The edited statement; an edit that changes nothing, or not as often as it says, is refused."""
        changes = self.fields()
        for name in changes:
            if name not in statement.__dataclass_fields__:
                raise ClaimError(
                    f"the edit changes {name!r}, which a statement of kind {statement.kind} does not have; it has "
                    + ", ".join(f.name for f in fields(statement))
                )
        changed = statement.replace(**changes) if changes else statement
        for old, new in self.replace.items():
            changed = _replaced(changed, sp.sympify(old), sp.sympify(new), self.count)
        if changed == statement and self.when is None:
            raise ClaimError(f"the edit changes nothing: {self._text()} leaves the statement as it is")
        return changed

    def _text(self) -> str:
        return ", ".join(
            [*(f"{k} -> {v}" for k, v in self.fields().items()), *(f"{k} -> {v}" for k, v in self.replace.items())]
        )


def edit(value: Edit | Mapping[str, Any]) -> Edit:
    """An edit from its short form: ``{"right": ...}``, ``{"replace": {...}}``, ``{"exponent": ...}``."""
    if isinstance(value, Edit):
        return value
    if not isinstance(value, Mapping) or not value:
        raise ClaimError(f"a wrong version is an Edit or a mapping such as {{'right': formula}}, not {value!r}")
    own = {k: v for k, v in value.items() if k in ("left", "right", "replace", "count", "when")}
    return Edit(**own, changes={k: v for k, v in value.items() if k not in own})


def _replaced(statement: Statement, old: Any, new: Any, count: int) -> Statement:
    changes: dict[str, Any] = {}
    found = 0
    for name in statement.formulas:
        formula = getattr(statement, name)
        if formula is None:
            continue
        times = occurrences(formula, old)
        if times:
            found += times
            changes[name] = substitute(formula, old, new)
    at = getattr(statement, "at", None)
    if isinstance(at, Mapping):
        times = sum(occurrences(value, old) for value in at.values())
        if times:
            found += times
            changes["at"] = {x: substitute(value, old, new) for x, value in at.items()}
    if found != count:
        raise ClaimError(
            f"{old} occurs {found} times in the statement, not {count}: give count={found} or a larger term to replace"
        )
    return statement.replace(**changes)


def occurrences(expr: Any, old: Any) -> int:
    """How often a term occurs, as a node or as a part of a sum or product."""
    if expr == old:
        return 1
    own = _times(expr, old)
    return own + sum(occurrences(a, old) for a in getattr(expr, "args", ())) if own == 0 else own


def substitute(expr: Any, old: Any, new: Any) -> Any:
    """The expression with every occurrence of a term replaced."""
    if expr == old:
        return new
    if not getattr(expr, "args", ()):
        return expr
    times = _times(expr, old)
    if times:
        rest = Counter(expr.args)
        for _ in range(times):
            rest.subtract(Counter(old.args))
        kept = [a for a in expr.args if _take(rest, a)]
        return expr.func(*kept, *([new] * times))
    args = [substitute(a, old, new) for a in expr.args]
    return expr if all(a is b for a, b in zip(args, expr.args, strict=True)) else expr.func(*args)


def _times(expr: Any, old: Any) -> int:
    """How often the arguments of a sum or product hold those of ``old``."""
    if not (type(expr) is type(old) and isinstance(expr, sp.Add | sp.Mul | sp.MatAdd)):
        return 0
    have, need = Counter(expr.args), Counter(old.args)
    return int(min(have[a] // k for a, k in need.items()))


def _take(rest: Counter[Any], a: Any) -> bool:
    if rest[a] <= 0:
        return False
    rest[a] -= 1
    return True
