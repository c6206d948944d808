"""A run: the units of all selected claims, through an engine, into a store, to records.

The false-alarm budget of the run is split over every true law at every point. Units are pure functions of their keys,
so the same verdicts and numbers come from one worker, many workers, or a resumed run.
"""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from dataclasses import dataclass, field
from typing import Any

from numerics.device import resolve_device
from theory.language.errors import UsageError
from verify.engine.campaign import Rows, Unit, units, weight
from verify.engine.content import code_hash, unit_key
from verify.engine.experiment import Experiment
from verify.engine.profiles import Profile, profile
from verify.engine.record import make_record
from verify.engine.records import ClaimRecord
from verify.engine.stats.budget import RUN as ALARM_BUDGET
from verify.engine.store import Store
from verify.engine.trial import Setting
from verify.engine.verdict import claim_verdict
from verify.engine.workers import Pool, prepare_process, reference

CAPACITY = 1024
Listener = Callable[[str, Any], None]


@dataclass
class _Work:
    """What a claim still waits for."""

    experiment: Experiment
    code: str
    units: list[Unit]
    alpha: float
    rows: dict[int, Rows] = field(default_factory=dict)
    seconds: float = 0.0


class Run:
    """Verify experiments under one seed, profile, device and budget; iterate to get records as they are finished."""

    def __init__(
        self,
        experiments: Sequence[Experiment],
        *,
        profile: str = "quick",
        seed: int = 0,
        device: str = "auto",
        rng: str = "torch",
        workers: int = 1,
        budget: float | None = None,
        store: Store | None = None,
        fresh: bool = False,
        listen: Listener | None = None,
    ) -> None:
        self.profile = _profile(profile)
        if workers < 1:
            raise UsageError(f"--workers {workers}: at least one worker is needed")
        if budget is not None and not budget > 0:
            raise UsageError(f"--budget {budget}: the budget is a positive number of seconds")
        if not -(2**63) <= seed < 2**63:
            raise UsageError(f"--seed {seed}: a root key is an integer of 64 bits")
        if rng not in {"torch", "philox"}:
            raise UsageError(f"unknown generator {rng!r}: choose torch or philox")
        self.setting = Setting(root=seed, device=str(resolve_device(device)), rng=rng, profile=self.profile.index)
        prepare_process()
        self.store = store or Store()
        self.experiments = list(experiments)
        self.workers, self.budget, self.fresh = workers, budget, fresh
        self.listen = listen or (lambda event, payload: None)
        self.spent = False

    def all(self) -> list[ClaimRecord]:
        """The records of all claims, by id."""
        return sorted(self, key=lambda record: record.id)

    def __iter__(self) -> Iterator[ClaimRecord]:
        started = time.monotonic()
        work = {e.claim.id: self._prepare(e) for e in self.experiments}
        self.listen("planned", {identity: len(w.units) for identity, w in work.items()})
        with Pool(self.workers) as pool:
            yield from self._drive(pool, work, started)

    def _prepare(self, experiment: Experiment) -> _Work:
        code = code_hash(experiment)
        planned, _ = units(experiment, self.profile, self.setting)
        points = max(1, sum(len(u.points) for u in planned))
        true_laws = max(CAPACITY, sum(1 + len(e.claim.also) for e in self.experiments))
        return _Work(experiment, code, planned, ALARM_BUDGET / true_laws / points)

    def _drive(self, pool: Pool, work: dict[str, _Work], started: float) -> Iterator[ClaimRecord]:
        waiting: list[tuple[str, Unit, str]] = []
        for identity, item in work.items():
            for unit in item.units:
                key = self._key(item, unit)
                kept = None if self.fresh else self.store.unit(key)
                if kept is not None:
                    item.rows[unit.number] = kept
                else:
                    waiting.append((identity, unit, key))
        for identity in [i for i, item in work.items() if len(item.rows) == len(item.units)]:
            yield self._finish(work[identity])
        running: dict[Future[Rows], tuple[str, Unit, str, float]] = {}
        # the longest last: the list is taken from its end
        waiting.sort(key=lambda entry: weight(work[entry[0]].experiment, entry[1], self.setting))
        missing: dict[str, int] = defaultdict(int)
        while waiting or running:
            over = self.budget is not None and time.monotonic() - started > self.budget
            while waiting and over:
                identity, unit, _ = waiting.pop()
                self.spent = True
                missing[identity] += 1
                work[identity].rows[unit.number] = []
                if len(work[identity].rows) == len(work[identity].units):
                    yield self._finish(work[identity])
            while waiting and len(running) < pool.room:
                identity, unit, key = waiting.pop()
                item = work[identity]
                self.listen("started", identity)
                future = pool.submit(reference(item.experiment), item.experiment, unit, self.setting, item.alpha)
                running[future] = (identity, unit, key, time.monotonic())
            if not running:
                continue
            done, _ = wait(running, return_when=FIRST_COMPLETED)
            for future in done:
                identity, unit, key, begun = running.pop(future)
                rows, seconds = future.result(), time.monotonic() - begun
                item = work[identity]
                item.rows[unit.number] = rows
                item.seconds += seconds
                self.store.put_unit(key, identity, rows, seconds)
                self.listen("unit", identity)
                if len(item.rows) == len(item.units):
                    yield self._finish(item)

    def _key(self, item: _Work, unit: Unit) -> str:
        return unit_key(item.experiment, self.setting, item.code, {**unit.what(), "alpha": item.alpha})

    def _finish(self, item: _Work) -> ClaimRecord:
        started = time.monotonic()
        rows = [row for number in sorted(item.rows) for row in item.rows[number]]
        key = unit_key(
            item.experiment, self.setting, item.code, {"profile": self.profile.name, "alpha": item.alpha, "rows": len(rows)}
        )
        kept = None if self.fresh else self.store.record(key)
        if kept is not None:
            self.listen("finished", kept)
            return kept
        seconds = sum(row["seconds"] for row in rows)
        record = make_record(
            item.experiment, rows, self.setting, self.profile, alpha=item.alpha, key=key, code=item.code, seconds=0.0
        )
        if any(not item.rows[number] for number in item.rows):
            record.notes = (record.notes + " The budget was spent before every point was judged.").strip()
            for law in record.laws:
                if law.outcome in {"holds", "vacuous"} and law.verdict != "proved":
                    law.outcome, law.verdict, law.as_expected = "undecided", "undecided", False
            record.verdict, record.as_expected = claim_verdict(record.laws)
        record.seconds = seconds + time.monotonic() - started
        self.store.put_record(record)
        self.listen("finished", record)
        return record


def _profile(name: str | Profile) -> Profile:
    return name if isinstance(name, Profile) else profile(name)
