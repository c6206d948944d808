"""Points of a domain as users name them: text becomes numbers, what is left open gets a typical value."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import sympy as sp

from lemmata.theory.first.domain import Choice, Domain, Vector
from lemmata.theory.language.errors import UsageError
from lemmata.verify.engine.fuzz import draw_points


def complete(domain: Domain, given: Mapping[str, Any]) -> dict[str, Any]:
    """The point with what the user left open filled in, or one sentence about what is wrong with it."""
    unknown = sorted(set(given) - set(domain.names))
    if unknown:
        raise UsageError(f"there is no parameter {', '.join(unknown)}; parameters: {', '.join(domain.names) or 'none'}")
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
            entries = value if isinstance(value, tuple | list) else str(value).strip("()[]").split(",")
            return tuple((int if parameter.integer else float)(entry) for entry in entries)
        number = float(sp.sympify(value)) if isinstance(value, str) else float(value)
    except (TypeError, ValueError, sp.SympifyError):
        raise UsageError(f"{parameter.name}={value!r} is not a number") from None
    if number != number or number in (float("inf"), float("-inf")):
        raise UsageError(f"{parameter.name}={value!r} is not finite")
    return int(number) if parameter.integer and number == int(number) else number
