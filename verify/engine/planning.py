"""What a claim waits for: its units under their content keys, the level they are judged at, and what is there already."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from lemmata.verify.engine.campaign import Rows, Unit
from lemmata.verify.engine.content import claim_key, unit_key
from lemmata.verify.engine.extension import joined
from lemmata.verify.engine.outline import Outline, Told, outline, plan_key
from lemmata.verify.engine.profiles import Profile
from lemmata.verify.engine.records import ClaimRecord
from lemmata.verify.engine.setting import Setting
from lemmata.verify.engine.stats.budget import level, slot
from lemmata.verify.engine.store import Store
from lemmata.verify.engine.subject import Settings


@dataclass(eq=False)
class Job:
    """A claim on its way to a record, round by round; ``share`` is its part of the alarm budget per true law and point."""

    settings: Settings | Told
    code: str
    key: str
    share: float
    rounds: list[dict[str, Unit]] = field(default_factory=list)
    waiting: set[str] = field(default_factory=set)  # units of the last round that are neither kept nor lost
    lost: dict[str, Rows] = field(default_factory=dict)
    record: ClaimRecord | None = None

    @property
    def claim(self) -> str:
        return self.settings.claim.id

    def alpha(self, unit: Unit) -> float:
        """The level of a law at a point of the unit."""
        return level(self.share, unit.round)

    def alarms(self, unit: Unit) -> float:
        """What the unit takes out of the budget of false alarms."""
        true = [law.name for law in self.settings.claim.laws() if law.expected == "holds"]
        return len(unit.points) * self.alpha(unit) * sum(not unit.laws or name in unit.laws for name in true)

    def keyed(self, round: Iterable[Unit]) -> dict[str, Unit]:
        """Units under their content keys."""
        return {unit_key(self.key, {**unit.what(), "alpha": self.alpha(unit)}): unit for unit in round}

    def begin(self, round: Iterable[Unit], known: set[str]) -> list[str]:
        """Enter a round; the keys of its units that are not known yet."""
        keyed = self.keyed(round)
        self.rounds.append(keyed)
        self.waiting = keyed.keys() - known
        return [key for key in keyed if key in self.waiting]

    def unit(self, key: str) -> Unit:
        return self.rounds[-1][key]

    def keys(self) -> list[str]:
        """The keys of all units that are done, in order."""
        return [key for round in self.rounds for key in round if key not in self.waiting]

    def rows(self, store: Store) -> Rows:
        """The evidence at all points whose units are done, of the latest round that judged it."""
        rows: Rows = []
        for number, round in enumerate(self.rounds):
            done = {key: unit for key, unit in round.items() if key not in self.waiting}
            found = [row for key in done for row in self.lost.get(key) or store.unit(key) or []]
            rows = joined(rows, done, found) if number else found
        return rows

    def record_key(self, profile: Profile) -> str:
        """The content key of the record that is made of these units."""
        return unit_key(self.key, {"profile": profile.name, "units": self.keys(), "lost": sorted(self.lost)})


def plan(settings: Settings | Told, setting: Setting, profile: Profile, true_laws: int, store: Store) -> tuple[Job, Outline]:
    """The job of a claim and its outline, with the units of the first round; the points are drawn once and kept in the store."""
    told = settings.outline if isinstance(settings, Told) else outline(settings, setting, profile, store.plan)
    key = claim_key(settings, setting, told.code)
    place = plan_key(key, profile)
    if store.plan(place) is None:
        store.put_plan(place, settings.claim.id, told.code, told.drawn)
    return Job(settings, told.code, key, slot(true_laws, sum(len(u.points) for u in told.units))), told


def true_laws(chosen: Sequence[Settings]) -> int:
    """How many laws should hold: what the budget of false alarms is shared among."""
    return sum(law.expected == "holds" for e in chosen for law in e.claim.laws())
