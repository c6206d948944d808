"""A claim: one statement of one source, what was printed, wrong versions of it, and why it is true."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

import sympy as sp

from lemmata.theory.first.domain import Domain
from lemmata.theory.first.expressions import Observable, names
from lemmata.theory.first.kinds import KINDS, Existence, Phase, Statement
from lemmata.theory.language.errors import ClaimError, LemmataError
from lemmata.theory.language.source import Erratum, Source

Expected = Literal["holds", "fails"]
_ID = re.compile(r"[a-z][a-z0-9_]*\.[a-z][a-z0-9_]*")
_MUTANT = re.compile(r"[a-z0-9][a-z0-9_.+-]*")


@dataclass(frozen=True)
class Law:
    """One version of a claim's statement and what judging it must give."""

    name: str
    statement: Statement
    expected: Expected

    @property
    def kind(self) -> str:
        return self.statement.kind


@dataclass(frozen=True, kw_only=True)
class Claim:
    """A frozen, validated record; ``definitions`` give meaning to symbols that are neither parameters nor observed.

    ``given``: names of arrays and numbers that the experiment supplies (a design matrix, its eigenvalues).
    ``provided``: conditions on computed quantities, beside the domain's assumptions on parameters.
    ``also``: further statements that must hold, by name (a claim may have several parts).
    """

    id: str
    title: str
    truth: Statement
    source: Source
    domain: Domain = field(default_factory=Domain)
    printed: Statement | None = None
    erratum: Erratum | None = None
    print_latex: str = ""
    mutants: Mapping[str, Statement] = field(default_factory=dict)
    also: Mapping[str, Statement] = field(default_factory=dict)
    definitions: Mapping[Any, Any] = field(default_factory=dict)
    given: tuple[Any, ...] = ()
    provided: tuple[Any, ...] = ()
    uses: tuple[str, ...] = ()
    notes: str = ""
    derive: Callable[..., Any] | None = field(default=None, compare=False)

    def __post_init__(self) -> None:
        if not _ID.fullmatch(str(self.id)):
            raise ClaimError(f"{self.id!r} is no claim id: write family.slug in small letters, digits and underscores")
        try:
            self._validate()
        except ClaimError as error:
            raise ClaimError(f"{self.id}: {error}") from None
        except LemmataError as error:
            raise ClaimError(f"{self.id}: {error}") from error

    def _validate(self) -> None:
        if not self.title.strip():
            raise ClaimError("the title is empty: write the statement in one sentence")
        if not isinstance(self.source, Source) or not isinstance(self.domain, Domain):
            raise ClaimError("source must be a Source and domain a Domain")
        for name, statement in self._statements():
            if not isinstance(statement, KINDS):
                raise ClaimError(
                    f"the {name} is no statement but {type(statement).__name__}: "
                    "use Identity, Inequality, Order, Rate, Limit, Existence, Optimality, Phase or Guarantee"
                )
        if (self.printed is None) != (self.erratum is None):
            raise ClaimError("a print that differs and its erratum come together: give both or neither")
        if self.erratum is not None and self.erratum.part not in {"", "truth", *self.also}:
            raise ClaimError(
                f"the erratum sets the print against the part {self.erratum.part!r}; the parts are "
                f"{', '.join(['truth', *self.also])}"
            )
        for name, mutant in self.mutants.items():
            if not _MUTANT.fullmatch(name):
                raise ClaimError(f"the mutant name {name!r} must be made of small letters, digits and _ . + -")
            if self._same(mutant):
                raise ClaimError(f"the mutant {name!r} is equal to the truth: nothing could tell them apart")
        if self.printed is not None and self._same(self.printed):
            raise ClaimError("the print is equal to the truth: leave out printed and erratum")
        for name, statement in self._statements():
            self._check_names(name, statement)
        if self.id in self.uses:
            raise ClaimError("a claim cannot use itself")

    def _same(self, other: Statement) -> bool:
        if other == self.truth:
            return True
        same_kind = type(other) is type(self.truth) and not isinstance(other, Existence)
        if (
            not same_kind
            or other.variant != self.truth.variant
            or dict(other.where) != dict(self.truth.where)
            or other.provided != self.truth.provided
        ):
            return False
        pairs = zip(other.expressions(), self.truth.expressions(), strict=False)
        rest = [f for f in other.__dataclass_fields__ if f not in other._formulas()]
        return (
            len(other.expressions()) == len(self.truth.expressions())
            and all(a == b for a, b in pairs)
            and all(getattr(other, f) == getattr(self.truth, f) for f in rest)
        )

    def _check_names(self, name: str, statement: Statement) -> None:
        known = set(self.domain.names) | {str(_label(s)) for s in self.given}
        known |= {str(_label(s)) for table in (self.definitions, statement.where) for s in _keys(table)}
        ladder = getattr(statement, "ladder", None)
        known |= {str(ladder.symbol)} if ladder else set()
        known |= {str(statement.sweep)} if isinstance(statement, Phase) else set()
        known |= {str(_label(s)) for s in getattr(statement, "at", {})}
        for expr in (*statement.expressions(), *self.provided, *(statement.provided or ())):
            loose = names(expr) - known - {str(o) for o in expr.atoms(Observable)}
            if loose:
                raise ClaimError(
                    f"the {name} speaks of {', '.join(sorted(loose))}, which is neither a parameter of the "
                    "domain, nor defined, nor given by the experiment, nor an Observable"
                )

    def _statements(self) -> Iterator[tuple[str, Statement]]:
        yield "truth", self.truth
        for name, statement in self.also.items():
            yield name, statement
        if self.printed is not None:
            yield "print", self.printed
        for name, statement in self.mutants.items():
            yield f"mutant {name}", statement

    @property
    def kind(self) -> str:
        return self.truth.kind

    @property
    def family(self) -> str:
        return self.id.split(".")[0]

    @property
    def counterpart(self) -> str:
        """The law that says correctly what the print says: the erratum names it; else the first that says something else of the
        print's left side, one of its kind before others; else the truth."""
        if self.printed is None or self.erratum is None or self.erratum.part == "truth":
            return "truth"
        if self.erratum.part:
            return f"truth:{self.erratum.part}"
        true = {"truth": self.truth} | {f"truth:{name}": statement for name, statement in self.also.items()}
        about = [
            name
            for name, s in true.items()
            if _subject(s) == _subject(self.printed) is not None and s.latex() != self.printed.latex()
        ]
        alike = [name for name in about if type(true[name]) is type(self.printed)]
        return next(iter([*alike, *about]), "truth")

    def laws(self) -> tuple[Law, ...]:
        """Truth, further true parts, print and named mutants, in this order."""
        laws = [Law("truth", self.truth, "holds")]
        laws += [Law(f"truth:{name}", statement, "holds") for name, statement in self.also.items()]
        if self.printed is not None:
            laws.append(Law("as-printed", self.printed, "fails"))
        return (*laws, *(Law(f"mutant:{name}", s, "fails") for name, s in self.mutants.items()))

    def derivation(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """Decorator: the function that derives the truth step by step."""
        if self.derive is not None:
            raise ClaimError(f"{self.id}: a second derivation is given; keep one")
        object.__setattr__(self, "derive", function)
        return function

    def _repr_html_(self) -> str:
        """The claim typeset, for notebooks."""
        rows = [f"<b>{self.id}</b> ({self.kind}): {self.title}", f"$$ {self.truth.latex()} $$"]
        if self.erratum and self.printed is not None:
            rows.append(f"printed ({self.erratum.fault}): $$ {self.print_latex or self.printed.latex()} $$ {self.erratum.text}")
        return "<br>".join(rows)


def _subject(statement: Statement) -> sp.Expr | None:
    """The quantity a statement speaks of: its first formula."""
    formulas = statement._formulas()[:1]
    return getattr(statement, formulas[0]) if formulas else None


def _label(symbol: Any) -> Any:
    return symbol.label if isinstance(symbol, sp.IndexedBase) else symbol


def _keys(table: Mapping[Any, Any]) -> Iterator[Any]:
    """Defined symbols; a System defines several at once under a tuple."""
    for key in table:
        if isinstance(key, tuple):
            yield from key
        else:
            yield key
