"""The simplest point at which something fails: labels that come first, whole numbers, few digits, near 1."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any

from hypothesis import Phase, find, settings

from lemmata.theory.language.claim import Claim
from lemmata.theory.language.errors import DomainError
from lemmata.verify.engine.placing import QUIET, STOPS, build, own_numbers, places
from lemmata.verify.engine.space import Point, Space


def shrink_point(
    claim: Claim,
    fails: Callable[[Point], bool],
    budget: int,
    salt: int,
    *,
    start: Point | None = None,
    fixed: Mapping[str, Any] | None = None,
    when: Sequence[Any] = (),
) -> Point | None:
    """A simple point at which ``fails`` is true, within ``budget`` evaluations; from ``start``, where it fails, if that is
    given; otherwise hypothesis looks for one. None if none was met."""
    space = Space(claim, when=tuple(when), fixed=fixed or {})
    left = [budget]

    def failing(point: Point | None) -> bool:
        if point is None or left[0] <= 0:
            return False
        left[0] -= 1
        return fails(point)

    found = start
    if found is None:
        try:
            with own_numbers():
                place = find(
                    places(space),
                    lambda at: failing(build(space, at)),
                    random=Random(salt),
                    settings=settings(max_examples=budget, phases=[Phase.generate, Phase.shrink], **QUIET),  # type: ignore[arg-type]
                )
            found = build(space, place)
        except STOPS:
            return None
        left[0] += max(20, budget // 4)  # the numbers themselves are made simpler with what is left
    return None if found is None else _simplest(space, dict(found), failing, left)


def _simplest(space: Space, point: Point, failing: Callable[[Point | None], bool], left: list[int]) -> Point:
    changed = True
    while changed and left[0] > 0:
        changed = False
        for name, options in space.choices.items():
            for label in options[: options.index(point[name])] if point.get(name) in options else ():
                if failing({**point, name: label}):
                    point, changed = {**point, name: label}, True
                    break
        for symbol in space.symbols:
            for value in simpler(point[symbol.name], bool(symbol.is_integer)):
                candidate = {**point, symbol.name: value}
                if admissible(space, candidate) and failing(candidate):
                    point, changed = candidate, True
                    break
    return point


def admissible(space: Space, point: Point) -> bool:
    """Whether every number lies in its range and every condition is met."""
    try:
        for symbol in space.symbols:
            own = space.interval(symbol, point, core=False)
            if own is not None and not own.holds(point[symbol.name]):
                return False
        return not space.broken(point, core=False)
    except DomainError:
        return False


def simpler(value: float, integer: bool) -> list[float]:
    """Numbers simpler than this one, the simplest first: whole ones, then fewer digits."""
    if integer:
        steps = [0, 1, 2, 3, 4, 5, *(int(value / 2**k) for k in range(6, 0, -1)), int(value - math.copysign(1, value))]
        return [v for v in dict.fromkeys(steps) if abs(v) < abs(value) and (v >= 0 or value < 0)]
    tries = [1.0, 0.0, 2.0, -1.0, 0.5, 3.0, 10.0, float(round(value))]
    tries += [float(f"{value * share:.1g}") for share in (0.1, 0.5, 0.8, 2, 10)]
    tries += [float(f"{value:.{digits}g}") for digits in range(1, 6)]
    return [v for v in dict.fromkeys(tries) if complexity(v) < complexity(value)]


def complexity(value: float) -> tuple[int, float, bool]:
    """How many digits a number has, how far it is from 1, whether it is negative."""
    digits = len(f"{abs(value):.17g}".split("e")[0].replace(".", "").strip("0")) if value != int(value) or value else 0
    short = len(repr(abs(float(value))).split("e")[0].replace(".", "").strip("0"))
    return min(digits, short), abs(math.log10(abs(value))) if value else 0.0, value < 0
