"""The points at which a claim is judged: its examples, the core, the rest, and enough of them for the conditions of each part."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from lemmata.theory.language.errors import DomainError
from lemmata.theory.language.part import Part
from lemmata.verify.engine.drawing import core_plan, draw_points, points_for
from lemmata.verify.engine.subject import Settings

LEAST = 3  # points at which the conditions of a part hold
DRAWN = 2000  # elements of an array at a point outside the core, where each is drawn many times


def draw(settings: Settings, profile: int, salt: int, more: float = 1.0) -> list[dict[str, Any]]:
    """The points of a claim: its own examples, the core, the rest of the domain."""
    core, rest = settings.points(profile)
    claim = settings.claim
    points = [dict(e) for e in settings.examples]
    points += core_plan(claim, max(1, int(core * more)), salt=salt)
    if claim.symbols:
        points += draw_points(
            claim,
            max(0, int(rest * more)),
            salt=salt,
            where="rest",
            size_limit=settings.size_limit if not settings.sampled else DRAWN,
        )
    for part in claim.parts.values():
        standing = _standing(part)
        if standing:
            with suppress(DomainError):  # conditions that no point meets leave the part vacuous, and its verdict says so
                points += points_for(claim, standing, LEAST, salt=salt, given=points)
    unique: dict[str, dict[str, Any]] = {}
    for point in points:
        unique.setdefault(repr(sorted(point.items())), point)
    return list(unique.values()) or [{}]


def _standing(part: Part) -> tuple[Any, ...]:
    """The conditions of a part on a point: without those that hold, or do not, on the rungs of its ladder."""
    ladder = getattr(part.statement, "ladder", None)
    if ladder is None:
        return tuple(part.when)
    moving = set(map(str, ladder.moving))
    return tuple(c for c in part.when if not moving & {str(s.name) for s in c.free_symbols if hasattr(s, "name")})
