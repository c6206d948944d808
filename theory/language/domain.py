"""Where a statement is said to hold: conditions on its symbols, and the core of it that every check must cover.

A symbol's own set is part of the domain. ``core`` narrows it to where points are drawn densely and nothing may stay
undecided; the rest of the domain is drawn by heavy-tailed laws. A point is a dictionary ``{name: number}``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import sympy as sp

from lemmata.theory.language.comparing import beside, comparison, plain, small
from lemmata.theory.language.errors import DomainError
from lemmata.theory.language.symbols import Symbol

Point = Mapping[str, Any]


@dataclass(frozen=True)
class Span:
    """The interval of one symbol; its ends may be formulas of symbols that come before it."""

    symbol: Symbol
    low: Any
    high: Any
    closed: tuple[bool, bool]

    def at(self, point: Point) -> tuple[float, float]:
        """The ends at a point that has values for the symbols before this one."""
        return _value(self.low, point, self.symbol), _value(self.high, point, self.symbol)


@dataclass(frozen=True)
class Domain:
    """``Domain(a > 0, d >= n, core=(a >= 0.01, a <= 5))``: relations that every point meets, and the core's.

    Long lists may stand in rows: ``core=((a >= 0.01, a <= 5), (n >= 2, n <= 9))`` has four relations.
    """

    conditions: tuple[Any, ...]
    core: tuple[Any, ...]

    def __init__(self, *conditions: Any, core: Any = ()) -> None:
        object.__setattr__(self, "conditions", tuple(_relations(conditions, "condition")))
        object.__setattr__(self, "core", tuple(_relations(core, "core")))

    @property
    def symbols(self) -> set[Any]:
        """What its relations speak of."""
        return {s for c in (*self.conditions, *self.core) for s in c.free_symbols}

    def span(self, symbol: Symbol, known: Sequence[Symbol], *, core: bool) -> Span:
        """The interval of a symbol, its ends in terms of the symbols ``known``."""
        return _spanned(self.conditions, self.core, symbol, tuple(known), core)

    def broken(self, point: Point) -> str:
        """The first condition that a point breaks, or nothing."""
        return next((str(c) for c in self.conditions if holds(c, point) is False), "")

    def in_core(self, point: Point) -> bool:
        """Whether a point meets the core's relations."""
        return all(holds(c, point) is not False for c in self.core)


@lru_cache(maxsize=4096)
def _spanned(
    conditions: tuple[Any, ...], inside: tuple[Any, ...], symbol: Symbol, known: tuple[Symbol, ...], core: bool
) -> Span:
    """Solving relations for a symbol takes milliseconds, and every point asks for it."""
    made = _narrowed(Span(symbol, symbol.domain.low, symbol.domain.high, symbol.domain.closed), conditions, known)
    if not core:
        return made
    inner = _narrowed(made, inside, known)
    low, high = (sp.sympify(v) for v in symbol.domain.ordinary)
    open_low, open_high = inner.low == -sp.oo or _unset(inner.low, symbol, 0), inner.high == sp.oo
    if open_low and not _restricts(inside, symbol, lower=True):
        inner = Span(symbol, _inside(low, made, first=True), inner.high, (True, inner.closed[1]))
    if open_high:
        inner = Span(symbol, inner.low, _inside(high, made, first=False), (inner.closed[0], True))
    if inner.low.is_number and inner.high.is_number and not inner.low <= inner.high:
        raise DomainError(
            f"the core of {symbol} is empty: [{inner.low}, {inner.high}]; give core=({symbol} >= ..., {symbol} <= ...)"
        )
    return inner


def holds(condition: Any, point: Point) -> bool | None:
    """Whether a condition holds at a point; None where it speaks of more than the point's numbers."""
    free, numbers = _free(condition)
    if not numbers or any(s.name not in point for s in free):
        return None
    compared = comparison(condition)
    if compared is not None and all(plain(point[s.name]) for s in free):
        return compared(point)
    doubles = beside(condition)
    if doubles is not None and all(plain(point[s.name]) and small(point[s.name]) for s in free):
        return doubles(point)
    value = condition.xreplace({s: exact(point[s.name]) for s in free})
    value = value.doit() if value not in (sp.true, sp.false) else value
    if value not in (sp.true, sp.false) and (edge := _on_edge(value)) is not None:
        return edge
    if value not in (sp.true, sp.false):
        raise DomainError(f"the condition {condition} becomes neither true nor false at {dict(point)}")
    return bool(value)


def _on_edge(relation: Any) -> bool | None:
    """A comparison of numbers that sympy leaves open, for its sides agree to all digits that it looks at: decided where the
    difference is 0 for certain; a point at which nobody can tell belongs to no domain. None for any other relation."""
    if not getattr(relation, "is_Relational", False) or not (gap := relation.lhs - relation.rhs).is_number:
        return None
    number = sp.N(gap, 50)
    if not number.is_real or abs(number) > sp.Rational(1, 10**30) * (1 + abs(sp.N(relation.lhs))):
        decided = relation.func(number, 0) if number.is_real else None
        return bool(decided) if decided in (sp.true, sp.false) else None
    if sp.expand(gap) == 0:
        return isinstance(relation, sp.LessThan | sp.GreaterThan | sp.Equality)
    return False


