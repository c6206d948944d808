"""More samples for what a round left open: which points, by which laws, how promising, and how the evidence is joined.

A round judges a point anew on four times the replicates of the round before, whose samples are the first of them. A law
that is decided at a point is never judged there again, so the first decision stands: a refuted truth stays refuted. The
level of each round was set aside before the run began (`stats.budget`), whatever is extended; and a wrong version passes
only in the round that first judges it narrowly, which is one, so that rate stays as it is too.
"""

from __future__ import annotations

import math
from typing import Any

from lemmata.verify.engine.campaign import GROWTH, Rows, Unit
from lemmata.verify.engine.outline import Told, whole
from lemmata.verify.engine.records import ClaimRecord
from lemmata.verify.engine.store import restored
from lemmata.verify.engine.subject import Settings

MOST = 8  # rounds: the last one draws 65536 times the replicates of the profile
STUCK = 0.9  # an interval that four times the replicates shrink by less than this is held open by something else


def is_open(record: ClaimRecord) -> bool:
    """Whether samples could still turn the record: a law is undecided and none is decided against its expectation."""
    missing = [law for law in record.laws if not law.as_expected]
    return any(law.outcome == "undecided" for law in missing) and all(law.outcome == "undecided" for law in missing)


def extension(settings: Settings | Told, rows: Rows, record: ClaimRecord, round: int) -> list[Unit]:
    """A unit for each point at which open laws may be decided by more samples."""
    names = [law.name for law in record.laws if law.outcome == "undecided" and not law.as_expected]
    names += [
        *record.automatic.get("survived", ()),
        *record.automatic.get("undecided", ()),
    ]  # what they say of the check is open
    found = []
    for number, row in enumerate(rows):
        laws = tuple(name for name in names if _promising(row, name))
        if laws:
            found.append(Unit(settings.claim.id, number, (restored(row["point"]),), round, laws))
    return found


def _promising(row: dict[str, Any], law: str) -> bool:
    evidence = row["evidence"].get(law)
    if evidence is None or evidence["outcome"] != "undecided" or evidence["how"] != "statistical":
        return False
    before = row.get("before", {}).get(law)
    return before is None or not _width(evidence) > STUCK * _width(before)


def _width(evidence: dict[str, Any]) -> float:
    low, high = evidence["interval"] or (None, None)
    return math.inf if low is None or high is None else float(high - low)


def joined(rows: Rows, round: dict[str, Unit], later: Rows) -> Rows:
    """The rows of all points with those of a later round put in their places."""
    for unit, new in zip(round.values(), later, strict=True):
        row = rows[unit.number]
        for law in unit.laws:
            row.setdefault("before", {})[law] = row["evidence"][law]
            row["evidence"][law] = new["evidence"][law]
        row["simulations"] += new["simulations"]
        row["seconds"] += new["seconds"]
    return rows


def cost(settings: Settings | Told, index: int, unit: Unit, row: dict[str, Any]) -> float:
    """Seconds until the unit's laws are decided, if the width of their intervals falls as n^-1/2: the promise of a unit."""
    wanted = float(whole(settings).resolution[index])
    factors = [float(GROWTH)]
    for law in unit.laws:
        reached = row["evidence"][law]["resolution"]
        factors.append((reached / wanted) ** 2 if reached is not None else math.inf)
    return float(row["seconds"]) * max(factors)
