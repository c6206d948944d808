"""Points of a domain as users name them: text becomes numbers, what is left open gets a typical value."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from lemmata.theory.first.domain import Choice, Domain, Vector
from lemmata.theory.language.errors import SimulatorError, UsageError
from lemmata.theory.language.parsing import parse_constant
from lemmata.theory.language.values import parse_value


def complete(domain: Domain, given: Mapping[str, Any]) -> dict[str, Any]:
    """The point with what the user left open filled in, or one sentence about what is wrong with it."""
    unknown = sorted(set(given) - set(domain.names))
    if unknown:
        raise UsageError(f"there is no parameter {', '.join(unknown)}; parameters: {', '.join(domain.names) or 'none'}")
    from lemmata.verify.engine.fuzz import draw_points  # loads hypothesis

    drawn, _ = draw_points(domain, 1) if set(given) != set(domain.names) else ([], 0)
    if not drawn and set(given) != set(domain.names):
        raise UsageError("no typical point of the domain meets its assumptions; give every parameter")
    point = {name: given.get(name, drawn[0][name] if drawn else None) for name in domain.names}
    for parameter in domain.parameters:
        if parameter.name in given:
            point[parameter.name] = _convert(parameter, given[parameter.name])
    if len(given) < len(domain.names) and domain.violations(point):
        candidates, _ = draw_points(domain, 64)
        fitting = ({**candidate, **{name: point[name] for name in given}} for candidate in candidates)
        point = next((p for p in fitting if not domain.violations(p)), point)
    broken = domain.violations(point)
    if broken:
        raise UsageError(f"the point {point} is outside the domain: {'; '.join(broken)}")
    return point


def _convert(parameter: Any, value: Any) -> Any:
    if isinstance(parameter, Choice):
        return str(value)
    try:
        if isinstance(parameter, Vector):
            entries = parse_value(value, parameter.name) if isinstance(value, str) else value
            entries = entries if isinstance(entries, tuple | list) else [entries]
            return tuple(_whole(entry, parameter) if parameter.integer else _finite(entry) for entry in entries)
        exact = parse_constant(value, parameter.name) if isinstance(value, str) else value
        number = float(exact)
    except (TypeError, ValueError, OverflowError):
        raise UsageError(f"{parameter.name}={value!r} is not a number") from None
    if number != number or number in (float("inf"), float("-inf")):
        raise UsageError(f"{parameter.name}={value!r} is not finite")
    return int(exact) if parameter.integer and exact == int(exact) else number


def _finite(entry: Any) -> float:
    """An entry of a vector as a float; ValueError where it is none."""
    number = float(entry)
    if not math.isfinite(number):
        raise ValueError(entry)
    return number


def _whole(entry: Any, parameter: Vector) -> int:
    number = _finite(entry)
    if number != int(number):
        raise UsageError(f"{parameter.name} has the entry {entry}, which is not an integer")
    return int(number)


def breaks_off(identity: str, point: Mapping[str, Any], error: Exception) -> SimulatorError:
    """One sentence for whatever the claim's own code raised at a point."""
    where = " ".join(f"{name}={value}" for name, value in point.items()) or "(no parameters)"
    why = (str(error).strip().splitlines() or [""])[0][:200]
    return SimulatorError(
        f"{identity}: it cannot be evaluated at {where[:300]} ({type(error).__name__}{': ' if why else ''}{why}); "
        "choose values nearer to the typical ones"
    )
