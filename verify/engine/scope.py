"""Scope: the bounding box of the points that were judged, beside what is claimed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import sympy as sp

from lemmata.theory.language.definitions import expand
from lemmata.theory.language.domain import Domain, Span
from lemmata.theory.language.kinds import Ladder
from lemmata.theory.language.part import Law
from lemmata.theory.language.sampled import RandomTerm
from lemmata.theory.language.walking import distinct
from lemmata.verify.engine.subject import Settings

FEW = 24  # whole numbers of which each has to be judged, or is named


def scope_of(points: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """{name: [least, largest]} of numbers, {name: options} of choices."""
    found: dict[str, Any] = {}
    for point in points:
        for name, value in point.items():
            if isinstance(value, str):
                found.setdefault(name, [])
                if value not in found[name]:
                    found[name] = sorted([*found[name], value])
            elif isinstance(value, int | float):
                low, high = found.get(name, [value, value])
                found[name] = [min(low, value), max(high, value)]
    return found


def narrower(
    settings: Settings,
    scope: Mapping[str, Any],
    ladder: Ladder | None = None,
    profile: int = 0,
    when: Sequence[Any] = (),
    points: Sequence[Mapping[str, Any]] = (),
) -> str:
    """The scope in words, and what is claimed ``when`` the part's conditions hold, where that is wider; along a ladder, its rungs in
    this profile. Of a whole number with few values those are named that none of the ``points`` has."""
    claim = settings.claim
    domain = _with(claim.domain, [c for c in when if c.free_symbols <= set(claim.symbols)])
    inside, claimed = [], []
    along = set() if ladder is None else set(map(str, ladder.moving))  # what a point says of these is not judged
    if ladder is not None:
        rungs = (ladder.quick or ladder.rungs) if profile == 0 else ladder.rungs
        inside.append(f"{ladder.symbol} = {', '.join(map(str, rungs))}")
        claimed.append(f"{ladder.symbol} → ∞")
    for symbol in claim.symbols:
        if symbol.name not in scope or symbol.name in along:
            continue
        low, high = scope[symbol.name]
        span = domain.span(symbol, [s for s in claim.symbols if s is not symbol], core=False)
        whole = span.low.is_number and span.high.is_number and low <= span.low and high >= span.high
        left_out = (
            sorted(set(range(low, high + 1)) - {p.get(symbol.name) for p in points})
            if _few(symbol, low, high) and points
            else []
        )
        if whole and not left_out:
            continue
        if not whole:
            inside.append(
                f"{_short(low)} ≤ {symbol.name} ≤ {_short(high)}" if low != high else f"{symbol.name} = {_short(low)}"
            )
        if left_out:
            inside.append(f"{symbol.name} ≠ {', '.join(map(str, left_out))}")
        claimed.append(_claimed(span))
    if not inside:
        return ""
    return f"{', '.join(inside)}; claimed for {', '.join(dict.fromkeys(claimed))}"


def _with(domain: Domain, when: Sequence[Any]) -> Domain:
    """The domain with a part's conditions, where the two leave anything."""
    if not when:
        return domain
    return Domain(*domain.conditions, *when, core=domain.core)


def _few(symbol: Any, low: Any, high: Any) -> bool:
    return bool(symbol.is_integer) and isinstance(low, int) and isinstance(high, int) and high - low < FEW


def speaks_of(settings: Settings, law: Law) -> set[str]:
    """The names in a point that a law depends on: its numbers, the sizes of its arrays, their styles, its functions."""
    names = _names((*(f for _, f in law.statement.expressions()), *law.when))
    styles = {f"{name}:style" for name in names}
    tied = {",".join(t.names) + ":style" for t in settings.claim.tied if set(t.names) & names}
    return names | styles | tied


def _names(formulas: Sequence[Any]) -> set[str]:
    names: set[str] = set()
    for formula in formulas:
        for node in distinct(expand(formula)):
            if isinstance(node, sp.Symbol):
                names.add(node.name)
            elif isinstance(node, RandomTerm):
                names |= {str(s) for a in node.args[1:] for s in a.free_symbols}
            elif isinstance(node, sp.MatrixSymbol):
                names |= {str(node.name), *(str(s) for size in node.shape for s in sp.sympify(size).free_symbols)}
    return names


def depends(settings: Settings) -> dict[str, frozenset[str] | None]:
    """The numbers of a point that the laws of each part depend on; None where they depend on what is drawn there as well: an
    array, a function, a free sample."""
    claim = settings.claim
    numbers = {s.name for s in claim.symbols}
    instances = {str(a.name) for a in (*claim.arrays, *claim.functions, *settings.free)}
    stands_in = {name for r in claim.reductions for f in r.formulas for name in _names((f,))}
    found: dict[str, frozenset[str] | None] = {}
    for law in claim.laws():
        spoken = speaks_of(settings, law) | stands_in
        ladder = getattr(law.statement, "ladder", None)
        if ladder is not None:
            sizes = {str(s) for f in ladder.sizes.values() for s in sp.sympify(f).free_symbols}
            spoken = (spoken | sizes) - set(map(str, ladder.moving))
        own = found.setdefault(law.part, frozenset())
        found[law.part] = None if own is None or spoken & instances else own | (spoken & numbers)
    return found


def covered(settings: Settings, points: Sequence[Mapping[str, Any]]) -> list[tuple[str, ...]]:
    """At each point, the parts that an earlier one judged already: all that they depend on is the same there."""
    seen: set[tuple[str, str]] = set()
    found = []
    for point in points:
        here = {
            (part, repr(sorted((name, point.get(name)) for name in names)))
            for part, names in settings.depends.items()
            if names is not None
        }
        found.append(tuple(sorted(part for part, _ in here & seen)))
        seen |= here
    return found


def _claimed(span: Span) -> str:
    name = span.symbol.name
    low = "" if not span.low.is_finite and span.low.is_number else f"{span.low} {'≤' if span.closed[0] else '<'} "
    high = "" if not span.high.is_finite and span.high.is_number else f" {'≤' if span.closed[1] else '<'} {span.high}"
    if low and high:
        return low + name + high  # type: ignore[no-any-return]
    if low:
        return f"{name} {'≥' if span.closed[0] else '>'} {span.low}"
    return name + high if high else f"all {name}"


def _short(value: float) -> str:
    return str(value) if isinstance(value, int) else f"{value:.3g}"
