"""The set of parameters on which a claim is stated, and the typical part of it that fuzzing draws from.

``valid`` is where the statement is said to hold; ``typical`` is where points are drawn; ``edges`` are values that
are always tried. Bounds may be expressions of parameters declared earlier. Points are plain dictionaries
``{name: int | float | str | tuple}``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import sympy as sp

from lemmata.theory.language.errors import DomainError

Bound = Any  # a number, or an expression of parameters declared earlier
Point = Mapping[str, Any]
oo = sp.oo


@dataclass(frozen=True)
class Range:
    """One scalar parameter: an interval of validity and a typical interval inside it."""

    symbol: sp.Symbol
    valid: tuple[Bound, Bound] = (-oo, oo)
    typical: tuple[Bound, Bound] | None = None
    log: bool = False
    edges: tuple[Any, ...] = ()
    integer: bool = False

    def __post_init__(self) -> None:
        if not isinstance(self.symbol, sp.Symbol):
            raise DomainError(f"a parameter must be a sympy Symbol, not {self.symbol!r}")
        if self.typical is None:
            object.__setattr__(self, "typical", self.valid)
        for bound in self.typical or ():
            if sp.sympify(bound).is_infinite:
                raise DomainError(f"{self.symbol}: the typical range {self.typical} must be finite")
        low, high = _ends(self.symbol, "range of validity", self.valid)
        first, last = _ends(self.symbol, "typical range", self.typical or self.valid)
        if low is not None and first is not None and (last < low or first > high):
            raise DomainError(
                f"{self.symbol}: the typical range [{first}, {last}] lies outside the range of validity [{low}, {high}]"
            )

    @property
    def name(self) -> str:
        return str(self.symbol.name)

    def bounds(self, point: Point) -> tuple[float, float]:
        """The typical interval, given the parameters declared before this one."""
        low, high = (_number(bound, point) for bound in self.typical or ())
        if not low <= high or (self.log and low <= 0):
            raise DomainError(f"{self.name}: the typical range [{low:g}, {high:g}] is empty or not positive (log)")
        return low, high

    def violated(self, point: Point) -> str | None:
        """The broken bound in words, or None."""
        value = point[self.name]
        low, high = (_number(bound, point) for bound in self.valid)
        if self.integer and int(value) != value:
            return f"{self.name} = {value} is not an integer"
        return None if low <= value <= high else f"{self.name} = {value} is outside [{low:g}, {high:g}]"


def Real(
    symbol: sp.Symbol,
    valid: tuple[Bound, Bound] = (-oo, oo),
    typical: tuple[Bound, Bound] | None = None,
    *,
    log: bool = False,
    edges: tuple[Any, ...] = (),
) -> Range:
    """A real parameter; ``log`` draws it uniformly on a logarithmic scale."""
    return Range(symbol, valid, typical, log, edges)


def Integer(
    symbol: sp.Symbol,
    valid: tuple[Bound, Bound] = (-oo, oo),
    typical: tuple[Bound, Bound] | None = None,
    *,
    log: bool = False,
    edges: tuple[Any, ...] = (),
) -> Range:
    """An integer parameter."""
    return Range(symbol, valid, typical, log, edges, integer=True)


@dataclass(frozen=True)
class Choice:
    """A parameter with finitely many values, named; in formulas it stands for its expression or its name.

    With ``free`` (a symbol) any expression in that symbol may be given beside the named ones.
    """

    symbol: sp.Symbol
    options: Mapping[str, Any] | Sequence[str]
    free: sp.Symbol | None = None

    def __post_init__(self) -> None:
        if not self.options:
            raise DomainError(f"{self.symbol}: a choice needs at least one option")

    @property
    def name(self) -> str:
        return str(self.symbol.name)

    @property
    def labels(self) -> tuple[str, ...]:
        return tuple(self.options)

    def value(self, label: str) -> Any:
        """What the label stands for."""
        if self.free is not None and label not in self.labels:
            return self._expression(label)
        return self.options[label] if isinstance(self.options, Mapping) else label

    def _expression(self, text: str) -> sp.Expr:
        assert self.free is not None
        from lemmata.theory.algebra.links import parse_link  # which executes nothing, unlike sympify

        expr = parse_link(text, self.free.name)
        return expr.subs(sp.Symbol(self.free.name, real=True), self.free)

    def violated(self, point: Point) -> str | None:
        label = point[self.name]
        if self.free is not None and label not in self.labels:
            self._expression(label)
            return None
        return None if label in self.labels else f"{self.name} = {label!r} is none of {', '.join(self.labels)}"


@dataclass(frozen=True)
class Vector:
    """A short list of numbers, drawn entry by entry; ``length`` is a number or an earlier parameter."""

    symbol: sp.IndexedBase
    length: Bound
    typical: tuple[float, float]
    log: bool = False
    integer: bool = False

    def __post_init__(self) -> None:
        _ends(self.symbol, "typical range", self.typical)

    @property
    def name(self) -> str:
        return str(self.symbol.label)

    def size(self, point: Point) -> int:
        return int(_number(self.length, point))

    def violated(self, point: Point) -> str | None:
        value = point[self.name]
        expected = self.size(point)
        return None if len(value) == expected else f"{self.name} has {len(value)} entries where {expected} are due"


Parameter = Range | Choice | Vector
Predicate = Any  # a sympy relation of parameters, or a documented function of the point


@dataclass(frozen=True)
class Domain:
    """Parameters in order of declaration, and assumptions that a point must meet."""

    parameters: tuple[Parameter, ...] = ()
    assume: tuple[Predicate, ...] = field(default=(), kw_only=True)

    def __init__(self, *parameters: Parameter, assume: Sequence[Predicate] = ()) -> None:
        object.__setattr__(self, "parameters", tuple(parameters))
        object.__setattr__(self, "assume", tuple(assume))
        seen: set[str] = set()
        for parameter in self.parameters:
            if parameter.name in seen:
                raise DomainError(f"the parameter {parameter.name} is declared twice")
            seen.add(parameter.name)
        for predicate in self.assume:
            unknown = {str(s) for s in getattr(predicate, "free_symbols", ())} - seen
            if unknown:
                raise DomainError(f"the assumption {predicate} speaks of {', '.join(sorted(unknown))}, not a parameter")
            if predicate == sp.false:
                raise DomainError("an assumption is identically false, so the domain is empty")

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(parameter.name for parameter in self.parameters)

    def size(self) -> int | None:
        """How many points the domain has; None where it is infinite or not a plain product of finite ranges."""
        total = 1
        for parameter in self.parameters:
            if isinstance(parameter, Choice) and parameter.free is None:
                total *= len(parameter.labels)
            elif isinstance(parameter, Range) and parameter.integer and all(sp.sympify(b).is_Integer for b in parameter.valid):
                total *= int(parameter.valid[1]) - int(parameter.valid[0]) + 1
            else:
                return None
        return None if self.assume else total

    def violations(self, point: Point) -> list[str]:
        """The bounds and assumptions that the point breaks, in words; empty if it is admissible."""
        missing = [name for name in self.names if name not in point]
        if missing:
            raise DomainError(f"the point lacks a value for {', '.join(missing)}; parameters: {', '.join(self.names)}")
        unknown = sorted(set(point) - set(self.names))
        if unknown:
            raise DomainError(f"unknown parameter {', '.join(unknown)}; parameters: {', '.join(self.names) or 'none'}")
        broken = [text for parameter in self.parameters if (text := parameter.violated(point))]
        return broken or [f"the assumption {_label(p)} fails" for p in self.assume if not _true(p, point)]

    def values(self, point: Point) -> dict[str, Any]:
        """The point with labels of choices replaced by what they stand for."""
        return {p.name: p.value(point[p.name]) if isinstance(p, Choice) else point[p.name] for p in self.parameters}


def _ends(symbol: Any, what: str, bounds: tuple[Bound, Bound]) -> tuple[Any, Any]:
    """The ends of a range where they are numbers (None otherwise); an empty range is refused."""
    low, high = (sp.sympify(bound) for bound in bounds)
    if not (low.is_number and high.is_number):
        return None, None
    if not low <= high:
        raise DomainError(f"{symbol}: the {what} [{low}, {high}] is empty")
    return low, high


def _number(bound: Bound, point: Point) -> float:
    if isinstance(bound, int | float):
        return float(bound)
    expr = sp.sympify(bound)
    value = expr.subs({s: point[s.name] for s in expr.free_symbols if s.name in point})
    if not value.is_number:
        raise DomainError(f"the bound {bound} names a parameter that is not declared before it")
    return float(value)


def _true(predicate: Predicate, point: Point) -> bool:
    if isinstance(predicate, sp.Basic):
        value = predicate.subs({s: point[str(s)] for s in predicate.free_symbols})
        if value not in (sp.true, sp.false):
            raise DomainError(f"the assumption {predicate} does not become true or false at {dict(point)}")
        return bool(value)
    return bool(predicate(point))


def _label(predicate: Predicate) -> str:
    return str(predicate) if isinstance(predicate, sp.Basic) else (predicate.__doc__ or predicate.__name__).strip()
