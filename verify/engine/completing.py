"""Points as users name them: some values are given, as numbers or as text, the others are ordinary ones."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any

from lemmata.numerics.random.checking import check_instance
from lemmata.theory.language.claim import Claim
from lemmata.theory.language.domain import holds
from lemmata.theory.language.errors import DomainError, UsageError
from lemmata.theory.language.symbols import Symbol
from lemmata.theory.language.values import parse_value
from lemmata.verify.engine.drawing import ordinary
from lemmata.verify.engine.ranges import interval
from lemmata.verify.engine.space import Point, Space, choices


def complete(claim: Claim, given: Mapping[str, Any], *, salt: int = 0, beyond: Iterable[str] = ()) -> Point:
    """The point with what was left open filled in by ordinary values; one sentence where a value does not fit.

    A symbol is a number or its text; ``K:style`` and functions are labels; an array is a list, which settles its sizes and stands in
    the point as a list (its style is then left out). ``beyond``: names that have a value elsewhere.
    """
    symbols = {s.name: s for s in claim.symbols}
    arrays = {a.name: a for a in claim.arrays}
    options = choices(claim)
    unknown = [name for name in given if name not in symbols and name not in arrays and name not in options]
    if unknown:
        known = ", ".join([*symbols, *beyond, *arrays, *options])
        raise UsageError(f"{claim.id}: there is no {unknown[0]!r}; it speaks of {known or 'no values'}")
    fixed: Point = {}
    for name, value in given.items():
        if name in symbols:
            fixed[name] = number_of(symbols[name], value)
    for name in given:
        if name in options:
            fixed[name] = _label(name, str(given[name]), options[name])
    for name in given:
        if name in arrays:
            _take_array(claim, arrays[name], given[name], fixed, options)
    check(claim, {name: fixed[name] for name in symbols if name in fixed})
    return _filled(claim, fixed, salt)


def _filled(claim: Claim, fixed: Point, salt: int) -> Point:
    plain = {name: value for name, value in fixed.items() if not isinstance(value, list)}
    lists = {name: value for name, value in fixed.items() if isinstance(value, list)}
    try:
        made = ordinary(Space(claim, fixed=plain), salt)
    except DomainError as error:
        shown = ", ".join(f"{n}={v}" if isinstance(v, str) else f"{n}={v:.12g}" for n, v in plain.items())
        raise UsageError(
            f"{claim.id}: no ordinary values go with {shown or 'nothing given'} ({error}); give the others as well"
        ) from None
    taken = {f"{name}:style" for name in lists}
    return {**{name: value for name, value in made.items() if name not in taken}, **lists}


def number_of(symbol: Symbol, value: Any) -> int | float:
    """The value of a symbol as a user gives it, a number or its text; one sentence where it is none that the symbol may have."""
    name = symbol.name
    exactly = parse_value(value, name) if isinstance(value, str) else value
    if isinstance(exactly, list | tuple):
        raise UsageError(f"{name}={value!r} is a list; {name} ({symbol.meaning}) is one number")
    try:
        number = float(exactly)
    except (TypeError, ValueError, OverflowError):
        raise UsageError(f"{name}={value!r} is no number") from None
    if isinstance(value, bool) or not math.isfinite(number):
        raise UsageError(f"{name}={value!r} is no finite number")
    whole = exactly == int(number)
    if symbol.is_integer and not whole:
        raise UsageError(f"{name}={value} is no integer; {name} ({symbol.meaning}) lies in {symbol.domain}")
    plain: int | float = int(exactly) if symbol.is_integer else number
    if not symbol.domain.contains(plain if not isinstance(exactly, Fraction) or symbol.is_integer else exactly):
        raise UsageError(f"{name}={value} lies outside {symbol.domain}; {name} is the {symbol.meaning}")
    return plain


def _label(name: str, value: str, options: tuple[str, ...]) -> str:
    if value not in options:
        raise UsageError(f"{name}={value!r} is unknown; there is {', '.join(options)}")
    return value


def _take_array(claim: Claim, array: Any, value: Any, fixed: Point, options: Mapping[str, tuple[str, ...]]) -> None:
    """A user's array: checked, and the sizes that it has."""
    parsed = parse_value(value, array.name) if isinstance(value, str) else value
    try:
        tensor = check_instance(array, parsed, {n: v for n, v in fixed.items() if not isinstance(v, list | str)})
    except DomainError as error:
        raise UsageError(f"{claim.id}: {error}") from None
    for declared, size in zip(array.shape, tensor.shape, strict=True):
        if isinstance(declared, Symbol):
            fixed.setdefault(declared.name, int(size))
        elif declared.is_number and int(declared) != size:
            raise UsageError(f"{claim.id}: {array.name} has {size} entries along an axis of {declared}")
    column = type(array).__name__ == "VectorSymbol"
    fixed[array.name] = tensor[:, 0].tolist() if column else tensor.tolist()
    if f"{array.name}:style" in options:
        fixed[f"{array.name}:style"] = options[f"{array.name}:style"][0]


def check(claim: Claim, point: Point) -> None:
    """The given numbers against every condition that speaks of them alone, with the range that is left to the first that breaks."""
    for condition in claim.domain.conditions:
        if holds(condition, point) is not False:
            continue
        names = sorted(s.name for s in condition.free_symbols if s.name in point)
        shown = ", ".join(f"{name}={point[name]:.12g}" for name in names)
        raise UsageError(f"{claim.id}: {shown} breaks the condition {condition}{_range(claim, names, point)}")


def _range(claim: Claim, names: list[str], point: Point) -> str:
    """``: a lies in (0, 2)`` for the last of the symbols, where its range is an interval."""
    symbols = {s.name: s for s in claim.symbols}
    if names[-1] not in symbols:
        return ""
    last = symbols[names[-1]]
    try:
        span = claim.domain.span(last, [symbols[n] for n in names[:-1]], core=False)
        own = interval(span, point)
    except DomainError:
        return ""
    left, right = "[" if own.closed[0] else "(", "]" if own.closed[1] else ")"
    shown = "∞" if own.high == math.inf else f"{own.high:.12g}"
    return f": {last.name} lies in {left}{'-∞' if own.low == -math.inf else f'{own.low:.12g}'}, {shown}{right}"
