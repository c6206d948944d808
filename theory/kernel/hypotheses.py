"""The relations that a claim states, as gaps that are positive or not negative; what they say of one symbol."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import sympy as sp

from lemmata.theory.algebra.ball_eval import exact_decimals
from lemmata.theory.kernel.declared import NOTHING, Declared
from lemmata.theory.language.definitions import expand


@dataclass(frozen=True)
class Gap:
    """``expr > 0`` where strict, else ``expr >= 0``."""

    expr: Any
    strict: bool


@dataclass(frozen=True)
class Bound:
    """``symbol >= value`` or ``symbol <= value``."""

    value: Any
    upper: bool
    strict: bool


class Hypotheses:
    """The relations of a domain and of a part; a conjunction counts as its members, other combinations say nothing."""

    def __init__(self, relations: Iterable[Any] = (), declared: Declared = NOTHING) -> None:
        self.relations = tuple(exact_decimals(r) for relation in relations for r in _members(expand(relation)))
        self.declared = declared
        self._bounds: dict[Any, tuple[Bound, ...]] = {}

    def with_(self, *more: Any) -> Hypotheses:
        return Hypotheses((*self.relations, *more), self.declared) if more else self

    def without(self, bound: Iterable[Any]) -> Hypotheses:
        """What is left below a binder: a relation says nothing about a variable of the same name that is bound."""
        names = set(bound)
        return Hypotheses(
            (r for r in self.relations if not (r.free_symbols | r.atoms(*map(type, names))) & names), self.declared
        )

    @cached_property
    def gaps(self) -> tuple[Gap, ...]:
        found: list[Gap] = []
        for r in self.relations:
            if isinstance(r, sp.StrictGreaterThan | sp.GreaterThan):
                found.append(_whole(r.lhs - r.rhs, isinstance(r, sp.StrictGreaterThan)))
            elif isinstance(r, sp.StrictLessThan | sp.LessThan):
                found.append(_whole(r.rhs - r.lhs, isinstance(r, sp.StrictLessThan)))
            elif isinstance(r, sp.Equality) and isinstance(r.lhs, sp.Expr):
                found += [Gap(r.lhs - r.rhs, False), Gap(r.rhs - r.lhs, False)]
        return tuple(found)

    @cached_property
    def nonzero(self) -> tuple[Any, ...]:
        """What is stated not to be zero."""
        return tuple(r.lhs - r.rhs for r in self.relations if isinstance(r, sp.Unequality) and isinstance(r.lhs, sp.Expr))

    def bounds(self, symbol: Any) -> tuple[Bound, ...]:
        """The bounds that its own set and the relations affine in it put on a symbol; read off once."""
        if symbol not in self._bounds:
            self._bounds[symbol] = tuple(self._read_off(symbol))
        return self._bounds[symbol]

    def _read_off(self, symbol: Any) -> list[Bound]:
        found = list(_own(symbol))
        for gap in self.gaps:
            if symbol not in gap.expr.free_symbols:
                continue
            poly = sp.Poly(gap.expr, symbol) if gap.expr.is_polynomial(symbol) else None
            if poly is None or poly.degree() != 1:
                continue
            slope, rest = poly.all_coeffs()
            if slope.is_Rational:
                found.append(Bound(sp.expand(-rest / slope), bool(slope < 0), gap.strict))
        return [b for b in found if not any(_implies(other, b) for other in found)]


def _implies(tight: Bound, weak: Bound) -> bool:
    """Whether the first of two bounds by numbers is the better one: then whatever follows from the second follows from it."""
    if tight.upper is not weak.upper or not (tight.value.is_Rational and weak.value.is_Rational):
        return False
    gap = (weak.value - tight.value) * (1 if tight.upper else -1)
    return bool(gap > 0 or (gap == 0 and tight.strict and not weak.strict))


def _members(relation: Any) -> Iterator[Any]:
    if isinstance(relation, sp.And):
        for part in relation.args:
            yield from _members(part)
    elif relation != sp.true:
        yield relation


def _whole(expr: Any, strict: bool) -> Gap:
    """A positive integer is at least 1."""
    return Gap(expr - 1, False) if strict and expr.is_integer else Gap(expr, strict)


def _own(symbol: Any) -> Iterator[Bound]:
    if symbol.is_positive:
        yield Bound(sp.Integer(1), False, False) if symbol.is_integer else Bound(sp.Integer(0), False, True)
    elif symbol.is_nonnegative:
        yield Bound(sp.Integer(0), False, False)
    if symbol.is_negative:
        yield Bound(sp.Integer(-1), True, False) if symbol.is_integer else Bound(sp.Integer(0), True, True)
    elif symbol.is_nonpositive:
        yield Bound(sp.Integer(0), True, False)
