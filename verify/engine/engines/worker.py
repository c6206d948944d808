"""One worker process: what it does (`serve`), and its parent's handle (`Worker`).

Parent and child share a socket for tasks and answers. Every worker leads a process group of its own, which is killed as a
whole, so that what a task has started does not outlive the worker. A guard in that group kills it when the parent is gone,
however it went, and whatever the worker is computing.
"""

from __future__ import annotations

import os
import pickle
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Collection, Mapping
from contextlib import suppress
from functools import partial
from multiprocessing.connection import Connection
from typing import Any, Protocol

from lemmata.verify.engine.engines.guard import of_group

ONE_THREAD = dict.fromkeys(("OMP_NUM_THREADS", "MKL_NUM_THREADS", "OPENBLAS_NUM_THREADS", "NUMEXPR_NUM_THREADS"), "1")
LETTER = 10_000  # bytes of an error that travel
PATIENCE = 5.0  # seconds for a worker that has nothing to do to leave


def nothing() -> None:
    """The default initializer."""


def serve(descriptor: int) -> None:
    """The child: an initializer first, then one task after the other until the socket is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # an interrupt is for the parent
    connection = Connection(descriptor)
    try:
        initializer = connection.recv()
        initializer()
        process = os.getpid()
        connection.send_bytes(b"ready")
        while True:
            reply = answer(connection.recv_bytes())
            if os.getpid() != process:  # a task that forks comes back twice, and one answer is enough
                os._exit(0)
            connection.send_bytes(reply)
    except (EOFError, BrokenPipeError, ConnectionResetError):
        return


def answer(payload: bytes) -> bytes:
    """Do a pickled task; the answer is (whether it succeeded, its value or exception), pickled."""
    try:
        return pickle.dumps((True, unpacked(payload)), pickle.HIGHEST_PROTOCOL)
    except BaseException as error:
        return pickle.dumps((False, _portable(error)), pickle.HIGHEST_PROTOCOL)


def unpacked(payload: bytes) -> Any:
    """The value of a task that came pickled."""
    function, arguments, keywords = pickle.loads(payload)
    return function(*arguments, **keywords)


def _portable(error: BaseException) -> Exception:
    """The exception, if it survives pickling and is no longer than a page; what it said, if not."""
    try:
        pickled = pickle.dumps(error)
        copy = pickle.loads(pickled) if len(pickled) <= LETTER else None
    except BaseException:
        copy = None
    if isinstance(copy, Exception):
        return copy
    try:
        text = str(error)[:LETTER]
    except BaseException as fault:
        text = f"its message cannot be read: {type(fault).__name__}"
    return RuntimeError(f"{type(error).__name__}: {text}")


class Process(Protocol):
    """As much of ``Popen`` as the parent uses."""

    pid: int

    def poll(self) -> int | None: ...

    def wait(self, timeout: float | None = None) -> int: ...


Launch = Callable[[int], Process]


def spawned(
    program: Callable[[int], None], environment: Mapping[str, str]
) -> tuple[subprocess.Popen[bytes], Connection, subprocess.Popen[bytes]]:
    """A fresh interpreter that runs ``program`` on a socket; its process, our end of the socket, its guard."""
    return _attached(partial(_popen, program, environment))  # type: ignore[return-value]


def _popen(program: Callable[[int], None], environment: Mapping[str, str], descriptor: int) -> subprocess.Popen[bytes]:
    # it leaves its memory to the system: to take it apart object by object would take a second
    text = (
        f"import os, sys; sys.path[:] = {sys.path!r}; from {program.__module__} import {program.__name__} as serve; "
        f"serve({descriptor}); os._exit(0)"
    )
    return subprocess.Popen(
        [sys.executable, "-c", text],
        stdin=subprocess.DEVNULL,
        pass_fds=[descriptor],
        env={**os.environ, **ONE_THREAD, **environment},
        process_group=0,
    )


def _attached(launch: Launch) -> tuple[Process, Connection, subprocess.Popen[bytes]]:
    """A process that was launched on one end of a socket, the other end, and the guard of its group."""
    ours, theirs = socket.socketpair()
    try:
        process = launch(theirs.fileno())
    except BaseException:
        ours.close()
        raise
    finally:
        theirs.close()
    connection = Connection(ours.detach())
    try:
        return process, connection, of_group(process.pid)
    except BaseException:
        connection.close()
        kill(process)
        process.wait()
        raise


def kill(process: Process) -> None:
    """A process that leads a group, and whatever it has started."""
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)


class Worker:
    """The parent's side of a worker process; ``launch``: how it is started, if not as a fresh interpreter."""

    def __init__(
        self,
        number: int,
        initializer: Callable[[], object],
        environment: Mapping[str, str],
        launch: Launch | None = None,
        read: Collection[str] = (),
    ) -> None:
        self.number = number
        self.ready, self.born, self.tasks = False, time.monotonic(), 0
        self.places: set[str] = {""}  # what it has done tasks of,
        self.read = frozenset(read)  # and what had been read when it was forked
        self.process, self.connection, self.guard = _attached(launch or partial(_popen, serve, environment))
        self.send(pickle.dumps(initializer))  # without a guard it has nothing to do, and leaves with its parent

    def send(self, payload: bytes) -> None:
        """Hand over a task; a worker that is dead already is found out by its silence."""
        try:
            self.connection.send_bytes(payload)
        except OSError:
            self.kill()

    def receive(self) -> Any:
        """The next answer; EOFError if the worker died."""
        try:
            message = self.connection.recv_bytes()
        except OSError:
            raise EOFError from None
        return message if message == b"ready" else pickle.loads(message)

    def kill(self) -> None:
        """The worker and whatever it has started."""
        kill(self.process)

    def end(self, *, at_once: bool = False) -> str:
        """Let it go, or kill it; how it ended, in words."""
        self.connection.close()
        if at_once:
            self.kill()
        try:
            code = self.process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self.kill()
            code = self.process.wait()
        self.kill()  # the guard, and what a task has left behind
        self.guard.communicate()
        return f"it was killed by {signal.Signals(-code).name}" if code < 0 else f"it left with code {code}"
