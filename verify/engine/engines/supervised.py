"""A supervised pool of processes that loses nothing: one task a worker, one thread that watches them all.

A worker that dies takes only its own task with it, which is tried again on a fresh one; a task that has seen its worker
die twice is given up, and so is one that runs past its time limit, whose worker is killed. Workers stay warm between
tasks, have one thread each, and end with their parent, even one that is killed. One that has done its share of tasks is
replaced by a fresh one, so that what libraries keep does not grow for as long as a campaign goes on.
"""

from __future__ import annotations

import pickle
import time
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future
from multiprocessing.connection import wait
from queue import Empty, SimpleQueue
from threading import Lock, Thread
from types import TracebackType
from typing import Any

from lemmata.verify.engine.engines import Engine
from lemmata.verify.engine.engines.bell import Bell
from lemmata.verify.engine.engines.errors import Lost, NoWorkers, TimeUp
from lemmata.verify.engine.engines.hiring import Hiring
from lemmata.verify.engine.engines.stem import Stem
from lemmata.verify.engine.engines.task import Task
from lemmata.verify.engine.engines.worker import Worker, nothing

ATTEMPTS = 2  # deaths of a worker on one task before the task is given up
STILLBORN = 3  # workers in a row that die before their first task
BIRTH = 600.0  # seconds until a worker must be ready
SHARE = 8  # units of a campaign that a worker does before a fresh one takes its place,
TENURE = 60.0  # and the seconds it stays in any case, so that starting workers costs little beside the units they do
GLANCE = 1.0  # seconds between two looks at the processes themselves


