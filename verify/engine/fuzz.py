"""Points of a domain, drawn by hypothesis: edges first, climbs to a high score, and shrinking to simple numbers.

A real parameter is drawn through an index: index 0 is the simplest number of its range, and larger indices give
finer fractions with more digits, so that shrinking an index shrinks the number.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from random import Random
from typing import Any

import hypothesis.strategies as st
from hypothesis import HealthCheck, Phase, Verbosity, given, seed, settings, target
from hypothesis.errors import FailedHealthCheck, Flaky, NoSuchExample, Unsatisfiable
from hypothesis.internal.conjecture import providers

from lemmata.theory.first.domain import Choice, Domain, Range, Vector
from lemmata.theory.language.errors import DomainError

Point = dict[str, Any]
FINEST = 4095


@contextmanager
def own_numbers() -> Iterator[None]:
    """Without the constants that hypothesis collects from whatever modules are loaded: points depend on the root key alone."""
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


def strategy(domain: Domain, *, monotone: bool = False) -> st.SearchStrategy[Point]:
    """Admissible points of the typical part of the domain; ``monotone``: a larger index is a larger number, to climb along."""

    @st.composite
    def points(draw: Any) -> Point:
        point: Point = {}
        for parameter in domain.parameters:
            if isinstance(parameter, Choice):
                point[parameter.name] = draw(st.sampled_from(parameter.labels))
            elif isinstance(parameter, Vector):
                low, high = parameter.typical
                point[parameter.name] = tuple(
                    _scalar(draw, low, high, parameter.log, parameter.integer, monotone) for _ in range(parameter.size(point))
                )
            else:
                point[parameter.name] = _value(draw, parameter, point, monotone)
        return point

    return points().filter(lambda point: not domain.violations(point))


def draw_points(domain: Domain, count: int, *, salt: int = 0) -> tuple[list[Point], int]:
    """``count`` different admissible points (fewer if the domain has fewer) and how many draws were inadmissible."""
    if not domain.parameters:
        return [{}], 0
    if count <= 0:
        return [], 0
    found: dict[str, Point] = {}
    tried = [0]

    def admissible(point: Point) -> bool:
        tried[0] += 1
        return not domain.violations(point)

    @seed(salt)
    @settings(
        max_examples=2 * count + 8,
        phases=[Phase.generate],
        database=None,
        deadline=None,
        verbosity=Verbosity.quiet,
        report_multiple_bugs=False,
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.large_base_example, HealthCheck.data_too_large],
    )
    @given(strategy(domain))
    def collect(point: Point) -> None:
        if len(found) < count:
            found.setdefault(repr(sorted(point.items())), point)

    try:
        with own_numbers():
            collect()
    except (Unsatisfiable, FailedHealthCheck, Flaky):
        pass
    return _with_edges(domain, list(found.values())), tried[0]


def climb(domain: Domain, score: Callable[[Point], float | None], budget: int, *, salt: int = 0) -> list[Point]:
    """The points of highest score that hypothesis' ``target`` finds with ``budget`` points: one for each choice, best first."""
    if not domain.parameters:
        return [{}] if score({}) is not None else []
    labels = [p.name for p in domain.parameters if isinstance(p, Choice) and p.free is None]
    best: dict[tuple[str, ...], tuple[float, Point]] = {}

    @seed(salt)
    @settings(
        max_examples=budget,
        phases=[Phase.generate, Phase.target],
        database=None,
        deadline=None,
        verbosity=Verbosity.quiet,
        suppress_health_check=list(HealthCheck),
    )
    @given(strategy(domain, monotone=True))
    def observe(point: Point) -> None:
        value = score(point)
        if value is not None and math.isfinite(value):
            target(value)
            chosen = tuple(point[name] for name in labels)
            if chosen not in best or value > best[chosen][0]:
                best[chosen] = (value, point)

    try:
        with own_numbers():
            observe()
    except (Unsatisfiable, FailedHealthCheck, Flaky):
        pass
    return [point for _, point in sorted(best.values(), key=lambda entry: -entry[0])]


def _with_edges(domain: Domain, points: list[Point]) -> list[Point]:
    """The points, with every edge in one of them: one that is not drawn takes the place of a value of a late point."""
    edges = {p.name: p.edges for p in domain.parameters if isinstance(p, Range)}

    def taken(point: Point) -> int:
        return sum(point[name] in values for name, values in edges.items())

    for name, edge in [(name, edge) for name, values in edges.items() for edge in values]:
        if any(point[name] == edge for point in points):
            continue
        for i in sorted(range(len(points)), key=lambda i: (taken(points[i]), -i)):
            moved = {**points[i], name: edge}
            if points[i][name] not in edges[name] and moved not in points and not domain.violations(moved):
                points[i] = moved
                break
    return points


def shrink(domain: Domain, fails: Callable[[Point], bool], budget: int, salt: int = 0) -> Point | None:
    """The simplest point at which ``fails`` is true, within a budget of evaluations; None if none was met."""
    calls = [0]

    def condition(point: Point) -> bool:
        calls[0] += 1
        return calls[0] <= budget and fails(point)

    from hypothesis import find

    try:
        return find(
            strategy(domain),
            condition,
            random=Random(salt),
            settings=settings(
                max_examples=budget,
                phases=[Phase.generate, Phase.shrink],  # explaining would spend the budget on what nobody reads
                database=None,
                deadline=None,
                verbosity=Verbosity.quiet,
                suppress_health_check=list(HealthCheck),
            ),
        )
    except (NoSuchExample, Unsatisfiable, FailedHealthCheck, Flaky):
        return None


def _value(draw: Any, parameter: Range, point: Mapping[str, Any], monotone: bool) -> int | float:
    low, high = parameter.bounds(point)
    edges = [edge for edge in parameter.edges if low <= edge <= high]
    if edges and draw(st.integers(0, 4)) == 4:
        return draw(st.sampled_from(edges))  # type: ignore[no-any-return]
    return _scalar(draw, low, high, parameter.log, parameter.integer, monotone)


def _scalar(draw: Any, low: float, high: float, log: bool, integer: bool, monotone: bool) -> int | float:
    if integer:
        low, high = math.ceil(low), math.floor(high)
        if low > high:
            raise DomainError(f"no integer lies in [{low}, {high}]")
        if not log:
            return draw(st.integers(low, high))  # type: ignore[no-any-return]
    if low == high:
        return int(low) if integer else low
    index = draw(st.integers(0, FINEST))
    fraction, digits = _van_der_corput(index), 1 + max(1, index.bit_length() // 3)
    if monotone:
        fraction, digits = index / FINEST, 5
    value = math.exp(math.log(low) + fraction * math.log(high / low)) if log else low + fraction * (high - low)
    value = float(f"{value:.{digits}g}")
    value = min(max(value, low), high)
    return round(value) if integer else value


def _van_der_corput(index: int) -> float:
    """Index 0 is the middle, then the quarters, the eighths, and so on."""
    fraction, base = 0.0, 0.5
    index += 1
    while index:
        fraction += base * (index & 1)
        index >>= 1
        base /= 2
    return fraction
