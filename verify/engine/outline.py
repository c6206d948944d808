"""What a run has to know of a claim to have others judge it: the units of its first round, and as much of its laws as is counted.

Whoever has read the claim makes it; where that is another process, the run need not read the claim at all.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

from lemmata.verify.engine.campaign import Unit, draw, units, weight
from lemmata.verify.engine.content import claim_key, code_hash, unit_key
from lemmata.verify.engine.profiles import Profile
from lemmata.verify.engine.setting import Setting
from lemmata.verify.engine.subject import Settings
from lemmata.verify.engine.unprepared import Unprepared

Points = list[dict[str, Any]]


class Stated(NamedTuple):
    """What is counted of a law."""

    name: str
    kind: str
    expected: str


@dataclass(frozen=True)
class Named:
    """As much of a claim as a run speaks of."""

    id: str
    kind: str
    title: str
    stated: tuple[Stated, ...]

    def laws(self) -> tuple[Stated, ...]:
        return self.stated


@dataclass(frozen=True)
class Outline:
    """The points that were ``drawn``, the units that they make, and roughly how long each takes beside others."""

    claim: Named
    file: str
    code: str
    drawn: Points
    units: tuple[Unit, ...]
    weights: tuple[float, ...]


@dataclass(frozen=True)
class Told:
    """Stands where settings would, of a claim that another process has read; ``read``: where more is asked, which is seldom."""

    outline: Outline
    read: Callable[[], Any]

    @property
    def claim(self) -> Named:
        return self.outline.claim

    @property
    def file(self) -> str:
        return self.outline.file


def whole(settings: Settings | Told) -> Settings:
    """The settings themselves."""
    found = settings.read() if isinstance(settings, Told) else settings
    if isinstance(found, Unprepared):
        raise found.error
    return found


def plan_key(key: str, profile: Profile) -> str:
    """Where a store keeps the points that were drawn of a claim; ``key``: that of the claim."""
    return unit_key(key, {"plan": profile.name})


def outline(settings: Settings, setting: Setting, profile: Profile, kept: Callable[[str], Points | None]) -> Outline:
    """The outline of a claim; points that are ``kept`` already are not drawn again."""
    claim, code = settings.claim, code_hash(settings)
    drawn = kept(plan_key(claim_key(settings, setting, code), profile))
    if drawn is None:
        drawn = draw(settings, profile, setting)
    first = tuple(units(settings, drawn, profile.index))
    named = Named(claim.id, claim.kind, claim.title, tuple(Stated(law.name, law.kind, law.expected) for law in claim.laws()))
    return Outline(named, settings.file, code, drawn, first, tuple(weight(settings, unit, setting) for unit in first))
