"""Bounds on what one answer may cost: seconds, and the memory that is there; beyond them a sentence and exit code 2."""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from lemmata.theory.language.errors import UsageError
from lemmata.verify.engine.engines.guard import of_time

GRACE = 2.0  # seconds that a computation has to end by itself
LONGEST = 1e6  # seconds that are worth a guard


@contextmanager
def bounded(what: str, seconds: float) -> Iterator[None]:
    """A computation that cannot be interrupted ends with its process; an allocation beyond the memory fails as an error.

    The exit code is 2; where the interpreter itself is stuck in one operation, that of a process that was killed.
    """
    if not seconds > 0:
        raise UsageError(f"--limit {seconds:g}: the limit is a positive number of seconds")
    sentence = f"lemmata: {what} is not done after {seconds:g} s: choose smaller sizes, or allow more with --limit"
    watch = threading.Timer(min(seconds, threading.TIMEOUT_MAX), _end, (sentence,))
    watch.daemon = True
    watch.start()
    try:
        with _guarded(seconds + GRACE, sentence), _memory():
            yield
    finally:
        watch.cancel()


def _end(sentence: str) -> None:
    print(sentence, file=sys.stderr)
    sys.stderr.flush()
    os._exit(2)


@contextmanager
def _guarded(seconds: float, sentence: str) -> Iterator[None]:
    """What keeps the thread of the timer from running as well, such as a product of huge integers, is ended from outside."""
    if seconds > LONGEST:
        yield
        return
    with of_time(
        os.getpid(), seconds, sentence.encode("ascii", "backslashreplace").decode()
    ):  # which closes its pipe in the end
        yield


@contextmanager
def _memory() -> Iterator[None]:
    """No more data than this process has now and the machine has left; nothing where a system does not say."""
    try:
        import resource

        left = _kilobytes("/proc/meminfo", "MemAvailable") * 1024
        own = _kilobytes("/proc/self/status", "VmData") * 1024
    except (ImportError, OSError, LookupError):
        yield
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_DATA)
    most = [bound for bound in (soft, hard) if bound != resource.RLIM_INFINITY]
    resource.setrlimit(resource.RLIMIT_DATA, (min([own + left, *most]), hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_DATA, (soft, hard))


def _kilobytes(path: str, name: str) -> int:
    with open(path, encoding="ascii", errors="replace") as lines:
        for line in lines:
            if line.startswith(f"{name}:"):
                return int(line.split()[1])
    raise LookupError(name)
