"""The values that a user gives to what a law varies itself: the symbol of its ladder and the sweep of a phase.

They are checked like any parameter. A ladder's symbol that the domain declares obeys the domain; another lies within a
factor 4 of the sizes at which the law is judged. A sweep lies where the judge looks for it, between 1e-8 and 1e8.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from lemmata.theory.first.claim import Claim
from lemmata.theory.first.kinds import Ladder, Phase, Statement
from lemmata.theory.language.errors import UsageError
from lemmata.theory.language.parsing import parse_constant

MARGIN = 4
SWEEP = (1e-8, 1e8)


def rung_of(claim: Claim, statement: Statement, given: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """The rung at which to evaluate, and what is left of the given values for the domain to check."""
    rest, rung, own = dict(given), {}, claim.domain.names
    ladder: Ladder | None = getattr(statement, "ladder", None)
    if ladder is not None:
        name = str(ladder.symbol)
        whole = bool(ladder.symbol.is_integer)
        if name not in rest:
            rung[name] = _tidy(ladder.sizes[0])
        else:
            every = [*ladder.sizes, *(ladder.quick or ())]
            bounds = None if name in own else (min(every) / MARGIN, max(every) * MARGIN)
            rung[name] = _number(name, rest[name], whole, bounds, "a factor 4 around the sizes at which it is judged")
            if name not in own:
                del rest[name]
    if isinstance(statement, Phase) and statement.sweep.name not in own:
        name = str(statement.sweep.name)
        rung[name] = _number(name, rest.pop(name, 1.0), bool(statement.sweep.is_integer), SWEEP, "where its law is judged")
    unknown = sorted(set(rest) - set(own))
    if unknown:
        known = list(dict.fromkeys([*own, *rung]))
        raise UsageError(f"there is no parameter {', '.join(unknown)}; parameters: {', '.join(known) or 'none'}")
    return rung, rest


def _number(name: str, value: Any, whole: bool, bounds: tuple[float, float] | None, where: str) -> int | float:
    try:
        number = float(parse_constant(value, name) if isinstance(value, str) else value)
    except (TypeError, ValueError, OverflowError):
        raise UsageError(f"{name}={value!r} is not a number") from None
    if not math.isfinite(number):
        raise UsageError(f"{name}={value!r} is not finite")
    if whole and number != int(number):
        raise UsageError(f"{name} = {number:g} is not an integer")
    if bounds is not None and not bounds[0] <= number <= bounds[1]:
        raise UsageError(f"{name} = {number:g} is outside [{bounds[0]:g}, {bounds[1]:g}], {where}")
    return int(number) if whole else _tidy(number)


def _tidy(number: float) -> int | float:
    return int(number) if float(number).is_integer() else float(number)
