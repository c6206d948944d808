"""Searches over the points of a claim: a climb to the highest score, and the simplest point at which something fails.

A climb starts at corners and planned points, is driven by hypothesis' ``target`` along the places of points, and ends with a
pattern search.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from hypothesis import Phase, given, seed, settings, target

from lemmata.theory.language.claim import Claim
from lemmata.verify.engine.drawing import core_plan
from lemmata.verify.engine.placing import QUIET, STOPS, Place, build, own_numbers, places
from lemmata.verify.engine.shrinking import shrink_point
from lemmata.verify.engine.space import SIZE_LIMIT, Point, Space

__all__ = ["Climbed", "climb", "shrink_point"]
CORNERS = 16
Score = Callable[[Point], float | None]


@dataclass
class Climbed:
    """The best points, best first, one for each choice of labels; and what was looked at: the scope of the search."""

    found: list[tuple[float, Point]] = field(default_factory=list)
    tried: int = 0
    scored: int = 0
    box: dict[str, tuple[float, float]] = field(default_factory=dict)
    options: dict[str, set[str]] = field(default_factory=dict)

    def saw(self, point: Point) -> None:
        """Widen the bounding box of the points that had a score."""
        self.scored += 1
        for name, value in point.items():
            if isinstance(value, str):
                self.options.setdefault(name, set()).add(value)
            else:
                low, high = self.box.get(name, (value, value))
                self.box[name] = (min(low, value), max(high, value))


def climb(
    claim: Claim,
    score: Score,
    budget: int,
    salt: int,
    *,
    fixed: Mapping[str, Any] | None = None,
    when: Sequence[Any] = (),
    size_limit: int = SIZE_LIMIT,
) -> Climbed:
    """The points of highest score within ``budget`` evaluations; ``score`` is None where a point says nothing."""
    space = Space(claim, when=tuple(when), fixed=fixed or {}, size_limit=size_limit)
    result = Climbed()
    best: dict[tuple[str, ...], tuple[float, Point, Place | None]] = {}
    known: dict[str, float | None] = {}

    def look(point: Point | None, place: Place | None) -> float | None:
        if point is None:
            return None
        name = repr(sorted(point.items()))
        if name in known:
            return known[name]
        if result.tried >= budget:
            return None
        result.tried += 1
        value = score(point)
        value = None if value is None or math.isnan(value) else value
        known[name] = value
        if value is not None:
            result.saw(point)
            labels = tuple(str(point[c]) for c in space.choices)
            if labels not in best or value > best[labels][0]:
                best[labels] = (value, point, place)
        return value

    for place in _starts(space, Random(salt)):
        if result.tried < max(1, budget // 4):
            look(build(space, place), place)
    if not when:
        for point in core_plan(claim, 4, salt, fixed=fixed):
            if result.tried < max(1, budget // 3):
                look(point, None)
    if space.symbols or space.choices:
        _target(space, look, result, (2 * budget) // 3, salt)
        _refine(space, look, best, result, budget)
    result.found = [(value, point) for value, point, _ in sorted(best.values(), key=lambda entry: -entry[0])]
    return result


def _starts(space: Space, random: Random) -> Iterator[Place]:
    """Corners of the core and of the whole domain, with the first labels and with others."""
    k = len(space.symbols)
    corners = list(itertools.islice(itertools.product((0.0, 1.0), repeat=k), 1 << min(k, 10)))
    random.shuffle(corners)
    labels = list(space.choices.values())
    for number, corner in enumerate(corners[:CORNERS]):
        chosen = tuple(options[0] if number % 2 == 0 else random.choice(list(options)) for options in labels)
        for core in (True, False):
            yield Place(tuple(corner), chosen, core)


def _target(
    space: Space, look: Callable[[Point | None, Place | None], float | None], result: Climbed, until: int, salt: int
) -> None:
    """hypothesis climbs along the places."""

    @seed(salt)
    @settings(max_examples=max(1, until - result.tried), phases=[Phase.generate, Phase.target], **QUIET)  # type: ignore[arg-type]
    @given(places(space, monotone=True))
    def observe(place: Place) -> None:
        value = look(build(space, place), place) if result.tried < until else None
        if value is not None and math.isfinite(value):
            target(value)

    try:
        with own_numbers():
            observe()
    except STOPS:
        return


def _refine(
    space: Space,
    look: Callable[[Point | None, Place | None], float | None],
    best: Mapping[tuple[str, ...], tuple[float, Point, Place | None]],
    result: Climbed,
    budget: int,
) -> None:
    """Steps of halving length along each axis, from the best places of the three best choices."""
    for value, _, start in sorted(best.values(), key=lambda entry: -entry[0])[:3]:
        place, top, step = start, value, 0.125
        share = result.tried + (budget - result.tried) // 2
        while place is not None and step > 1e-4 and result.tried < share:
            moved = None
            for axis, sign in itertools.product(range(len(place.places)), (1, -1)):
                at = min(1.0, max(0.0, place.places[axis] + sign * step))
                candidate = Place((*place.places[:axis], at, *place.places[axis + 1 :]), place.labels, place.core)
                seen = look(build(space, candidate), candidate)
                if seen is not None and seen > top:
                    moved, top = candidate, seen
                    break
            place, step = (moved, step) if moved is not None else (place, step / 2)
