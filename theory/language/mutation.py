"""Automatic wrong versions of a part's statement: factors, signs, exponents, and what rewriting its formulas gives.

Every condition is dropped once. Names depend on the statement alone, and a smaller limit makes some of those that a larger
one makes: the first ones of a sequence in which the sorts of change take turns. What lies beyond it is never made.
"""

from __future__ import annotations

from itertools import chain
from typing import Any

from lemmata.theory.language.changes import changes
from lemmata.theory.language.edits import Edit
from lemmata.theory.language.equal import NormalForms
from lemmata.theory.language.errors import ClaimError
from lemmata.theory.language.kinds import Statement
from lemmata.theory.language.part import Law, Part, Role

MOST = 24  # wrong versions of a part, beside the rungs of the ladder and the dropped conditions


def automatic(part_name: str, part: Part, alone: bool, limit: int = MOST) -> tuple[list[Law], list[str]]:
    """At most ``limit`` wrong versions beside the rungs of the ladder, and the names of those that the kind cannot see."""
    laws: list[Law] = []
    unseen: list[str] = []
    normal = NormalForms()
    named = [law.statement for law in part.laws(part_name, alone) if law.when == part.when]
    seen = [(statement, _forms(statement, normal)) for statement in named]
    rungs, others = changes(part.statement, normal)
    for i, (name, fields) in enumerate(chain(rungs, others)):
        if i >= len(rungs) and len(laws) >= limit + len(rungs):
            break
        if not fields:
            unseen.append(f"{Role.AUTOMATIC.value}:{name}" if alone else f"{Role.AUTOMATIC.value}:{part_name}.{name}")
            continue
        law = _law(part_name, part, name, Edit(changes=fields), alone)
        if law is not None:
            made = (law.statement, _forms(law.statement, normal))
            if not any(_equal(made, other, normal) for other in seen):
                seen.append(made)
                laws.append(law)
    for i, condition in enumerate(part.when):
        rest = tuple(c for c in part.when if c is not condition)
        laws.append(Law(part_name, Role.AUTOMATIC, f"drop_condition{i + 1}", part.statement, rest, "fails", alone))
    return laws, unseen


def _law(part_name: str, part: Part, name: str, edit: Edit, alone: bool) -> Law | None:
    try:
        statement = edit.apply(part.statement)
    except ClaimError:
        return None  # malformed: two sides that are one expression, a critical value that contains its control
    return Law(part_name, Role.AUTOMATIC, name, statement, part.when, "fails", alone)


def _forms(statement: Statement, normal: NormalForms) -> list[tuple[str, Any]]:
    return [(field, normal.form(formula)) for field, formula in statement.expressions()]


def _equal(a: tuple[Any, list[tuple[str, Any]]], b: tuple[Any, list[tuple[str, Any]]], normal: NormalForms) -> bool:
    """Whether two versions of one statement say the same by their formulas."""
    first, second = a[0], b[0]
    plain = (f for f in first.__dataclass_fields__ if f not in first.formulas and f != "at")
    if any(getattr(first, f) != getattr(second, f) for f in plain) or [n for n, _ in a[1]] != [n for n, _ in b[1]]:
        return False
    return all(normal.same(x, y) for (_, x), (_, y) in zip(a[1], b[1], strict=True))
