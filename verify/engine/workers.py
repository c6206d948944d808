"""Engines behind the concurrent.futures interface: this process, or a supervised pool of spawned ones.

A worker that is killed takes down the pool; the pool is then built anew, and what was in flight is tried again, each unit
in a process of its own, so that none is blamed for another: a unit that has killed its worker twice becomes an error.
"""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Callable
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import cache
from threading import Lock
from types import TracebackType
from typing import Any

from theory.language.errors import LemmataError
from verify.engine.campaign import Rows, Unit, all_laws, measure
from verify.engine.experiment import Experiment
from verify.engine.records import Evidence, evidence_to
from verify.engine.trial import Setting
from verify.index import cache_folder

ATTEMPTS = 2


def reference(experiment: Experiment) -> tuple[str, str]:
    """How a worker finds the experiment again: the claim's id and the file that binds it."""
    return experiment.claim.id, experiment.file


@cache
def _load(identity: str, file: str) -> Experiment:
    from verify.library import load_experiment, load_file

    return next(e for e in load_file(file) if e.claim.id == identity) if file else load_experiment(identity)


def prepare_process() -> None:
    """One thread per process: the pool fills the cores, and sums do not depend on how many workers there are."""
    import torch
    from hypothesis.configuration import set_hypothesis_home_dir

    from numerics.memory import keep_freed_memory

    torch.set_num_threads(1)
    keep_freed_memory()
    if "HYPOTHESIS_STORAGE_DIRECTORY" not in os.environ:  # nothing is left in the folder a user works in
        set_hypothesis_home_dir(cache_folder() / "hypothesis")


def _start() -> None:
    """What a spawned worker does first; an interrupt is for the parent."""
    import signal

    prepare_process()
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _work(where: tuple[str, str], unit: Unit, setting: Setting, alpha: float) -> Rows:
    return measure(_load(*where), unit, setting, alpha)


class Pool:
    """Submit units; with one worker they run at once in this process."""

    def __init__(self, workers: int) -> None:
        self.workers = workers
        self.room = 1 if workers == 1 else workers + 1
        self._executor: ProcessPoolExecutor | None = None
        self._alone: set[ProcessPoolExecutor] = set()
        self._closed = False
        self._lock = Lock()

    def __enter__(self) -> Pool:
        if self.workers > 1:
            os.environ.setdefault("OMP_NUM_THREADS", "1")
            self._executor = self._build(self.workers)
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._closed = True
        for executor in filter(None, (self._executor, *self._alone)):
            if error is not None:  # nobody waits for what is in flight
                for process in list((executor._processes or {}).values()):
                    process.kill()
            executor.shutdown(wait=error is None, cancel_futures=True)

    @staticmethod
    def _build(workers: int) -> ProcessPoolExecutor:
        return ProcessPoolExecutor(workers, multiprocessing.get_context("spawn"), _start)

    def submit(
        self, where: tuple[str, str], experiment: Experiment, unit: Unit, setting: Setting, alpha: float
    ) -> Future[Rows]:
        """The future evidence of a unit."""
        outer: Future[Rows] = Future()
        if self._executor is None:
            try:
                outer.set_result(measure(experiment, unit, setting, alpha))
            except Exception as error:
                outer.set_result(failed(experiment, unit, _sentence(error)))
            return outer
        self._try(outer, (where, unit, setting, alpha), lambda text: failed(experiment, unit, text), 0)
        return outer

    def _try(self, outer: Future[Rows], arguments: tuple[Any, ...], give_up: Callable[[str], Rows], attempt: int) -> None:
        """Attempt 0 shares the pool, whose death may be a neighbour's fault; the later ones have a process of their own."""
        executor, inner = self._start_one(arguments, alone=attempt > 0)

        def finished(future: Future[Rows]) -> None:
            if attempt > 0:
                self._alone.discard(executor)
                executor.shutdown(wait=False)
            try:
                outer.set_result(future.result())
            except BrokenProcessPool as error:
                if self._closed:
                    outer.set_exception(error)
                elif attempt >= ATTEMPTS:
                    outer.set_result(give_up(f"the worker died {ATTEMPTS} times on this unit"))
                else:
                    self._try(outer, arguments, give_up, attempt + 1)
            except Exception as error:
                outer.set_result(give_up(_sentence(error)))
            except BaseException as error:
                outer.set_exception(error)

        inner.add_done_callback(finished)

    def _start_one(self, arguments: tuple[Any, ...], *, alone: bool) -> tuple[ProcessPoolExecutor, Future[Rows]]:
        """Submit to the shared pool, built anew if it is broken, or to a process of its own."""
        with self._lock:
            if alone:
                executor = self._build(1)
                self._alone.add(executor)
                return executor, executor.submit(_work, *arguments)
            assert self._executor is not None
            try:
                return self._executor, self._executor.submit(_work, *arguments)
            except (BrokenProcessPool, RuntimeError):
                self._executor = self._build(self.workers)
                return self._executor, self._executor.submit(_work, *arguments)


def _sentence(error: Exception) -> str:
    return str(error) if isinstance(error, LemmataError) else f"{type(error).__name__}: {error}"


def failed(experiment: Experiment, unit: Unit, text: str) -> Rows:
    """Rows that say of every law that the unit ended in an error."""
    evidence = evidence_to(Evidence("error", detail=text))
    return [
        {
            "point": point,
            "evidence": {law.name: {**evidence, "point": point} for law in all_laws(experiment)},
            "simulations": 0,
            "seconds": 0.0,
        }
        for point in unit.points
    ]
