"""What the points of a claim consist of: its numbers in an order in which each range is known, and its choices."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

import sympy as sp

from lemmata.numerics.random.functions import labels
from lemmata.theory.language.arrays import Tied
from lemmata.theory.language.claim import Claim
from lemmata.theory.language.domain import Domain, Span, exact, holds
from lemmata.theory.language.errors import DomainError
from lemmata.theory.language.symbols import Symbol
from lemmata.verify.engine.hull import Hulls, met, tightened
from lemmata.verify.engine.ranges import Interval, Number, interval
from lemmata.verify.engine.sizes import Sizes

Point = dict[str, Any]
SIZE_LIMIT = 40_000  # elements of any one matrix at a point outside the core
CLEAR = 1e-9  # relative difference of two sides beyond which floats decide
COUNT_LIMIT = 1_000  # of an integer that is no size, outside the core


@dataclass
class Space:
    """The points of a claim that meet its domain's conditions and ``when``; ``fixed``: values that are not drawn."""

    claim: Claim
    when: Sequence[Any] = ()
    fixed: Mapping[str, Any] = field(default_factory=dict)
    size_limit: int = SIZE_LIMIT

    def __post_init__(self) -> None:
        speaks = [c for c in self.when if c.free_symbols <= set(self.claim.symbols)]
        old = self.claim.domain
        self.domain = Domain(*_single(*old.conditions, *speaks), core=_single(*old.core))
        self.symbols = ordered([s for s in self.claim.symbols if s.name not in self.fixed], self.domain)
        self.choices = {k: v for k, v in choices(self.claim).items() if k not in self.fixed}
        self.spans: dict[tuple[str, bool], Span | None] = {}
        self._intervals: dict[tuple[str, bool], Interval] = {}
        fixed = [s for s in self.claim.symbols if s.name in self.fixed]
        for k, symbol in enumerate(self.symbols):
            known = [*fixed, *self.symbols[:k]]
            for core in (True, False):
                self.spans[symbol.name, core] = self._span(symbol, known, core)
        self._pins = {
            s.name: pin for k, s in enumerate(self.symbols) if (pin := self._pinned(s, {*fixed, *self.symbols[:k]})) is not None
        }
        self._hulls = {core: self._hull(core) for core in (True, False)}
        self._sizes = Sizes(self.claim)
        self._sides = {c: sides for c in (*self.domain.conditions, *self.domain.core) if (sides := _compiled(c)) is not None}

    def _span(self, symbol: Symbol, known: list[Symbol], core: bool) -> Span | None:
        """The span, or None where a core that was declared leaves nothing of it under these conditions."""
        try:
            return self.domain.span(symbol, known, core=core)
        except DomainError:
            if not core or not (self.when or self.fixed):
                raise
            return None

    def _hull(self, core: bool) -> Hulls:
        """What each symbol can be, whatever the others are."""
        start: Hulls = {}
        for symbol in self.claim.symbols:
            integer = bool(symbol.is_integer)
            whole = Span(symbol, symbol.domain.low, symbol.domain.high, symbol.domain.closed)
            if symbol.name in self.fixed:
                value = float(self.fixed[symbol.name])
                start[symbol] = Interval(symbol.name, value, value, (True, True), integer)
                continue
            own = interval(whole, {})
            span = self.spans[symbol.name, core]
            if span is not None:
                low = span.low if span.low.is_number else whole.low
                high = span.high if span.high.is_number else whole.high
                ends = (
                    span.closed[0] if span.low.is_number else whole.closed[0],
                    span.closed[1] if span.high.is_number else whole.closed[1],
                )
                own = interval(Span(symbol, sp.sympify(low), sp.sympify(high), ends), {})
            start[symbol] = own
        return tightened(start, [*self.domain.conditions, *(self.domain.core if core else ())])

    def _pinned(self, symbol: Symbol, known: set[Symbol]) -> Any:
        """The formula of a symbol that an equation determines."""
        for condition in self.domain.conditions:
            if isinstance(condition, sp.Equality) and symbol in condition.free_symbols <= known | {symbol}:
                gap = condition.lhs - condition.rhs
                slope = sp.diff(gap, symbol)
                if symbol not in slope.free_symbols and slope.is_zero is False:
                    return -gap.subs(symbol, 0) / slope
        return None

    def pinned(self, symbol: Symbol, point: Mapping[str, Any]) -> Number | None:
        """The value that an equation gives a symbol, if one does."""
        if symbol.name not in self._pins:
            return None
        value = sp.sympify(self._pins[symbol.name])
        value = value.xreplace({s: exact(point[s.name]) for s in value.free_symbols})
        return int(value) if value.is_integer else float(value)

    def interval(self, symbol: Symbol, point: Mapping[str, Any], *, core: bool) -> Interval | None:
        """The range of a symbol at a point that has values for those before it; None where a core has none.

        Where fixed values leave nothing of a core, the nearer part of the whole range stands in for it.
        """
        if (key := (symbol.name, core)) in self._intervals:
            return self._intervals[key]
        span = self.spans[key]
        found = None if span is None else met(interval(span, point), self._hulls[core][symbol])
        if core and self.fixed and (found is None or found.empty):
            whole = self.interval(symbol, point, core=False)
            return None if whole is None or whole.empty else whole.nearer()
        if span is not None and found is not None and span.low.is_number and span.high.is_number:
            self._intervals[key] = found
        return found

    def broken(self, point: Point, *, core: bool) -> str:
        """The first condition that a point breaks, or nothing; what floats do not see broken is looked at exactly."""
        conditions = list(self.domain.conditions)
        if core:  # a value that was fixed may lie outside the core
            conditions += [c for c in self.domain.core if not any(getattr(s, "name", "") in self.fixed for s in c.free_symbols)]
        for symbol in self.symbols:
            if symbol.name in self._pins and not symbol.domain.contains(point[symbol.name]):
                return f"{symbol} in {symbol.domain}"
        for condition in conditions:
            if self._clearly_broken(condition, point):
                return str(condition)
        for condition in conditions:
            if holds(condition, point) is False and not self._nearly(condition, point):
                return str(condition)
        return ""

    def _clearly_broken(self, condition: Any, point: Point) -> bool:
        sides = self._sides.get(condition)
        if sides is None:
            return False
        names, left, right, less = sides
        try:
            x, y = (float(side(*(point[n] for n in names))) for side in (left, right))
        except (ArithmeticError, ValueError, TypeError, KeyError):
            return False
        gap = x - y if less else y - x
        return gap > CLEAR * (abs(x) + abs(y))

    def _nearly(self, condition: Any, point: Point) -> bool:
        """An equation that determines a symbol holds up to the rounding of that symbol."""
        if not isinstance(condition, sp.Equality) or not any(s.name in self._pins for s in condition.free_symbols):
            return False
        gap = (condition.lhs - condition.rhs).xreplace({s: exact(point[s.name]) for s in condition.free_symbols})
        size = max(abs(float(point[s.name])) for s in condition.free_symbols)
        return bool(abs(gap) <= 1e-12 * max(size, 1e-300))

    # -- what a point costs --------------------------------------------------------------------------------------

    def costs(self, point: Mapping[str, Any]) -> float:
        """The number of elements of the largest matrix, values that are missing taken as 1."""
        return self._sizes.largest(point)

    def affordable(self, symbol: Symbol, point: Mapping[str, Any]) -> float:
        """The largest value of an integer at which no matrix grows beyond the limit."""
        if symbol not in self._sizes.symbols:
            core = self.interval(symbol, point, core=True)
            return max(COUNT_LIMIT, 10 * core.high if core is not None and math.isfinite(core.high) else 0)
        return self._sizes.most(symbol.name, point, self.size_limit)


