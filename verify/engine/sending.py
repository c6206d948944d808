"""A unit or a record on its way to an engine, and back: a worker gets a description of the claim, this process the claim itself."""

from __future__ import annotations

import time
from concurrent.futures import Future
from functools import partial
from queue import SimpleQueue
from typing import Any

from lemmata.verify.engine.closing import asked, keep, record_here, unmade, write
from lemmata.verify.engine.engines import Engine
from lemmata.verify.engine.engines.errors import Lost
from lemmata.verify.engine.outline import whole
from lemmata.verify.engine.planning import Job
from lemmata.verify.engine.profiles import Profile
from lemmata.verify.engine.records import ClaimRecord
from lemmata.verify.engine.setting import Setting
from lemmata.verify.engine.store import Store
from lemmata.verify.engine.tidy import tidy
from lemmata.verify.engine.workers import OtherCode, local, record, reference, work

Done = tuple[Job, str | None, float, Future[Any]]  # the key of a unit, none for a record, and when it was sent


def send_unit(engine: Engine, job: Job, key: str, setting: Setting, done: SimpleQueue[Any]) -> None:
    """The unit of a key, to be judged."""
    unit, begun = job.unit(key), time.monotonic()
    if engine.local:
        future = engine.submit(local, whole(job.settings), unit, setting, job.alpha(unit))
    else:
        future = engine.submit_near(job.claim, work, reference(job.settings), job.code, unit, setting, job.alpha(unit))
    future.add_done_callback(partial(_hand_over, done, job, key, begun))


def send_record(engine: Engine, job: Job, store: Store, setting: Setting, profile: Profile, done: SimpleQueue[Any]) -> None:
    """The evidence of a job, to be made a record of."""
    evidence = asked(job, store, setting, profile)
    if engine.local:
        future = engine.submit(write, whole(job.settings), *evidence)
    else:
        future = engine.submit_near(job.claim, record, reference(job.settings), *evidence)
    future.add_done_callback(partial(_hand_over, done, job, None, 0.0))


def received(job: Job, future: Future[Any], store: Store, setting: Setting, profile: Profile) -> ClaimRecord:
    """The record that a worker made; where it was lost, or has other code by now, this process makes it."""
    error = future.exception()
    if error is None:
        return keep(job, future.result(), store)
    if isinstance(error, Lost | OtherCode):
        return record_here(job, store, setting, profile)
    return tidy(unmade(job, error, setting, profile))  # type: ignore[no-any-return]


def _hand_over(done: SimpleQueue[Any], job: Job, key: str | None, begun: float, future: Future[Any]) -> None:
    """Called in whatever thread the engine has: the rest is done in the run's own."""
    done.put((job, key, begun, future))
