"""A process from which workers are forked: what it has read, they have read, and they share its memory.

It is a process of its own, with one thread and without open files, since only such a one can be forked safely. It reads what
it is told to, one thing after the other, and forks between two of them. A worker that ends is its child; how it ended is
asked for when somebody wants to know. It is a help and no more: where it does not answer, workers are spawned.
"""

from __future__ import annotations

import gc
import os
import pickle
import select
import signal
import subprocess
import sys
import traceback
from collections import deque
from contextlib import suppress
from multiprocessing import reduction
from multiprocessing.connection import Connection
from typing import Any

from lemmata.verify.engine.engines.task import Task
from lemmata.verify.engine.engines.worker import answer, kill, serve, spawned

PATIENCE = 60.0  # seconds for it to start, or to read what it is reading
BEGIN, READ, FORK, ENDED = b"begin", b"read", b"fork", b"ended"


def serve_stem(descriptor: int) -> None:
    """The process: messages are read and answered until the socket is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    connection, process, ends = Connection(descriptor), os.getpid(), dict[int, int]()
    try:
        while True:
            what, payload = pickle.loads(connection.recv_bytes())
            _reap(ends)
            if what in (BEGIN, READ):
                found = answer(payload)  # of an error too: a worker that needs it reads it again, and says what is wrong
                if os.getpid() != process:
                    os._exit(0)
                if what == READ:
                    connection.send((READ, found))
            elif what == FORK:
                connection.send((FORK, _fork(connection)))
            else:
                connection.send((ENDED, ends.pop(payload, None)))
    except (EOFError, BrokenPipeError, ConnectionResetError):
        return


def _fork(connection: Connection) -> int:
    """A worker at the socket that comes with the request; its number, 0 if there is no room for another process."""
    theirs = reduction.recv_handle(connection)
    gc.freeze()  # what is there is shared with the workers for as long as nobody touches it
    try:
        child = os.fork()
    except OSError:
        child = -1
    if child:
        os.close(theirs)
        with suppress(OSError):
            os.setpgid(child, child)
        return max(child, 0)
    code = 1
    try:
        os.setpgid(0, 0)
        connection.close()
        serve(theirs)
        code = 0
    except BaseException:
        traceback.print_exc()
    finally:
        os._exit(code)


def _reap(ends: dict[int, int]) -> None:
    """How the children that are gone have ended."""
    with suppress(ChildProcessError):
        while (found := os.waitpid(-1, os.WNOHANG))[0]:
            ends[found[0]] = os.waitstatus_to_exitcode(found[1])


class Silent(Exception):
    """The stem is gone, or does not answer."""


class Forked:
    """A forked worker as its parent's parent sees it, with as much of the interface of ``Popen`` as `Worker` uses."""

    def __init__(self, pid: int, stem: Stem) -> None:
        self.pid, self._stem = pid, stem
        self._code: int | None = None
        self._handle: int | None = os.pidfd_open(pid)

    def poll(self) -> int | None:
        """How it ended; nothing while it is there."""
        if self._handle is not None and select.select([self._handle], [], [], 0)[0]:
            os.close(self._handle)
            self._handle = None
            self._code = self._stem.end_of(self.pid)
        return self._code

    def wait(self, timeout: float | None = None) -> int:
        if self._handle is not None and not select.select([self._handle], [], [], timeout)[0]:
            raise subprocess.TimeoutExpired("worker", timeout or 0.0)
        self.poll()
        assert self._code is not None
        return self._code


class Stem:
    """The parent's side; ``first``: what it reads before all else; ``read``: the places that a worker forked now has read."""

    def __init__(self, first: bytes | None = None) -> None:
        self.read: set[str] = set()
        self._ahead: deque[Task] = deque()
        self._reading: Task | None = None
        self.process, self.connection, self._guard = spawned(serve_stem, {})
        if first is not None:
            with suppress(Silent):  # which is noticed when a worker is asked for
                self._ask(BEGIN, first)

    @staticmethod
    def possible() -> bool:
        """Where processes can be forked and watched."""
        return sys.platform.startswith("linux") and hasattr(os, "pidfd_open")

    def foresee(self, task: Task) -> None:
        """Read that too, when its turn comes; the task's future has the value, or `Silent`."""
        self._ahead.append(task)
        self._go_on()

    def fork(self, descriptor: int) -> Forked:
        """A worker at that end of a socket."""
        try:
            self._ask(FORK, None)
            reduction.send_handle(self.connection, descriptor, self.process.pid)
        except OSError:
            raise Silent from None
        pid = self._answer(FORK)
        if not pid:
            raise OSError("no more processes")
        return Forked(pid, self)

    def end_of(self, pid: int) -> int:
        """How a worker ended: its exit code, or the signal with a minus; 0 where nobody can tell any more."""
        try:
            self._ask(ENDED, pid)
            return int(self._answer(ENDED) or 0)
        except Silent:
            return 0

    def hear(self) -> None:
        """Take the answer that is there: it has read something."""
        try:
            while self.connection.poll():
                self._take()
        except Silent:  # which is noticed when a worker is asked for
            self._read_nothing()
        self._go_on()

    def close(self) -> None:
        """Let it go, and those of its workers that are still there; a second time there is nothing left to do."""
        if self.connection.closed:
            return
        self.connection.close()
        kill(self.process)
        self.process.wait()
        self._guard.communicate()
        self._read_nothing()

    def _go_on(self) -> None:
        if self._reading is None and self._ahead:
            self._reading = self._ahead.popleft()
            try:
                self._ask(READ, self._reading.payload)
            except Silent:
                self._read_nothing()

    def _read_nothing(self) -> None:
        """It reads no more: nobody waits for what it was to read."""
        left = [*([self._reading] if self._reading else []), *self._ahead]
        self._reading = None
        self._ahead.clear()
        for task in left:
            task.future.set_exception(Silent())

    def _ask(self, what: bytes, payload: Any) -> None:
        try:
            self.connection.send_bytes(pickle.dumps((what, payload)))
        except OSError:
            raise Silent from None

    def _answer(self, what: bytes) -> Any:
        """The answer to a question; what it has read in the meantime comes before."""
        while True:
            if not self.connection.poll(PATIENCE):
                raise Silent
            found, value = self._take()
            if found == what:
                return value

    def _take(self) -> tuple[bytes, Any]:
        try:
            found, value = pickle.loads(self.connection.recv_bytes())
        except (EOFError, OSError):
            raise Silent from None
        if found == READ and self._reading is not None:
            task, self._reading = self._reading, None
            self.read.add(task.place)
            try:
                succeeded, what = pickle.loads(value)
            except BaseException as error:  # a value that this process cannot read, whatever reading it does
                succeeded, what = False, error if isinstance(error, Exception) else RuntimeError(type(error).__name__)
            (task.future.set_result if succeeded else task.future.set_exception)(what)
        return found, value
