"""A claim with its settings: what a run examines.

No settings are needed for a claim made of terms. A binding under ``verify/<family>/`` or a claim's own file may give
them: ``settings = Settings(claim, replicates=(2**14, 2**18))``; pairs hold the quick and the full profile's value.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from lemmata.theory.language.calculus import FunctionSymbol
from lemmata.theory.language.claim import Claim
from lemmata.theory.language.errors import ClaimError, LemmataError
from lemmata.theory.language.operators import means
from lemmata.theory.language.part import Law

Pair = tuple[float, float]
CACHES = ("_literals", "_judged", "_made")


@dataclass(frozen=True)
class Settings:
    """How a claim is examined.

    ``core``, ``rest``: points drawn in the core and in the rest of the domain; ``resolution``: the relative error that a
    sampled check has to be able to see (never coarser than the cap of its kind); ``replicates``: the most at one point;
    ``first``: those of the first look, one number or a pair; ``chunk``: the most at once; ``calls``: how often a procedure is called at least for a
    mean, so that an effect that the replicates of a call share is seen (4 or more; fewer see only a stronger one); ``kurtosis``: declared, by the name of a part;
    ``unit``: points that a worker judges together, for procedures that take minutes at a point; ``procedures``: the function that runs
    each; ``examples``: points that are always judged; ``search``: evaluations
    of the search for worst cases.
    """

    claim: Claim
    core: Pair | None = None
    rest: Pair | None = None
    resolution: Pair = (0.1, 0.03)
    replicates: Pair = (2**15, 2**20)
    first: int | Pair = 4096
    chunk: int = 2**14
    calls: int = 16
    search: Pair = (300, 3000)
    size_limit: int = 40_000
    unit: int | None = None
    kurtosis: Mapping[str, float] = field(default_factory=dict)
    procedures: Mapping[str, Callable[..., Any]] = field(default_factory=dict)
    examples: tuple[Mapping[str, Any], ...] = ()
    file: str = field(default="", compare=False)
    _literals: dict[Any, Any] = field(default_factory=dict, init=False, compare=False, repr=False)
    _judged: dict[int, tuple[Law, Law]] = field(default_factory=dict, init=False, compare=False, repr=False)
    _made: dict[Any, Any] = field(default_factory=dict, init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        missing = [p.name for p in self.claim.procedures if p.name not in self.procedures]
        if missing:
            raise ClaimError(
                f"{self.claim.id}: nothing runs the procedure {', '.join(missing)}: Settings(claim, procedures={{...}})"
            )
        if self.unit is not None and self.unit < 1:
            raise ClaimError(f"{self.claim.id}: {self.unit} points make no unit: Settings(claim, unit=1) or more")
        if self.calls < 4:
            raise ClaimError(
                f"{self.claim.id}: {self.calls} calls of a procedure cannot be compared: Settings(claim, calls=4) or more"
            )
        object.__setattr__(self, "examples", tuple(_example(self.claim, k, e) for k, e in enumerate(self.examples, 1)))
        unknown = sorted(set(self.kurtosis) - set(self.claim.parts))
        if unknown:
            raise ClaimError(
                f"{self.claim.id}: a kurtosis is declared for {', '.join(unknown)}; its parts are {', '.join(self.claim.parts)}"
            )

    @property
    def sampled(self) -> bool:
        """Whether anything is drawn."""
        return any(samples_in(law) for law in self.claim.laws())

    def compiled(self, exprs: tuple[Any, ...], averaged: bool = True) -> Any:
        """The literal form of some expressions, compiled once for all points of the claim; ``averaged``: their values will be
        averaged over the draws, so that a mean inside may be replaced by an independent copy."""
        if (exprs, averaged) not in self._literals:
            from lemmata.numerics.formula.literal import Literal

            self._literals[exprs, averaged] = Literal(exprs, averaged=averaged)
        return self._literals[exprs, averaged]

    def judged(self, law: Law, made: Callable[[Law], Law]) -> Law:
        """The form in which a law is judged at every point, made once."""
        known = self._judged.get(id(law))
        if known is None or known[0] is not law:  # the law is held, so that its identity is given to no other
            known = self._judged[id(law)] = (law, made(law))
        return known[1]

    def made(self, key: Any, make: Callable[[], Any]) -> Any:
        """What is made of the claim once, whoever asks for it."""
        if key not in self._made:
            self._made[key] = make()
        return self._made[key]

    def but(self, **changes: Any) -> Settings:
        """The same claim with other numbers of draws; what is compiled and made of the claim is shared."""
        changed = replace(self, **changes)
        for name in CACHES:
            object.__setattr__(changed, name, getattr(self, name))
        return changed

    def forget(self) -> None:
        """Let go of what is compiled and made: whoever asks for it makes it anew."""
        for name in CACHES:
            getattr(self, name).clear()

    @property
    def free(self) -> tuple[Any, ...]:
        """The samples that stand free in some statement, of which an instance is drawn."""
        return self.made("free", self._free)  # type: ignore[no-any-return]

    def _free(self) -> tuple[Any, ...]:
        from lemmata.theory.language.definitions import expand
        from lemmata.verify.engine.given import free_terms

        found: set[Any] = set()
        for law in self.claim.laws():
            if law.kind != "guarantee":
                for _, formula in law.statement.expressions():
                    found |= free_terms(expand(formula))
        return tuple(sorted(found, key=lambda t: str(t.name)))

    @property
    def drawn(self) -> tuple[Any, ...]:
        """The terms that its laws draw."""
        return self.made("drawn", self._drawn)  # type: ignore[no-any-return]

    def _drawn(self) -> tuple[Any, ...]:
        from lemmata.theory.language.definitions import expand
        from lemmata.theory.language.procedures import ProcedureLaw
        from lemmata.theory.language.sampled import samples

        formulas = (f for part in self.claim.parts.values() for _, f in part.statement.expressions())
        found = {t.name: t for f in formulas for t in samples(expand(f)) if not isinstance(t.law, ProcedureLaw)}
        return tuple(found[name] for name in sorted(found))

    @property
    def depends(self) -> dict[str, frozenset[str] | None]:
        """The numbers that the laws of each part depend on; None where they depend on arrays, functions or free samples."""
        from lemmata.verify.engine.scope import depends

        return self.made("depends", lambda: depends(self))  # type: ignore[no-any-return]

    def gives(self, point: Mapping[str, Any]) -> bool:
        """Whether the point is one of the examples."""
        return any(all(point.get(name) == value for name, value in example.items()) for example in self.examples)

    def look(self, profile: int) -> int:
        """How many replicates the first look takes."""
        return int(self.first[profile] if isinstance(self.first, tuple) else self.first)

    def points(self, profile: int) -> tuple[int, int]:
        """How many points are drawn in the core and in the rest."""
        core, rest = self.core or ((5, 16) if self.sampled else (14, 60)), self.rest or ((2, 6) if self.sampled else (8, 40))
        return int(core[profile]), int(rest[profile])


def _example(claim: Claim, number: int, example: Mapping[str, Any]) -> dict[str, Any]:
    """An example with its arrays as plain lists of floats, and the sizes that they imply; it has a value for every number."""
    found = dict(example)
    for array in claim.arrays:
        name = str(array.name)
        if name not in found or isinstance(found[name], str):
            continue
        from lemmata.numerics.random.checking import check_instance

        try:
            value = check_instance(array, found[name])
        except LemmataError as error:
            raise ClaimError(f"{claim.id}: an example gives {error}") from None
        found[name] = (value[:, 0] if array.shape[1] == 1 else value).tolist()
        for symbol, length in zip(array.shape, value.shape, strict=True):
            if getattr(symbol, "name", "") and found.setdefault(symbol.name, length) != length:
                raise ClaimError(
                    f"{claim.id}: an example gives {name} {length} entries along {symbol.name}, which is {found[symbol.name]}"
                )
    wanted: tuple[Any, ...] = (*claim.symbols, *claim.functions)
    missing = [str(t.name) for t in wanted if str(t.name) not in found and _chosen(t)]
    if missing:
        given = ", ".join(f"{name}={value!r}" for name, value in example.items()) or "nothing"
        raise ClaimError(
            f"{claim.id}: example {number} ({given[:120]}) has no value for {', '.join(missing)}: give all of them"
        )
    return found


def _chosen(term: Any) -> bool:
    """Whether a point has a value for a number or a function: not for a polynomial, whose coefficients are drawn."""
    return not isinstance(term, FunctionSymbol) or term.of.degree is None


def samples_in(law: Law) -> bool:
    """Whether a law speaks of means, probabilities or quantiles."""
    from lemmata.theory.language.kinds import Guarantee

    return isinstance(law.statement, Guarantee) or any(means(formula) for _, formula in law.statement.expressions())


def settings_of(claim: Claim, file: str = "") -> Settings:
    """The settings of a claim that declares none."""
    return Settings(claim, file=file)
