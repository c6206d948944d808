"""A run: the units of all selected claims, through an engine, into a store, to records.

Units are pure functions of their keys, and levels are fixed beforehand, so the same verdicts and numbers come from one
worker, many workers, shards that are merged, or a resumed run. What an engine could not bring to an end is an error in
the record and not kept: the next run tries it again.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from heapq import heappop, heappush
from itertools import count
from queue import SimpleQueue
from typing import Any

from lemmata.numerics.devices.device import resolve_device
from lemmata.theory.language.errors import StoreError, UsageError
from lemmata.verify.engine.campaign import Unit
from lemmata.verify.engine.closing import keep, kept, unmade, unseen
from lemmata.verify.engine.engines import Engine
from lemmata.verify.engine.engines.choose import local_engine
from lemmata.verify.engine.engines.errors import NoWorkers, TimeUp
from lemmata.verify.engine.extension import MOST, cost, extension, is_open
from lemmata.verify.engine.foreseeing import Foreseen
from lemmata.verify.engine.planning import Job, plan, true_laws
from lemmata.verify.engine.profiles import Profile
from lemmata.verify.engine.profiles import profile as find_profile
from lemmata.verify.engine.progress import Progress
from lemmata.verify.engine.records import ClaimRecord
from lemmata.verify.engine.sending import Done, received, send_record, send_unit
from lemmata.verify.engine.setting import Setting
from lemmata.verify.engine.shards import Shard
from lemmata.verify.engine.store import Store
from lemmata.verify.engine.tidy import tidy
from lemmata.verify.engine.unprepared import Unprepared, Unread
from lemmata.verify.engine.workers import failed, prepare_process, read, reference

Listener = Callable[[str, Any], None]
GRACE = 60.0, 0.1  # seconds and share of the budget that units have to come to an end once it is spent, whichever is more
AHEAD = 4  # times its room that an engine is given where no budget is to be kept: a worker then finds units of a claim it knows


class Run:
    """Verify experiments under one seed, profile, device and budget; iterate to get records as they are finished.

    ``budget``: seconds after which no unit is started, and soon after (`GRACE`) none goes on that can be stopped; what is left of
    it when every unit is done extends claims that are still open, unless ``extend`` is false. ``rounds``: extend open claims so
    often in any case. ``engine``: makes the engine, in place of ``workers``.
    ``in_order``: units are begun in the order of the claims, not the longest first.
    """

    def __init__(
        self,
        experiments: Sequence[Any],
        *,
        profile: str | Profile = "quick",
        seed: int = 0,
        device: str = "auto",
        rng: str = "torch",
        workers: int = 1,
        limit: float | None = None,
        budget: float | None = None,
        rounds: int = 0,
        extend: bool = True,
        in_order: bool = False,
        shard: Shard | None = None,
        engine: Callable[[], Engine] | None = None,
        store: Store | None = None,
        fresh: bool = False,
        listen: Listener | None = None,
    ) -> None:
        self.profile = find_profile(profile)
        if workers < 1:
            raise UsageError(f"--workers {workers}: at least one worker is needed")
        for name, seconds in (("budget", budget), ("limit", limit)):
            if seconds is not None and not seconds > 0:
                raise UsageError(f"--{name} {seconds}: the {name} is a positive number of seconds")
        if not -(2**63) <= seed < 2**63:
            raise UsageError(f"--seed {seed}: a root key is an integer of 64 bits")
        if rng not in {"torch", "philox"}:
            raise UsageError(f"unknown generator {rng!r}: choose torch or philox")
        self.setting = Setting(seed, str(resolve_device(device)), rng, self.profile.index, self.profile.automatic)
        prepare_process()
        self.store = store or Store()
        self.experiments = list(experiments)
        self.budget, self.rounds, self.shard, self.fresh = budget, rounds, shard, fresh
        self.extend, self.in_order, self.spent = extend, in_order, False
        self._engine = engine or (lambda: local_engine(workers, limit, device, self.profile.limit))
        self.listen = listen or (lambda event, payload: None)
        self.progress = Progress(claims=len(self.experiments), budget=budget)
        self._queue: list[tuple[tuple[int, float], int, Job, str]] = []
        self._ripe: deque[Job] = deque()  # jobs whose round is complete: their records come first, whatever the budget
        self._order = count()

    def all(self) -> list[ClaimRecord]:
        """The records of all claims, by id."""
        return sorted(self, key=lambda record: record.id)

    def __iter__(self) -> Iterator[ClaimRecord]:
        self._deadline = None if self.budget is None else time.monotonic() + self.budget
        self._jobs: list[Job] = []
        self.listen("begun", self.progress)
        self._arriving, self._reading = deque(self.experiments), True
        self._laws, self._done = true_laws(self.experiments), SimpleQueue[Done | None]()
        with self._engine() as engine:
            self._foreseen = Foreseen(
                engine, self.experiments, self.setting, self.profile, self.store, lambda: self._done.put(None)
            )
            self.progress.workers = engine.workers
            if self._deadline is not None:
                engine.until = self._deadline + max(GRACE[0], GRACE[1] * (self.budget or 0.0))
            yield from self._drive(engine)
            yield from self._cut_short(engine)
        self.store.there()

    def _admit(self, engine: Engine) -> Iterator[ClaimRecord]:
        """Read and plan the next claims: all that are read already, and one that is not; under a budget, which orders them, all."""
        begun: list[Job] = []
        while self._arriving and (self.budget is not None or self._foreseen.ready(self._arriving[0])):
            experiment = self._arriving.popleft()
            unread = isinstance(experiment, Unread)
            try:
                experiment = self._foreseen.take(experiment)
                if isinstance(experiment, Unprepared):
                    raise experiment.error
                job, told = plan(experiment, self.setting, self.profile, self._laws, self.store)
            except (KeyboardInterrupt, StoreError):
                raise
            except BaseException as error:  # one claim's fault is not the end of a campaign
                job = Job(experiment, "", "", 0.0)
                yield self._announced(job, unmade(job, error, self.setting, self.profile))
                continue
            begun.append(job)
            order = sum(told.weights) if self.budget else 0.0  # the longest first; under a budget, claims that take least
            self._enter(job, told.units, lambda unit, w=told.weights, o=order: (0, o or (not self.in_order) * -w[unit.number]))  # type: ignore[misc]
            if self.progress.todo[job.claim] and not (unread or engine.local):
                engine.foresee(job.claim, read, reference(experiment))
            if unread and self.budget is None:
                break
        if not self._arriving and self._reading:
            self._reading = False
            self.listen("planned", self.progress)
        self._jobs += begun
        for job in begun:
            if not job.waiting:
                yield from self._complete(job)

    def _enter(self, job: Job, round: Sequence[Unit], priority: Callable[[Unit], tuple[int, float]]) -> None:
        """Begin a round of a job: what is not kept goes into the queue."""
        known = set() if self.fresh else self.store.known(job.claim, job.code)
        for key in job.begin(round, known):
            if self.shard is None or self.shard.owns(key):
                heappush(self._queue, (priority(job.unit(key)), next(self._order), job, key))
                self.progress.todo[job.claim] += 1
        for key, unit in job.rounds[-1].items():
            if key not in job.waiting:
                self.progress.kept += 1
                self.progress.alarms += job.alarms(unit)

    def _over(self) -> bool:
        return self._deadline is not None and time.monotonic() > self._deadline

    def _drive(self, engine: Engine) -> Iterator[ClaimRecord]:
        """Keep the engine supplied, and take what it returns, until nothing is left or the budget is spent."""
        done, flying, room = self._done, 0, engine.room if engine.local or self.budget is not None else engine.room * AHEAD
        while self._queue or self._ripe or flying or self._reading:
            if self._reading:
                yield from self._admit(engine)
            while flying < room and (self._ripe or (self._queue and not self._over())):
                if self._ripe:
                    job = self._ripe.popleft()
                    flying += 1
                    send_record(engine, job, self.store, self.setting, self.profile, done)
                    continue
                _, _, job, key = heappop(self._queue)
                if not self.fresh and self.store.has(key):  # another run on this store was faster
                    yield from self._arrived(job, key)
                    continue
                self.listen("started", job.claim)
                flying += 1
                send_unit(engine, job, key, self.setting, done)
            if self._reading and done.empty() and self._foreseen.ready(self._arriving[0]):
                continue
            if not (flying or self._reading):
                break
            if (news := done.get()) is None:  # another claim is read
                continue
            job, finished, begun, future = news
            flying -= 1
            error = future.exception()
            if isinstance(error, NoWorkers | KeyboardInterrupt):
                raise error
            if finished is None:
                yield from self._closed(job, received(job, future, self.store, self.setting, self.profile))
                continue
            if isinstance(error, TimeUp):  # the unit counts as not begun
                continue
            key, unit = finished, job.unit(finished)
            if error is not None:
                job.lost[key] = failed(job.settings, unit, error, self.setting)
                seconds = time.monotonic() - begun
            else:
                rows = future.result()
                seconds = sum(row["seconds"] for row in rows)
                self.store.put_unit(key, job.claim, job.code, rows, seconds)
            self.progress.timed(job.claim, seconds)
            self.listen("unit", job.claim)
            yield from self._arrived(job, key)

    def _arrived(self, job: Job, key: str) -> Iterator[ClaimRecord]:
        job.waiting.discard(key)
        self.progress.todo[job.claim] -= 1
        self.progress.alarms += job.alarms(job.unit(key))
        if not job.waiting:
            yield from self._complete(job)

    def _complete(self, job: Job) -> Iterator[ClaimRecord]:
        """A round is complete: its record, unless the store has it, is to be made."""
        found = None if self.fresh else kept(job, self.store, self.profile)
        if found is None:
            self._ripe.append(job)
        else:
            yield from self._closed(job, tidy(found))

    def _closed(self, job: Job, made: ClaimRecord) -> Iterator[ClaimRecord]:
        """The record of a round is there: it is the claim's, unless the claim goes into another round."""
        job.record = made
        if not self._extend(job, made):
            yield self._announced(job, made)
        elif not job.waiting:
            yield from self._complete(job)

    def _announced(self, job: Job, record: ClaimRecord) -> ClaimRecord:
        self.store.ask(record, job.settings.file)
        self.progress.finish(record)
        self.listen("finished", record)
        return record

    def _extend(self, job: Job, record: ClaimRecord) -> bool:
        """Another round, if samples may decide what is open, and it is kept already, or wanted, or there is time for it."""
        round = len(job.rounds)
        if not self.extend or job.lost or round > MOST or self.shard is not None or not is_open(record):
            return False
        rows = job.rows(self.store)
        wanted = extension(job.settings, rows, record, round)
        free = not self.fresh and job.keyed(wanted).keys() <= self.store.known(job.claim, job.code)
        timely = round <= self.rounds or (self.budget is not None and not self._over())
        if not wanted or not (free or timely):
            return False
        price = sum(cost(job.settings, self.profile.index, unit, rows[unit.number]) for unit in wanted)
        self._enter(job, wanted, lambda unit: (1, price))
        return True

    def _cut_short(self, engine: Engine) -> Iterator[ClaimRecord]:
        """The budget ended before a round did: the record of the rounds before, or of what there is of the first."""
        engine.until = None
        cut = [job for job in self._jobs if job.waiting and self.shard is None]
        self.spent = bool(cut)
        done: SimpleQueue[Done] = SimpleQueue()
        begun = [job for job in cut if job.record is None and job.keys()]
        for job in begun:
            send_record(engine, job, self.store, self.setting, self.profile, done)
        for job in cut:
            if job not in begun:
                yield self._announced(job, job.record or keep(job, unseen(job, self.setting, self.profile), self.store))
        for _ in begun:
            job, _, _, future = done.get()
            yield self._announced(job, received(job, future, self.store, self.setting, self.profile))
