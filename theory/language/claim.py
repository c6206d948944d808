"""A claim: what one source states in one place, in one or more parts over one domain."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Any

import sympy as sp

from lemmata.theory.language.arrays import Tied, _Array
from lemmata.theory.language.calculus import FunctionSymbol
from lemmata.theory.language.definitions import definitions, expand
from lemmata.theory.language.domain import Domain
from lemmata.theory.language.errors import ClaimError, LemmataError
from lemmata.theory.language.free import Free
from lemmata.theory.language.kinds import Phase, Statement
from lemmata.theory.language.labels import Label
from lemmata.theory.language.operators import BINDERS
from lemmata.theory.language.part import Law, Part, Print, Role
from lemmata.theory.language.procedures import Procedure, ProcedureLaw, Reduction
from lemmata.theory.language.sampled import RandomTerm
from lemmata.theory.language.source import Source
from lemmata.theory.language.symbols import Symbol
from lemmata.theory.language.walking import distinct, objects

ID = re.compile(r"[a-z][a-z0-9_]*\.[a-z][a-z0-9_]*")
NOWHERE = Source("", "one's own")


@dataclass(frozen=True, kw_only=True, eq=False)
class Claim:
    """``parts`` by name, or one part written inline (``says``, ``statement``, ``proof``, ``printed``, ``wrong``, ``when``)."""

    id: str
    parts: Mapping[str, Part]
    domain: Domain
    source: Source
    reductions: tuple[Reduction, ...]
    procedures: tuple[Procedure, ...]
    uses: tuple[str, ...]
    notes: str

    def __init__(
        self,
        id: str,
        *,
        statement: Statement | None = None,
        parts: Mapping[str, Part] | None = None,
        says: str = "",
        when: Any = (),
        proof: Callable[..., Any] | str | None = None,
        printed: Print | None = None,
        wrong: Mapping[str, Any] | None = None,
        open: str = "",
        domain: Domain | None = None,
        source: Source = NOWHERE,
        reductions: Sequence[Reduction] = (),
        procedures: Sequence[Procedure] = (),
        uses: Sequence[str] = (),
        notes: str = "",
    ) -> None:
        if not ID.fullmatch(str(id)):
            raise ClaimError(f"{id!r} is no claim id: write family.slug in small letters, digits and underscores")
        try:
            if (statement is None) == (parts is None):
                raise ClaimError("a claim has one statement, or parts; give one of them")
            if statement is not None:
                inline = Part(statement, when=when, says=says, proof=proof, printed=printed, wrong=wrong or {}, open=open)
                parts = {"main": inline}
            elif any((when, proof, printed, wrong, open, says)):
                raise ClaimError("says, when, proof, printed, wrong and open belong to the parts of this claim")
            values = dict(
                id=id,
                parts=dict(parts or {}),
                domain=domain if domain is not None else Domain(),
                source=source,
                reductions=tuple(reductions),
                procedures=tuple(procedures),
                uses=tuple(uses),
                notes=notes,
            )
            for name, value in values.items():
                object.__setattr__(self, name, value)
            self._validate()
        except ClaimError as error:
            raise ClaimError(f"{id}: {error}") from None
        except LemmataError as error:
            raise ClaimError(f"{id}: {error}") from error

    @property
    def family(self) -> str:
        return self.id.split(".")[0]

    @property
    def title(self) -> str:
        """The sentence of the first part."""
        return next(iter(self.parts.values())).says

    def laws(self) -> tuple[Law, ...]:
        """Truth, print and named wrong versions of every part."""
        return self._laws

    @cached_property
    def _laws(self) -> tuple[Law, ...]:
        alone = len(self.parts) == 1
        return tuple(law for name, part in self.parts.items() for law in part.laws(name, alone))

    @property
    def kind(self) -> str:
        """The kind of the first part."""
        return next(iter(self.parts.values())).statement.kind

    # -- what it speaks of ---------------------------------------------------------------------------------------

    def _all(self) -> Iterator[Any]:
        for law in self._laws:
            yield from (formula for _, formula in law.statement.expressions())
            yield from law.when
            ladder = getattr(law.statement, "ladder", None)
            if ladder is not None:
                yield from ladder.sizes.values()
                yield ladder.symbol
            if isinstance(law.statement, Phase):
                yield law.statement.control
        for reduction in self.reductions:
            yield from reduction.formulas
        yield from self.domain.conditions

    def _stated(self) -> Iterator[frozenset[Any]]:
        """The free symbols for which values are drawn, formula by formula: what runs along a ladder, is swept, minimised over, or
        given as a witness, is not among them."""
        for law in self._laws:
            statement = law.statement
            ladder = getattr(statement, "ladder", None)
            table = {s: sp.Integer(1) for s in taken(law) if isinstance(s, Symbol)}
            given = [formula for _, formula in statement.expressions()]
            given += list(law.when) + (list(ladder.sizes.values()) if ladder is not None else [])
            for formula in given:
                yield frozenset(x for s in self._free(formula) - table.keys() for x in self._free(s))
        for reduction in self.reductions:
            yield from map(self._free, reduction.formulas)

    def _free(self, formula: Any) -> frozenset[Any]:
        """What stands free in a formula whose definitions are written out."""
        return self._memory(expand(formula))

    @cached_property
    def _memory(self) -> Free:
        return Free()

    @cached_property
    def nodes(self) -> frozenset[Any]:
        """Every term below its formulas."""
        found = set(distinct(*map(expand, self._all())))
        return frozenset(found | set(distinct(*(node.law for node in found if isinstance(node, RandomTerm)))))

    @cached_property
    def symbols(self) -> tuple[Symbol, ...]:
        """The numbers that a point gives values to: those that stand free somewhere, by name."""
        free = {s for found in self._stated() for s in found if isinstance(s, Symbol)}
        taken = {s for s in self._swept() if s not in free}
        for array in self.arrays:
            free |= set(getattr(array.kind, "uses", ()))
            free |= {s for size in array.shape for s in sp.sympify(size).free_symbols if isinstance(s, Symbol)}
        return tuple(sorted(free - taken, key=lambda s: (not s.is_integer, s.name)))

    def _swept(self) -> set[Any]:
        """Symbols that a statement gives values to itself."""
        return {s for law in self._laws for s in taken(law)}

    def _free_in_a_law(self) -> set[Any]:
        """What stands free in a law that does not give it values: bound in one part, a variable may be arbitrary in another."""
        return {
            s
            for law in self._laws
            for own in (taken(law),)
            for formula in (*(f for _, f in law.statement.expressions()), *law.when)
            for s in _with_arrays(self._free(formula)) - own
        }

    @cached_property
    def arrays(self) -> tuple[Any, ...]:
        """The arbitrary arrays, by name."""
        bound = self._bound() | {s for s in self._swept() - self._free_in_a_law() if s.is_Matrix}
        found: dict[str, Any] = {}
        for node in self.nodes:
            if isinstance(node, _Array) and node not in bound and (node.meaning or node.name not in found):
                found[node.name] = node
            elif isinstance(node, Label) and node.array not in bound and node.array.meaning:
                found.setdefault(str(node.name), node.array)
        names = {str(node.base.label) for node in self.nodes if isinstance(node, sp.Indexed)}
        missing = names - set(found) - {str(b.name) for b in bound}
        for formula in self.nodes:
            if isinstance(formula, sp.Indexed) and str(formula.base.label) in missing:
                raise ClaimError(
                    f"entries of {formula.base.label} are used, but not the array: name it in arrays or in a condition"
                )
        return tuple(found[name] for name in sorted(found))

    @cached_property
    def functions(self) -> tuple[FunctionSymbol, ...]:
        """The arbitrary functions, by name."""
        swept = self._swept()
        return tuple(
            sorted((n for n in self.nodes if isinstance(n, FunctionSymbol) and n not in swept), key=lambda f: str(f.name))
        )

    @cached_property
    def random(self) -> tuple[RandomTerm, ...]:
        """The random terms, by name."""
        return tuple(sorted((n for n in self.nodes if isinstance(n, RandomTerm)), key=lambda t: (t.name, str(t.args))))

    @cached_property
    def definitions(self) -> tuple[Any, ...]:
        """What is defined, those first that others rest on."""
        found: dict[Any, None] = {}
        for formula in self._all():
            found.update(dict.fromkeys(definitions(formula)))
        return tuple(found)

    def _bound(self) -> set[Any]:
        from lemmata.theory.language.binding import Binding

        free = {s for formula in self._all() for s in self._free(formula)}
        return {variable for node in self.nodes if isinstance(node, Binding) for variable in node.binds} - free

    # -- validation ----------------------------------------------------------------------------------------------

    def _validate(self) -> None:
        if not self.parts:
            raise ClaimError("a claim has at least one part")
        for name, part in self.parts.items():
            if not isinstance(part, Part):
                raise ClaimError(f"the part {name} is no Part but {type(part).__name__}")
            if not part.says.strip():
                raise ClaimError(f"the part {name} has no sentence: says=... in words, no more than the statement says")
        if self.id in self.uses:
            raise ClaimError("a claim cannot use itself")
        self._one_declaration()
        self._integrated()
        for law in self._laws:
            _well_formed(law, self._free)
        names: dict[str, Any] = {}
        laws = self._laws  # applies the edits
        for node in (*self.symbols, *self.arrays, *self.functions, *self.random):
            other = names.setdefault(str(node.name), node)
            if other != node and not _one_output(other, node):
                raise ClaimError(f"the name {node.name} stands for two different terms; rename one of them")
        declared = {p.name for p in self.procedures}
        for term in self.random:
            if isinstance(term.law, ProcedureLaw) and term.law.procedure not in declared:
                raise ClaimError(f"the procedure {term.law.procedure} is not declared: procedures=(...,)")
        loose = {s for s in self._loose() if not isinstance(s, Symbol)}
        if loose:
            named = ", ".join(sorted(str(s) for s in loose))
            raise ClaimError(f"{named} has no meaning: declare it with Symbol, Array, Sampled, Function or Definition")
        seen: dict[tuple[Any, ...], Law] = {}
        for law in laws:
            key = (law.part, law.statement, law.when)
            reading = law.role is Role.PRINT and law.expected == "holds"  # of an unclear print; it may be the statement itself
            if key in seen and law.role is not Role.TRUTH and not reading:
                raise ClaimError(f"{law.name} is the same statement as {seen[key].name}: nothing could tell them apart")
            seen.setdefault(key, law)
        del self.__dict__["_memory"]  # of every term, which is much, and nothing above is asked a second time

    def _one_declaration(self) -> None:
        """sympy takes terms of one name and class for one term, so two declarations of a name would be mixed up unseen."""
        known: dict[str, tuple[Any, ...]] = {}
        for node in objects(*map(expand, self._all())):
            if isinstance(node, _Array) and node.meaning:
                said: tuple[Any, ...] = ("array", getattr(node, "shape", ()), node.kind, node.of, node.start)
            elif isinstance(node, FunctionSymbol):
                said = ("function", node.of.name, node.kink)
            elif isinstance(node, Symbol):
                said = ("number", node.domain.name, node.domain.low, node.domain.high)
            else:
                continue
            if known.setdefault(str(node.name), said) != said:
                raise ClaimError(f"the name {node.name} is declared twice, in different ways; rename one of them")

    def _integrated(self) -> None:
        """A number of the claim that is a variable of integration as well would be one name for two things."""
        for node in self.nodes:
            if isinstance(node, sp.Integral):
                for limits in node.limits:
                    if limits[0] in self.symbols:
                        raise ClaimError(
                            f"{limits[0]} is a number that the claim speaks of and the variable of an integral as well: "
                            "integrate over another symbol"
                        )

    def _loose(self) -> set[Any]:
        """Free sympy symbols that were never declared."""
        known = {str(a.name) for a in self.arrays} | {"z"}
        free = {s for formula in self._all() for s in self._free(formula)}
        known |= {str(s.name) for law in self._laws for s in getattr(law.statement, "witness", {}) or {}}
        return {s for s in free if isinstance(s, sp.Symbol) and not isinstance(s, FunctionSymbol) and s.name not in known}

    @property
    def tied(self) -> tuple[Tied, ...]:
        """The generators that make several arrays at once."""
        found: dict[int, Tied] = {id(a.kind): a.kind for a in self.arrays if isinstance(a.kind, Tied)}
        return tuple(found.values())

    def _repr_html_(self) -> str:
        """The claim typeset, for notebooks."""
        from lemmata.theory.language.display import html

        return html(self)


def _with_arrays(free: frozenset[Any]) -> frozenset[Any]:
    """What stands free, with the arrays whose entries do."""
    return free | {s.array for s in free if isinstance(s, Label)}


def taken(law: Law) -> set[Any]:
    """What the statement of a law gives values to itself: along a ladder, across a phase, at an optimum, in a witness."""
    statement = law.statement
    ladder = getattr(statement, "ladder", None)
    found: set[Any] = ladder.moving if ladder is not None else set()
    found |= {statement.control} if isinstance(statement, Phase) else set()
    return found | set(getattr(statement, "at", None) or {}) | set(getattr(statement, "witness", None) or {})


def _well_formed(law: Law, free_in: Callable[[Any], frozenset[Any]]) -> None:
    """Products and sums of matrices fit by their sizes as they are declared, and nothing random stands free without a mean."""
    for name, formula in law.statement.expressions():
        nodes = list(distinct(expand(formula)))
        for node in nodes:
            if isinstance(node, sp.MatMul):
                matrices = [a for a in node.args if getattr(a, "is_Matrix", False)]
                for left, right in pairwise(matrices):
                    _fit(left.shape[1], right.shape[0], left, right, "product")
            elif isinstance(node, sp.MatAdd):
                for left, right in pairwise(node.args):
                    for a, b in zip(left.shape, right.shape, strict=True):
                        _fit(a, b, left, right, "sum")
        free = [s for s in free_in(formula) if isinstance(s, RandomTerm) and not isinstance(s.law, ProcedureLaw)]
        given = any(isinstance(n, BINDERS) and n.args[1] for n in nodes)
        if free and not given and law.kind != "guarantee":
            raise ClaimError(
                f"{free[0]} is random and stands free on the {name} side: put it under Mean, Probability or Quantile, "
                "state a Guarantee, or declare an Array if the statement is for all values"
            )


def _fit(a: Any, b: Any, left: Any, right: Any, what: str) -> None:
    if a != b and sp.simplify(sp.sympify(a) - sp.sympify(b)) != 0:
        sizes = " and ".join(f"{m} is {m.shape[0]} x {m.shape[1]}" for m in (left, right))
        raise ClaimError(f"a {what} does not fit: {sizes}")


def _one_output(a: Any, b: Any) -> bool:
    """Two outputs of procedures may share a name: they are told apart by their law."""
    return isinstance(a, RandomTerm) and isinstance(b, RandomTerm) and isinstance(a.law, ProcedureLaw)