@lru_cache(maxsize=4096)  # a search asks at every place, and a condition may hold long definitions
def _free(condition: Any) -> tuple[tuple[Any, ...], bool]:
    """What a condition speaks of, and whether these are numbers only."""
    free = tuple(condition.free_symbols)
    return free, all(isinstance(s, sp.Symbol) for s in free)


def exact(value: Any) -> Any:
    """A number of a point as the rational that it is."""
    if isinstance(value, sp.Basic):
        return value
    return sp.Integer(value) if isinstance(value, int) else sp.Rational(value)


def _relations(given: Any, what: str) -> Iterator[Any]:
    """The relations of a list, of rows of them, or one alone; what is identically true is left out."""
    for value in given if isinstance(given, tuple | list) else (given,):
        if isinstance(value, tuple | list):
            yield from _relations(value, what)
        elif value is not True and value != sp.true:
            yield _relation(value, what)


def _relation(value: Any, what: str) -> Any:
    if value is False or value == sp.false:
        raise DomainError(f"a {what} of the domain is identically false, so the domain is empty")
    if not (getattr(value, "is_Relational", False) or getattr(value, "is_Boolean", False)):
        raise DomainError(f"a {what} of the domain must be a relation such as a > 0, not {value!r}")
    return value


def _narrowed(span: Span, relations: Sequence[Any], known: Sequence[Symbol]) -> Span:
    symbol, (low, high), closed = span.symbol, (span.low, span.high), list(span.closed)
    allowed = {*known, symbol}
    for relation in relations:
        if not relation.is_Relational or symbol not in relation.free_symbols or not relation.free_symbols <= allowed:
            continue
        if isinstance(relation, sp.Equality | sp.Unequality):
            continue
        bound, upper, strict = _bound(relation, symbol)
        if bound is None:
            continue
        if upper:
            high, closed[1] = _tighter(high, closed[1], bound, not strict, sp.Min)
        else:
            low, closed[0] = _tighter(low, closed[0], bound, not strict, sp.Max)
    return Span(symbol, sp.sympify(low), sp.sympify(high), (closed[0], closed[1]))


def _bound(relation: Any, symbol: Symbol) -> tuple[Any, bool, bool]:
    """The bound that a relation affine in the symbol puts on it: (bound, is upper, is strict)."""
    less = isinstance(relation, sp.StrictLessThan | sp.LessThan)
    gap = relation.lhs - relation.rhs if less else relation.rhs - relation.lhs  # gap < 0
    slope = sp.diff(gap, symbol)
    if symbol in slope.free_symbols or slope.is_zero is not False or not (slope.is_positive or slope.is_negative):
        return None, False, False
    strict = isinstance(relation, sp.StrictLessThan | sp.StrictGreaterThan)
    return sp.together(-gap.subs(symbol, 0) / slope), bool(slope.is_positive), strict


def _tighter(old: Any, was_closed: bool, new: Any, closed: bool, pick: Any) -> tuple[Any, bool]:
    best = pick(old, new)
    return (
        (new, closed)
        if best == new and old != new
        else (old, was_closed and closed)
        if old == new
        else (best, was_closed and closed)
    )


def _restricts(core: Sequence[Any], symbol: Symbol, *, lower: bool) -> bool:
    return any(
        r.is_Relational and symbol in r.free_symbols and (b := _bound(r, symbol))[0] is not None and b[1] is not lower
        for r in core
    )


def _unset(low: Any, symbol: Symbol, value: Any) -> bool:
    return bool(low == value and not symbol.is_integer and symbol.domain.ordinary[0] > value)


def _inside(value: Any, span: Span, *, first: bool) -> Any:
    """A default end of the core, moved into the domain where that does not hold it."""
    low, high = span.low, span.high
    if first:
        if low.is_Rational and high.is_Rational and low < high and value > (low + high) / 2:
            return low + (high - low) / 100  # the set's own end would leave little of the range, or nothing
        return value if low == -sp.oo else sp.Max(low, sp.Min(value, high)) if high != sp.oo else sp.Max(low, value)
    wide = (
        value
        if low == -sp.oo
        else sp.Max(value, 2 * low + 4 if span.symbol.is_integer else 2 * sp.Abs(low) + 1)
        if not low.is_number or low >= value
        else value
    )
    return sp.Min(wide, high)


def _value(bound: Any, point: Point, symbol: Symbol) -> float:
    value = sp.sympify(bound).xreplace({s: exact(point[s.name]) for s in sp.sympify(bound).free_symbols if s.name in point})
    if not value.is_number:
        raise DomainError(f"the range of {symbol} depends on {', '.join(map(str, value.free_symbols))}, which comes after it")
    return float(value)
