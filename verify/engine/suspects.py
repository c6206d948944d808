"""Where a bound on means looks most nearly broken: a pilot of few samples at the corners of the core and at many of its points.

A bound is judged at few points, as each takes many replicates; a violation at a corner, or on a few per cent of the core,
lies between them. So the ratio left/right is estimated on keys of its own at every corner and at many points, again with
more samples at the corners and where it is largest, and then around the largest. What comes out above 1 by more than the
noise of the pilot is judged, on the keys of the judge; what the pilot clears costs nothing more.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from random import Random
from typing import Any

from lemmata.theory.language.binding import Binding
from lemmata.theory.language.definitions import expand
from lemmata.theory.language.errors import LemmataError
from lemmata.theory.language.kinds import Guarantee, Inequality, Within
from lemmata.theory.language.operators import BINDERS
from lemmata.theory.language.part import Law, Role
from lemmata.theory.language.sampled import samples
from lemmata.verify.engine.drawing import draw_points
from lemmata.verify.engine.given import fixed
from lemmata.verify.engine.judging.averages import average, indicator
from lemmata.verify.engine.judging.pilots import estimated
from lemmata.verify.engine.reducing import reduced
from lemmata.verify.engine.scene import Scene
from lemmata.verify.engine.setting import Setting
from lemmata.verify.engine.space import Point, Space
from lemmata.verify.engine.stats.endless import without_mean
from lemmata.verify.engine.subject import Settings

KEPT = (2, 6)
CORNERS, LOOKS = (16, 16), (140, 600)  # points; of the core, beside the corners
SLOW_CORNERS, SLOW_LOOKS = (4, 16), (8, 40)  # where each is costly: large arrays, or a program of its own
LARGE = 64  # elements of an array beyond which a point is costly
FIRST, SECOND = (1024, 2**16), (2**14, 2**20)  # samples at a point, and elements that they may come to
SLOW_FIRST, SLOW_SECOND = (256, 2**14), (2048, 2**17)
CLEAR = -8.0  # standard errors below the bound at which a costly point is not looked at again
AGAIN = 8  # points looked at again beside the corners
NEAR = 0.5  # a ratio from which the neighbourhood is looked at
STEPS = (0.4, 0.1, 0.03)  # shares of the way to either end
SUSPICIOUS = 2.0  # standard errors of the pilot


@dataclass(frozen=True, order=True)
class Look:
    """``ratio``: left/right, two standard errors less; ``excess``: standard errors by which left exceeds right."""

    ratio: float
    excess: float
    middle: float


def suspect_bounds(settings: Settings, laws: Sequence[Law], setting: Setting) -> list[tuple[Scene, str]]:
    """Scenes at which a true bound on means looks broken, worst first."""
    claim = settings.claim
    bounds = [law for law in laws if law.role is Role.TRUTH and isinstance(law.statement, Inequality | Within | Guarantee)]
    if not bounds or not claim.symbols or claim.procedures:
        return []
    space, profile = Space(claim), setting.profile
    slow = bool(claim.functions) or any(isinstance(node, Binding) for node in claim.nodes)
    corners = list(itertools.islice(corners_of(space, setting.root), CORNERS[profile]))
    slow = slow or max((space.costs(p) for p in corners), default=1.0) > LARGE
    corners = corners[: SLOW_CORNERS[profile]] if slow else corners
    points = draw_points(claim, (SLOW_LOOKS if slow else LOOKS)[profile], salt=setting.root + 2)
    found: dict[str, tuple[float, Point, int]] = {}
    for law in bounds:
        own = Space(claim, when=law.when) if law.when else space  # a part's own conditions have ends as well
        count = (SLOW_CORNERS if slow else CORNERS)[profile]
        ends = list(itertools.islice(corners_of(own, setting.root), count)) if law.when else corners

        def look(point: Point, first: bool, law: Law = law) -> Look | None:
            most, elements = (SLOW_FIRST if slow else FIRST) if first else (SLOW_SECOND if slow else SECOND)
            return glance(Scene(settings, point, setting), law, max(64, min(most, int(elements / space.costs(point)))))

        seen = [(at, point) for point in points if (at := look(point, True)) is not None]
        if slow:
            seen += [(at, point) for point in ends if (at := look(point, True)) is not None]
        best = sorted(seen, key=lambda s: -s[0].middle)[:AGAIN]
        again = [p for at, p in best if at.excess > CLEAR] if slow else [*ends, *(p for _, p in best)]
        closer = [(at, point) for point in again if (at := look(point, False)) is not None]
        if closer and not slow:
            closer += _around(own, max(closer, key=lambda s: s[0]), lambda point: look(point, False))
        for at, point in closer:
            name = repr(sorted(point.items()))
            if at.excess > SUSPICIOUS and (name not in found or at.ratio > found[name][0]):
                found[name] = at.ratio, point, len(seen) + len(closer)
    chosen = sorted(found.values(), key=lambda f: -f[0])[: KEPT[setting.profile]]
    return [(Scene(settings, point, setting), f"the most suspect of {tried} points") for _, point, tried in chosen]


def corners_of(space: Space, salt: int) -> Iterator[Point]:
    """Points at which every number is at an end of its core, with the first label of each choice, in an order of their own."""
    free = [s for s in space.symbols if s.name not in space.fixed]
    ends = list(itertools.islice(itertools.product((False, True), repeat=len(free)), 1 << min(len(free), 10)))
    Random(salt).shuffle(ends)
    for sides in ends:
        point: Point = dict(space.fixed)
        for symbol, upper in zip(free, sides, strict=True):
            value = space.pinned(symbol, point)
            if value is None:
                own = space.interval(symbol, point, core=True)
                if own is None or own.empty:
                    break
                value = own.end(upper)
            point[symbol.name] = value
        else:
            if not space.broken(point, core=True):
                yield {**point, **{name: options[0] for name, options in space.choices.items()}}


def _around(space: Space, start: tuple[Look, Point], look: Callable[[Point], Look | None]) -> list[tuple[Look, Point]]:
    """Points on the way from the most suspect one towards either end of each number, in steps that shrink."""
    found: list[tuple[Look, Point]] = []
    best, place = start
    if best.middle < NEAR:
        return []
    for share in STEPS:
        moved = []
        for symbol, upper in itertools.product(space.symbols, (False, True)):
            own = space.interval(symbol, place, core=True)
            if own is None or own.empty or space.pinned(symbol, place) is not None:
                continue
            value, end = float(place[symbol.name]), float(own.end(upper))
            to = value * (end / value) ** share if own.logarithmic and value > 0 else value + share * (end - value)
            near: Any = round(to) if own.integer else own.kept(to)
            point = {**place, symbol.name: near}
            if near != place[symbol.name] and own.holds(near) and not space.broken(point, core=True):
                at = look(point)
                moved += [] if at is None else [(at, point)]
        found += moved
        best, place = max([(best, place), *moved], key=lambda s: s[0])
    return found


def glance(scene: Scene, law: Law, count: int) -> Look | None:
    """The worst side of a bound on ``count`` samples; None where it is not stated or has no value."""
    with suppress(LemmataError, ValueError, OverflowError, ArithmeticError, RuntimeError):
        law = scene.settings.judged(law, lambda law: fixed(reduced(scene, law)))
        if scene.unmet(law) is None:
            return max((_compared(scene, *both, count) for both in _sides(law)), default=None)
    return None


def _sides(law: Law) -> list[tuple[Any, Any]]:
    """The inequalities (left, right) of a law; of a guarantee, the probability that it fails is at most what is stated."""
    statement = law.statement
    if isinstance(statement, Inequality):
        return [(statement.left, statement.right)]
    if isinstance(statement, Within):
        return [(statement.quantity, statement.high), (statement.low, statement.quantity)]
    assert isinstance(statement, Guarantee)
    event = expand(statement.event)
    return [] if not samples(event) or statement.exactly else [(event, 1 - statement.probability)]


def _compared(scene: Scene, left: Any, right: Any, count: int) -> Look:
    """Left against right by a few samples."""
    if getattr(left, "is_Boolean", False) or getattr(left, "is_Relational", False):
        kept = scene.sampled([indicator(left)], "pilot", 0, count)[0]
        b = float(scene.rough(right)[0])
        return _look(1 - float(kept.mean()), b, float(kept.std()) / math.sqrt(count))
    gap = average(left - right)
    if gap is None:
        return _look(*estimated(scene, left, right, count))
    x = gap.replicates(scene, "pilot", 0, count)
    other = average(right)
    if other is not None:
        b = float(other.replicates(scene, "pilot", 0, count).mean())
    elif expand(right).has(*BINDERS):
        return _look(*estimated(scene, left, right, count))
    else:
        b = float(scene.rough(right)[0])
    if without_mean(x[None]):  # for the judge to say
        return Look(math.inf, math.inf, math.inf)
    return _look(b + float(x.mean()), b, float(x.std()) / math.sqrt(len(x)))


def _look(a: float, b: float, error: float) -> Look:
    gap, size = a - b, max(abs(a), abs(b))
    if gap <= 1e-9 * size:
        excess = gap / error if error > 0 else 0.0
    else:
        excess = gap / error if error > 0 else math.inf
    return Look(_ratio(a - 2 * error, b), excess, _ratio(a, b))


def _ratio(a: float, b: float) -> float:
    """How a stands to b: at most 1 where a <= b, also of negative numbers."""
    if b > 0:
        return a / b
    if a >= 0:
        return 1.0 if a == b else math.inf
    return b / a
