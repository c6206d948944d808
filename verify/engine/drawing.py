"""Points of a claim: plain dictionaries of numbers and labels, a pure function of the claim and a salt.

The core is covered on purpose: both ends of every range, every option of every choice, numbers of full precision, and low
discrepancy in between. The rest of the domain is drawn by heavy-tailed laws. What a condition bounds is drawn within the bound; any
other condition is met by rejection.
"""

from __future__ import annotations

import json
import math
from collections import Counter
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, Literal

from lemmata.theory.language.claim import Claim
from lemmata.theory.language.domain import holds
from lemmata.theory.language.errors import DomainError
from lemmata.verify.engine.ranges import Number, heavy
from lemmata.verify.engine.space import SIZE_LIMIT, Point, Space

Where = Literal["core", "rest"]
TRIES = 200  # of one point, before a condition is called hard to meet
KEPT = 60  # of these, with all the ends that the plan asked for
GOLDEN = (5**0.5 - 1) / 2


def draw_points(
    claim: Claim,
    count: int,
    *,
    salt: int,
    where: Where = "core",
    fixed: Mapping[str, Any] | None = None,
    size_limit: int = SIZE_LIMIT,
) -> list[Point]:
    """``count`` different points (fewer where the domain has fewer), of the core or of the whole valid domain.

    ``size_limit``: the elements that an array may have at a point outside the core.
    """
    space = Space(claim, fixed=fixed or {}, size_limit=size_limit)
    return _plan(space, count, salt)[:count] if where == "core" else _rest(space, count, salt)


def core_plan(claim: Claim, count: int, salt: int, *, fixed: Mapping[str, Any] | None = None) -> list[Point]:
    """Points of the core, at least ``count`` and as many as its ends and options need; the first is an ordinary one."""
    return _plan(Space(claim, fixed=fixed or {}), count, salt)


def points_for(
    claim: Claim,
    when: Sequence[Any],
    minimum: int,
    *,
    salt: int,
    given: Sequence[Point] = (),
    fixed: Mapping[str, Any] | None = None,
) -> list[Point]:
    """The points of ``given`` that meet the conditions of a part, and as many more as ``minimum`` needs.

    Conditions on more than a point's numbers are left to whoever has the instances.
    """
    found = [p for p in given if all(holds(c, p) is not False for c in when)]
    if len(found) < minimum:
        space = Space(claim, when=tuple(when), fixed=fixed or {})
        drawn = _plan(space, minimum, salt) if _has_core(space) else _rest(space, minimum, salt)
        seen = {_name(p) for p in found}
        found += [p for p in drawn if _name(p) not in seen][: minimum - len(found)]
    return found


def ordinary(space: Space, salt: int) -> Point:
    """One point in the middle of everything."""
    return _plan(space, 1, salt)[0]


# -- the core ------------------------------------------------------------------------------------------------------


def _plan(space: Space, count: int, salt: int) -> list[Point]:
    total = max(count, 4 if space.symbols else 1, *(len(v) for v in space.choices.values()), 1)
    labels = {name: _labels(options, total, _random(salt, name)) for name, options in space.choices.items()}
    ends = {s.name: _ends(total, _random(salt, "ends", s.name)) for s in space.symbols}
    points: dict[str, Point] = {}
    reached: set[tuple[str, bool]] = set()
    broken: Counter[str] = Counter()
    for k in range(total):
        asked = {name: side for name, places in ends.items() for side, at in places.items() if at == k}
        point, sides = _core_point(space, k, total, asked, {n: v[k] for n, v in labels.items()}, salt, broken)
        if point is not None:
            points.setdefault(_name(point), point)
            reached |= sides
    for symbol in space.symbols:  # ends that other conditions kept from being combined
        for side in (False, True):
            if (symbol.name, side) not in reached and points:
                k = len(points) + 1000
                point, sides = _core_point(
                    space, k, total, {symbol.name: side}, {n: v[0] for n, v in labels.items()}, salt, broken
                )
                if point is not None and (symbol.name, side) in sides:
                    points.setdefault(_name(point), point)
    if not points:
        raise _hard(space, broken)
    return list(points.values())


