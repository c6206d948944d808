"""Do the error rates hold? The sampled claims again under many fresh root keys, and what came of it against what was promised.

- alarms: runs in which a true law was rejected, against the sum of the levels at which true laws were judged: the one test,
  which calls a sound library unsound with probability at most `LEVEL`;
- kills: the runs in which a print or a named wrong version was rejected, with an interval for its rate.

Conventions: a root key is the start of a BLAKE2b hash of (base, number), so none was used in developing a claim.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import nullcontext
from dataclasses import asdict, dataclass, field
from typing import Any

from lemmata.theory.language.errors import UsageError
from lemmata.verify.engine.content import versions
from lemmata.verify.engine.engines import Engine
from lemmata.verify.engine.records import ClaimRecord
from lemmata.verify.engine.runner import Run
from lemmata.verify.engine.stats.binomial import clopper_pearson
from lemmata.verify.engine.stats.budget import RUN
from lemmata.verify.engine.stats.coverage import at_most
from lemmata.verify.engine.store import Store
from lemmata.verify.engine.subject import Settings

SCHEMA = "lemmata-calibration/2"
LEVEL = 1e-3
CONFIDENCE = 0.95


def root_keys(count: int, base: int = 0) -> list[int]:
    """Root keys that depend on the base and on nothing else."""
    if count < 1:
        raise UsageError(f"--seeds {count}: at least one root key is needed")
    texts = (f"lemmata-calibration/{base}/{number}".encode() for number in range(count))
    return [int.from_bytes(hashlib.blake2b(text, digest_size=5).digest(), "big") for text in texts]


def sampled(chosen: Sequence[Settings]) -> list[Settings]:
    """The claims that can raise a false alarm: some law is sampled."""
    return [settings for settings in chosen if settings.sampled]


def runs(
    chosen: Sequence[Settings],
    roots: Sequence[int],
    engine: Callable[[], Engine],
    store: Store,
    *,
    deadline: float | None = None,
    **options: Any,
) -> Iterator[tuple[int, list[ClaimRecord]]]:
    """The records of every root key, by one engine that stays warm; units that the store holds are not run again.

    At the deadline (of the monotonic clock) no unit is begun any more, and the key under way is left out: its finished
    units are kept, and the next run goes on inside it.
    """
    with engine() as warm:
        for root in roots:
            lent: Callable[[], Any] = lambda: nullcontext(warm)  # noqa: E731
            left = None if deadline is None else max(deadline - time.monotonic(), 1e-9)
            run = Run(chosen, seed=root, engine=lent, store=store, budget=left, extend=False, **options)
            records = run.all()
            if run.spent:
                return
            yield root, records


@dataclass
class Tally:
    """What a claim did under all root keys; ``fates``: of each wrong version, whether it was killed in each run."""

    settings: Settings
    roots: list[int] = field(default_factory=list)
    alarms: list[dict[str, Any]] = field(default_factory=list)
    open: int = 0
    seconds: float = 0.0
    budget: float = 0.0
    fates: dict[str, list[bool]] = field(default_factory=dict)

    def add(self, record: ClaimRecord, root: int) -> None:
        """Take in the record of one run."""
        self.roots.append(root)
        self.seconds += record.seconds
        true = [law for law in record.laws if law.expected == "holds"]
        self.budget = max(self.budget, sum((law.alpha or 0.0) * law.points for law in true))
        self.open += any(law.outcome not in {"holds", "fails"} for law in true)
        for law in true:
            if law.outcome == "fails":
                self.alarms.append({"root": root, "law": law.name, "point": law.counterexample, "key": record.key})
        known = {law.name: law for law in record.laws}
        for stated in self.settings.claim.laws():
            if stated.expected == "fails" and stated.name in known:
                self.fates.setdefault(stated.name, []).append(known[stated.name].outcome == "fails")

    def kills(self) -> list[dict[str, Any]]:
        """Kill rates, with their intervals."""
        found = []
        for name, fates in self.fates.items():
            interval = clopper_pearson(sum(fates), len(fates), 1 - CONFIDENCE)
            row = {"events": sum(fates), "trials": len(fates), "low": float(interval.low), "high": float(interval.high)}
            found.append({"claim": self.settings.claim.id, "law": name, **row})
        return found


def document(tallies: Sequence[Tally], facts: dict[str, Any]) -> dict[str, Any]:
    """All findings and the verdict as JSON data."""
    tallies = [tally for tally in tallies if tally.roots]
    alarms, rows = _alarms(tallies), [row for tally in tallies for row in tally.kills()]
    return {
        "schema": SCHEMA,
        "versions": versions(),
        **facts,
        "level": LEVEL,
        "passed": alarms["passed"],
        "alarms": alarms,
        "kills": {"wrong": sum(row["trials"] for row in rows), "killed": sum(row["events"] for row in rows), "rows": rows},
        "claims": [_claim(tally) for tally in tallies],
    }


def _alarms(tallies: Sequence[Tally]) -> dict[str, Any]:
    """A run has an alarm with probability at most the sum of the levels that it spends."""
    trials = {root for tally in tallies for root in tally.roots}
    bad = {alarm["root"] for tally in tallies for alarm in tally.alarms}
    spent = sum(tally.budget for tally in tallies)
    count = at_most(len(bad), len(trials), spent)
    alarms = [{"claim": t.settings.claim.id, **alarm} for t in tallies for alarm in t.alarms]
    # the budget of a run of the whole library as well: what a user is promised
    promised = at_most(len(bad), len(trials), RUN)
    return {**asdict(count), "spent": spent, "budget": RUN, "p_budget": promised.p, "list": alarms, "passed": count.p > LEVEL}


def _claim(tally: Tally) -> dict[str, Any]:
    claim = tally.settings.claim
    return {
        "id": claim.id,
        "title": claim.title,
        "kind": claim.kind,
        "runs": len(tally.roots),
        "alarms": len({alarm["root"] for alarm in tally.alarms}),
        "open": tally.open,
        "budget": tally.budget,
    }