class Supervised(Engine):
    """``limit``: seconds that one task may take; ``environments``: variables of each worker's process, in turn;
    ``share``: tasks after which a worker is replaced, once it has been there for ``tenure`` seconds; ``forked``: from a process
    that reads what they will need (`foresee`), where that is possible; ``stem``: that process, if it is there already."""

    def __init__(
        self,
        workers: int,
        *,
        initializer: Callable[[], object] = nothing,
        limit: float | None = None,
        environments: Sequence[Mapping[str, str]] = (),
        share: int | None = None,
        tenure: float = 0.0,
        forked: bool = False,
        stem: Stem | None = None,
    ) -> None:
        self.workers, self.room, self.limit, self.share, self.tenure = workers, 2 * workers, limit, share, tenure
        self._hiring = Hiring(initializer, environments, forked, stem)
        self._inbox, self._queue = SimpleQueue[Task](), deque[Task]()
        self._crew: dict[Worker, Task | None] = {}
        self._stillborn, self._closing, self._abandoned = 0, False, False
        self._failure: NoWorkers | None = None
        self._lock, self._thread = Lock(), Thread(target=self._supervise, name="supervisor", daemon=True)
        self._bell = Bell()

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        return self.submit_near("", fn, *args, **kwargs)

    def submit_near(self, place: str, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        with self._lock:
            if self._closing:
                raise RuntimeError("cannot schedule new futures after shutdown")
            if self._failure is not None:
                raise self._failure
            try:
                task = Task(pickle.dumps((fn, args, kwargs), pickle.HIGHEST_PROTOCOL), place)
            except Exception as error:
                task = Task(b"")
                task.future.set_exception(error)
                return task.future
            return self._hand_in(task)

    def foresee(self, place: str, fn: Callable[..., Any], /, *args: Any) -> Future[Any] | None:
        with self._lock:
            if self._hiring.forked and not self._closing and self._failure is None:
                return self._hand_in(Task(pickle.dumps((fn, args, {}), pickle.HIGHEST_PROTOCOL), place, ahead=True))
        return None

    def _hand_in(self, task: Task) -> Future[Any]:
        if not self._thread.is_alive():
            self._thread.start()
        self._inbox.put(task)
        self._bell.ring()
        return task.future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        with self._lock:
            self._closing, self._abandoned = True, self._abandoned or cancel_futures
            if self._thread.is_alive():
                self._bell.ring()
        if wait and self._thread.is_alive():
            self._thread.join()
        if not self._thread.is_alive():
            self._bell.close()

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.shutdown(cancel_futures=error is not None)  # nobody waits for what is in flight when the run ends in an error

    def pids(self) -> list[int]:
        """The processes of the workers that are up."""
        return [worker.process.pid for worker in list(self._crew)]

    def _supervise(self) -> None:
        try:
            self._hiring.begin()
            while not self._finished():
                self._staff()
                self._assign()
                self._listen()
        except NoWorkers as failure:
            with self._lock:
                self._failure = failure
                self._collect()
        finally:
            left = [*self._queue, *(task for task in self._crew.values() if task)]
            for worker, task in self._crew.items():
                worker.end(at_once=task is not None)
            self._hiring.end()
            for task in left:
                if self._failure is None and task.future.cancel():
                    continue
                if task.future.running() or task.future.set_running_or_notify_cancel():
                    task.future.set_exception(self._failure or Lost("the run was ended while this unit was under way"))

    def _collect(self) -> None:
        while True:
            try:
                task = self._inbox.get_nowait()
            except Empty:
                return
            if task.ahead:
                self._hiring.foresee(task)
            else:
                self._queue.append(task)

    def _finished(self) -> bool:
        self._collect()
        return self._abandoned or (self._closing and not self._queue and not any(self._crew.values()))

    def _staff(self) -> None:
        """As many workers as there is work for."""
        wanted = min(self.workers, len(self._queue) + sum(task is not None for task in self._crew.values()))
        taken = {worker.number for worker in self._crew}
        for number in [n for n in range(self.workers) if n not in taken][: max(0, wanted - len(self._crew))]:
            try:
                worker = self._hiring.worker(number)
            except OSError as error:  # too many processes or open files: those that are up do the work
                if self._crew:
                    return
                raise NoWorkers(f"no worker process can be started ({error})") from None
            self._crew[worker] = None

    def _assign(self) -> None:
        """A task goes to one that knows its place, if there is one that has nothing to do; to another one, if not."""
        for chosen in (self._known, self._other):
            for worker in [w for w, task in self._crew.items() if task is None and w.ready]:
                while self._crew.get(worker, worker) is None and (task := chosen(worker)):
                    self._give(worker, task)

    def _give(self, worker: Worker, task: Task) -> None:
        self._queue.remove(task)
        if self._hiring.outgrown(worker, task.place):
            self._queue.appendleft(task)
            self._dismiss(worker)
            self._staff()
        elif task.deaths or task.future.set_running_or_notify_cancel():
            task.deadline = None if self.limit is None else time.monotonic() + self.limit
            self._crew[worker] = task
            worker.places.add(task.place)
            worker.send(task.payload)

    def _known(self, worker: Worker) -> Task | None:
        """The first task of a place that it knows, or whose worker died."""
        return next((task for task in self._queue if task.place in worker.places or task.deaths), None)

    def _other(self, worker: Worker) -> Task | None:
        """The first task of a place that no other worker knows, else the first."""
        elsewhere = set().union(*(other.places for other in self._crew))
        return next((task for task in self._queue if task.place not in elsewhere), next(iter(self._queue), None))

    def _listen(self) -> None:
        """Wait for answers, deaths, new tasks or a deadline, whichever comes first."""
        due = (task.deadline - time.monotonic() for task in self._crew.values() if task and task.deadline is not None)
        sources = {worker.connection: worker for worker in self._crew}
        listened: list[Any] = [*sources, *self._hiring.news(), self._bell]
        heard = [sources[source] for source in wait(listened, max(0.0, min([GLANCE, *due]))) if source in sources]
        self._hiring.hear()
        self._bell.still()
        for worker in heard:
            self._hear(worker)
        for worker, task in list(self._crew.items()):
            if task is not None and (late := self._late(task)) is not None:
                self._dismiss(worker)
                task.future.set_exception(late)
            elif worker.process.poll() is not None and not worker.connection.poll():
                self._bury(worker)
            elif not worker.ready and time.monotonic() - worker.born > BIRTH:
                worker.kill()  # and it is buried at the next glance

    def _late(self, task: Task) -> Lost | None:
        now = time.monotonic()
        if task.deadline is not None and now >= task.deadline:
            return Lost(f"it ran past its time limit of {self.limit:g} s and was killed")
        return TimeUp("the run's time was up before it was done") if self.until is not None and now >= self.until else None

    def _hear(self, worker: Worker) -> None:
        try:
            message = worker.receive()
        except EOFError:
            self._bury(worker)
            return
        except BaseException as error:  # an answer that this process cannot read, whatever reading it does
            message = (False, error if isinstance(error, Exception) else RuntimeError(f"{type(error).__name__}: {error}"))
        if message == b"ready":
            worker.ready, self._stillborn = True, 0
            return
        task, self._crew[worker] = self._crew[worker], None
        if task is not None:
            succeeded, value = message
            (task.future.set_result if succeeded else task.future.set_exception)(value)
        worker.tasks += 1
        if self.share is not None and worker.tasks >= self.share and time.monotonic() - worker.born >= self.tenure:
            self._dismiss(worker)  # it has nothing to do

    def _dismiss(self, worker: Worker) -> str:
        del self._crew[worker]
        return worker.end(at_once=True)

    def _bury(self, worker: Worker) -> None:
        """A worker is dead: its task is tried again, unless this is not the first time."""
        task = self._crew[worker]
        how = self._dismiss(worker)
        if task is not None:
            task.deaths += 1
            if task.deaths >= ATTEMPTS:
                task.future.set_exception(Lost(f"the worker died {ATTEMPTS} times on this unit ({how})"))
            else:
                self._queue.appendleft(task)
        elif not worker.ready:
            self._stillborn += 1
            if self._stillborn >= STILLBORN:
                raise NoWorkers(f"no worker process can be started ({how}); run with --workers 1 to see why")
