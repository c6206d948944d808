"""Points of a claim laid out on a cube: one place in [0, 1] for each number, increasing, over the core or logarithmically over
the whole valid domain; what hypothesis draws and shrinks are places."""

from __future__ import annotations

import math
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import hypothesis.strategies as st
from hypothesis import HealthCheck, Verbosity
from hypothesis.errors import FailedHealthCheck, Flaky, NoSuchExample, Unsatisfiable
from hypothesis.internal.conjecture import providers

from lemmata.verify.engine.ranges import spread
from lemmata.verify.engine.space import Point, Space

FINEST = 4095
QUIET = {"database": None, "deadline": None, "verbosity": Verbosity.quiet, "suppress_health_check": list(HealthCheck)}
STOPS = (Unsatisfiable, FailedHealthCheck, Flaky, NoSuchExample)


@contextmanager
def own_numbers() -> Iterator[None]:
    """Without the constants that hypothesis collects from whatever modules are loaded: points depend on the salt alone."""
    collect = getattr(providers, "_get_local_constants", None)
    if collect is None:  # an older hypothesis, which collects nothing
        yield
        return
    providers._get_local_constants = providers.Constants
    providers.CONSTANTS_CACHE.cache.clear()
    try:
        yield
    finally:
        providers._get_local_constants = collect
        providers.CONSTANTS_CACHE.cache.clear()


@dataclass(frozen=True)
class Place:
    """Where on the cube a point lies: a place for each symbol, a label for each choice, of the core or of the whole domain."""

    places: tuple[float, ...]
    labels: tuple[str, ...]
    core: bool


def build(space: Space, place: Place) -> Point | None:
    """The point at that place; None where a range is empty or a condition is broken."""
    point: Point = {**space.fixed}
    for symbol, at in zip(space.symbols, place.places, strict=True):
        value = space.pinned(symbol, point)
        if value is None:
            core, whole = space.interval(symbol, point, core=True), space.interval(symbol, point, core=False)
            core = None if core is None or core.empty else core
            if whole is None or whole.empty or (place.core and core is None):
                return None
            if place.core and core is not None:
                value = core.end(at >= 1) if at in (0.0, 1.0) else core.at(at)
            else:
                value = spread(whole, core, at, space.affordable(symbol, point) if whole.integer else math.inf)
        point[symbol.name] = value
    if not place.core and space.costs(point) > space.size_limit:
        return None
    if space.broken(point, core=place.core):
        return None
    return {**point, **dict(zip(space.choices, place.labels, strict=True))}


@st.composite
def places(draw: Any, space: Space, monotone: bool = False) -> Place:
    """A place of the cube; a smaller index is a simpler number, or, where ``monotone``, a smaller one."""
    core = draw(st.sampled_from([True, False]))
    indices = [draw(st.integers(0, FINEST)) for _ in space.symbols]
    spots = [i / FINEST if monotone else van_der_corput(i) for i in indices]
    labels = [draw(st.sampled_from(list(options))) for options in space.choices.values()]
    return Place(tuple(spots), tuple(labels), core)


def van_der_corput(index: int) -> float:
    """Index 0 is the middle, then the quarters, the eighths, and so on."""
    fraction, base, index = 0.0, 0.5, index + 1
    while index:
        fraction += base * (index & 1)
        index >>= 1
        base /= 2
    return fraction