def _core_point(
    space: Space, k: int, total: int, asked: Mapping[str, bool], labels: Mapping[str, str], salt: int, broken: Counter[str]
) -> tuple[Point | None, set[tuple[str, bool]]]:
    """Point number k with the ends asked for, and the ends that it has; fewer ends after many tries."""
    random = _random(salt, "point", str(k))
    for attempt in range(TRIES):
        kept = (
            dict(asked)
            if attempt < KEPT
            else dict(random.sample(sorted(asked.items()), 1))
            if asked and attempt < 2 * KEPT
            else {}
        )
        digits = 17 if k % 2 or k == total - 1 else 2 + k % 3
        point: Point = {**space.fixed}
        for place, symbol in enumerate(space.symbols):
            value = space.pinned(symbol, point)
            if value is None:
                own = space.interval(symbol, point, core=True)
                if own is None or own.empty:
                    break
                if symbol.name in kept:
                    value = own.end(kept[symbol.name])
                else:
                    value = own.at(_fraction(k, place, symbol.name, salt) if attempt == 0 else random.random(), digits)
            point[symbol.name] = value
        else:
            # fixed values may leave nothing of the core
            fault = space.broken(point, core=not space.fixed or attempt < KEPT)
            if not fault:
                return {**point, **labels}, set(kept.items())
            broken[fault] += 1
            continue
        broken["the ranges of " + ", ".join(s.name for s in space.symbols)] += 1
    return None, set()


def _fraction(k: int, place: int, name: str, salt: int) -> float:
    """Low discrepancy: the middle first, then multiples of irrational steps, one for each symbol."""
    if k == 0:
        return 0.5
    step = (GOLDEN * math.sqrt(place + 1)) % 1.0
    return (_random(salt, "shift", name).random() + k * step) % 1.0


def _ends(total: int, random: Random) -> dict[bool, int]:
    """Where in the plan the lower and the upper end stand; the first point is ordinary, the last of full precision."""
    places = list(range(1, total - 1)) if total >= 4 else list(range(total))
    chosen = random.sample(places, min(2, len(places)))
    return dict(zip((False, True), chosen, strict=False))


def _labels(options: Sequence[str], total: int, random: Random) -> list[str]:
    """Every option once, the first of them first, then the first one half of the time."""
    rest = list(options[1:])
    random.shuffle(rest)
    made = [options[0], *rest]
    while len(made) < total:
        made.append(options[0] if random.random() < 0.5 else random.choice(list(options)))
    return made[:total]


# -- the whole domain ----------------------------------------------------------------------------------------------


def _rest(space: Space, count: int, salt: int) -> list[Point]:
    points: dict[str, Point] = {}
    broken: Counter[str] = Counter()
    if not space.symbols and not space.choices:
        return [dict(space.fixed)][:count]
    for k in range(count):
        random = _random(salt, "rest", str(k))
        for _ in range(TRIES):
            point = heavy_point(space, random)
            fault = "" if point is None else space.broken(point, core=False)
            if point is not None and not fault:
                points.setdefault(_name(point), point)
                break
            broken[fault or "the ranges of " + ", ".join(s.name for s in space.symbols)] += 1
        if k >= 3 and not points:
            break
    if not points and count:
        raise _hard(space, broken)
    return list(points.values())


def heavy_point(space: Space, random: Random) -> Point | None:
    """One draw of the whole domain, before its other conditions are looked at; None where a range came out empty."""
    point: Point = {**space.fixed}
    for symbol in space.symbols:
        value: Number | None = space.pinned(symbol, point)
        if value is None:
            own = space.interval(symbol, point, core=False)
            if own is None or own.empty:
                return None
            cap = space.affordable(symbol, point) if own.integer else 0.0
            core = _core_or_none(space, symbol, point)
            value = heavy(own, core, random, cap)
        elif symbol.is_integer and abs(value) > space.affordable(symbol, point):
            return None
        point[symbol.name] = value
    if space.costs(point) > space.size_limit:
        return None
    for name, options in space.choices.items():
        point[name] = options[0] if random.random() < 0.4 else random.choice(list(options))
    return point


def _core_or_none(space: Space, symbol: Any, point: Point) -> Any:
    found = space.interval(symbol, point, core=True)
    return None if found is None or found.empty else found


def _has_core(space: Space) -> bool:
    """Whether the conditions of a part leave something of the core."""
    if any(space.spans[s.name, True] is None for s in space.symbols):
        return False
    point, _ = _core_point(space, 0, 4, {}, {}, 0, Counter())
    return point is not None


# -- names and sentences -------------------------------------------------------------------------------------------


def _random(salt: int, *names: str) -> Random:
    """A generator of its own for each purpose: what is drawn for one symbol does not depend on the others."""
    return Random(json.dumps([salt, *names]))


def _name(point: Point) -> str:
    return json.dumps(sorted(point.items()))


def _hard(space: Space, broken: Counter[str]) -> DomainError:
    fault, times = broken.most_common(1)[0] if broken else ("its conditions", 0)
    total = sum(broken.values())
    return DomainError(
        f"{space.claim.id}: hardly any point meets {fault} ({times} of {total} draws broke it); "
        "write it as a bound on one symbol, or give a narrower core"
    )
