"""A part of a claim: one statement with its conditions, its sentence, its derivation, its print and wrong versions of it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, Literal

from lemmata.theory.language.edits import Edit, edit
from lemmata.theory.language.errors import ClaimError
from lemmata.theory.language.kinds import KINDS, Identity, Inequality, Statement
from lemmata.theory.language.source import Erratum

Expected = Literal["holds", "fails"]
RULES = ("compare", "derivative", "mean", "normal", "words")  # of the kernel, that prove a statement as it stands
NAME = re.compile(r"[a-z0-9][a-z0-9_.+-]*")


class Role(Enum):
    """What a law is there for."""

    TRUTH = "truth"
    PRINT = "as-printed"
    MUTANT = "mutant"
    AUTOMATIC = "auto"
    WORLD = "world"


@dataclass(frozen=True)
class Law:
    """One version of a part's statement, in one world, and what judging it must give.

    ``when``: the conditions under which it is stated; ``world``: what is wrong with the experiment, for a wrong world.
    """

    part: str
    role: Role
    label: str
    statement: Statement
    when: tuple[Any, ...]
    expected: Expected
    alone: bool = True  # whether the claim has this part alone
    world: Any = None

    @property
    def name(self) -> str:
        """The name that others rely on: ``truth[:part]``, ``as-printed[:part[.reading]]``, ``mutant:[part.]name``."""
        if self.role in (Role.TRUTH, Role.PRINT):
            tail = "" if self.alone else self.part
            tail = f"{tail}.{self.label}" if self.label else tail
            tail = f"{self.part}.{self.label}" if self.label and self.alone else tail
            return f"{self.role.value}:{tail}" if tail else self.role.value
        return f"{self.role.value}:{self.label}" if self.alone else f"{self.role.value}:{self.part}.{self.label}"

    @property
    def kind(self) -> str:
        return self.statement.kind


@dataclass(frozen=True)
class Print:
    """What the source printed, as an edit of the true statement, and what is wrong with it.

    ``readings``: for an unclear print, {name: (edit, "holds" or "fails")}, one law for each reading; the reading that is the
    statement itself is ``(Edit(), "holds")``.
    """

    edit: Edit | None
    erratum: Erratum
    readings: Mapping[str, tuple[Any, Expected]] = field(default_factory=dict, hash=False)

    def __init__(
        self, edit: Any = None, erratum: Erratum | None = None, *, readings: Mapping[str, Any] | None = None, **changes: Any
    ) -> None:
        if isinstance(edit, Erratum) and erratum is None:
            edit, erratum = None, edit
        if not isinstance(erratum, Erratum):
            raise ClaimError("a print comes with its erratum: Print(right=..., erratum=Erratum.wrong('why'))")
        if edit is not None and changes:
            raise ClaimError("a print is one edit: give an Edit or its fields, not both")
        made = _edit(changes) if changes else _edit(edit) if edit is not None else None
        table = {name: (_edit(e), expected) for name, (e, expected) in (readings or {}).items()}
        if (made is None) == (not table):
            raise ClaimError("a print has one edit, or readings; give one of them")
        if table and erratum.fault != "unclear":
            raise ClaimError("several readings belong to an unclear print: use Erratum.unclear")
        object.__setattr__(self, "edit", made)
        object.__setattr__(self, "erratum", erratum)
        object.__setattr__(self, "readings", table)


_edit = edit


@dataclass(frozen=True)
class Part:
    """``says`` is its sentence; ``when``: further conditions; ``proof(k)``: derives the statement with the kernel ``k``.

    A proof that is one rule, from the left side to the right one, is the name of that rule: ``proof="words"``.
    ``open``: the reason why it cannot be checked yet; an open part is shown as open and never counted as holding.
    """

    statement: Statement
    when: tuple[Any, ...] = field(default=(), kw_only=True)
    says: str = field(default="", kw_only=True)
    proof: Callable[..., Any] | str | None = field(default=None, kw_only=True, compare=False)
    printed: Print | None = field(default=None, kw_only=True)
    wrong: Mapping[str, Any] = field(default_factory=dict, kw_only=True, hash=False)
    open: str = field(default="", kw_only=True)

    def __post_init__(self) -> None:
        if not isinstance(self.statement, KINDS):
            kinds = ", ".join(kind.__name__ for kind in KINDS)
            raise ClaimError(f"a part states one of {kinds}, not {type(self.statement).__name__}")
        if isinstance(self.proof, str) and (self.proof not in RULES or not isinstance(self.statement, Identity | Inequality)):
            raise ClaimError(
                f"the proof {self.proof!r} leads from no left side to a right one: name one of {', '.join(RULES)}, or give a function"
            )
        when = self.when if isinstance(self.when, tuple | list) else (self.when,)
        for condition in when:
            if not (getattr(condition, "is_Relational", False) or getattr(condition, "is_Boolean", False)):
                raise ClaimError(f"a condition (when) is a relation such as n > d, not {condition!r}")
        object.__setattr__(self, "when", tuple(c for c in when if c != True))  # noqa: E712 - sympy's true
        object.__setattr__(self, "wrong", {name: edit(e) for name, e in self.wrong.items()})
        for name in self.wrong:
            if not NAME.fullmatch(name):
                raise ClaimError(f"the name {name!r} of a wrong version must be made of small letters, digits and _ . + -")

    def laws(self, name: str, alone: bool) -> Iterator[Law]:
        """Truth, print and named wrong versions, in this order."""
        yield Law(name, Role.TRUTH, "", self.statement, self.when, "holds", alone)
        if self.printed is not None:
            if self.printed.edit is not None:
                yield self._law(name, Role.PRINT, "", self.printed.edit, "fails", alone)
            for reading, (change, expected) in self.printed.readings.items():
                yield self._law(name, Role.PRINT, reading, change, expected, alone)
        for label, change in self.wrong.items():
            yield self._law(name, Role.MUTANT, label, change, "fails", alone)

    def _law(self, part: str, role: Role, label: str, change: Edit, expected: Expected, alone: bool) -> Law:
        try:
            itself = change == Edit() and role is Role.PRINT and expected == "holds"  # the reading that is the statement
            statement = self.statement if itself else change.apply(self.statement)
        except ClaimError as error:
            raise ClaimError(f"{role.value} {label or part}: {error}") from None
        when = self.when if change.when is None else tuple(c for c in change.when if c != True)  # noqa: E712
        return Law(part, role, label, statement, when, expected, alone)