def choices(claim: Claim) -> dict[str, tuple[str, ...]]:
    """What a point chooses by label: ``K:style`` of each array, ``F,H:style`` of arrays made together, functions by name."""
    found = {f"{a.name}:style": tuple(a.kind.styles) for a in claim.arrays if not isinstance(a.kind, Tied)}
    found |= {f"{','.join(tied.names)}:style": tuple(tied.styles) for tied in claim.tied}
    return found | {str(f.name): labels(f) for f in claim.functions}


def ordered(symbols: Sequence[Symbol], domain: Domain) -> list[Symbol]:
    """The symbols, each after those that bound it: in ``d <= 4n`` the one that stands alone, d, comes after n."""
    before: dict[Symbol, set[Symbol]] = {s: set() for s in symbols}
    for condition in (*domain.conditions, *domain.core):
        for symbol, other in _bounds(condition):
            if symbol in before:
                before[symbol] |= (other.free_symbols - {symbol}) & set(before)
    made: list[Symbol] = []
    left = list(symbols)
    while left:  # of a circle of bounds, the first symbol comes first
        ready = next((s for s in left if before[s] <= set(made)), left[0])
        left.remove(ready)
        made.append(ready)
    return made


@lru_cache(maxsize=4096)
def _compiled(condition: Any) -> tuple[list[str], Any, Any, bool] | None:
    """The two sides of a comparison of polynomials as functions of floats, and whether it says less."""
    less = isinstance(condition, sp.StrictLessThan | sp.LessThan)
    if not less and not isinstance(condition, sp.StrictGreaterThan | sp.GreaterThan):
        return None
    symbols = sorted(condition.free_symbols, key=str)
    if not all(isinstance(s, Symbol) for s in symbols) or not all(x.is_polynomial(*symbols) for x in condition.args[:2]):
        return None
    plain = {s: sp.Dummy() for s in symbols}
    left, right = (sp.lambdify(list(plain.values()), side.xreplace(plain), "math") for side in condition.args[:2])
    return [s.name for s in symbols], left, right, less


def _single(*conditions: Any) -> list[Any]:
    """Conditions that hold together, one by one."""
    return [part for c in conditions for part in (c.args if isinstance(c, sp.And) else (c,))]


def _bounds(condition: Any) -> Iterator[tuple[Symbol, Any]]:
    if getattr(condition, "is_Relational", False):
        if isinstance(condition.lhs, Symbol):
            yield condition.lhs, condition.rhs
        elif isinstance(condition.rhs, Symbol):
            yield condition.rhs, condition.lhs
