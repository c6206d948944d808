"""A claim through the mill: points, units of work, and the evidence of a unit.

A unit is a claim at some of its points; it is a pure function of its content key. The record is made in one place
(`making`) from all evidence, whoever measured it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from lemmata.verify.engine import examination, pointing
from lemmata.verify.engine.profiles import Profile
from lemmata.verify.engine.scope import covered
from lemmata.verify.engine.setting import Setting
from lemmata.verify.engine.subject import Settings

Rows = list[dict[str, Any]]

GROWTH = 4  # replicates of a round over those of the round before


@dataclass(frozen=True)
class Unit:
    """Some points of a claim, to be judged together; in a later ``round`` only by the ``laws`` that they left open."""

    claim: str
    number: int
    points: tuple[dict[str, Any], ...]
    round: int = 0
    laws: tuple[str, ...] = ()
    covered: tuple[tuple[str, ...], ...] = ()  # for each point, parts that an earlier point judged at the same values

    def what(self) -> dict[str, Any]:
        points = tuple(tuple(sorted(p.items())) for p in self.points)
        later = {"round": self.round, "laws": self.laws} if self.round else {}
        return {"points": points} | later | ({"covered": self.covered} if any(self.covered) else {})


def draw(settings: Settings, profile: Profile, setting: Setting) -> list[dict[str, Any]]:
    """The points that are drawn of a claim in a profile."""
    return pointing.draw(settings, profile.index, setting.root, profile.points)


def units(settings: Settings, drawn: Sequence[dict[str, Any]], profile: int) -> list[Unit]:
    """The units of a claim: its points in blocks."""
    size, points = examination.block(settings, profile), list(drawn)
    known = covered(settings, points)
    cut = [slice(i, i + size) for i in range(0, len(points), size)]
    return [Unit(settings.claim.id, k, tuple(points[c]), covered=tuple(known[c])) for k, c in enumerate(cut)]


def weight(settings: Settings, unit: Unit, setting: Setting) -> float:
    """Roughly how long a unit takes beside others, so that long ones start first."""
    return len(unit.points) * float(settings.replicates[setting.profile] if settings.sampled else 1.0)


def extended(settings: Settings, round: int) -> Settings:
    """The settings with the replicates that an extension may draw at a point, the first ones among them."""
    if not round:
        return settings
    quick, full = (int(replicates) * GROWTH**round for replicates in settings.replicates)
    return settings.but(replicates=(quick, full))


def measure(settings: Settings, unit: Unit, setting: Setting, alpha: float) -> Rows:
    """The evidence of a unit: one row per point, with evidence by law; ``alpha`` is the level of one law at one point."""
    return examination.measure(extended(settings, unit.round), unit, setting, alpha)
