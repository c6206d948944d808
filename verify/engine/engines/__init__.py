"""Where units are worked on, each behind the interface of concurrent.futures: submit a function, get a future.

A new engine is one file: a class with ``submit`` and ``shutdown``. Nothing here imports more than the standard library,
so that a worker which needs no numerics starts at once.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor, Future
from typing import Any


class Engine(Executor):
    """An executor and four facts about it.

    ``workers``: tasks that are done at a time; ``room``: tasks worth having under way, so that no worker waits for the next;
    ``local``: whether tasks run in this process, and so may be given objects that cannot be pickled; ``until``: the time of
    `time.monotonic` at which a task that is under way is given up, `TimeUp`, where tasks can be stopped at all.
    """

    workers: int = 1
    room: int = 1
    local: bool = False
    until: float | None = None

    def submit_near(self, place: str, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Submit, best to a worker that has done a task of this place before: what it has read for that is read already."""
        return self.submit(fn, *args, **kwargs)

    def foresee(self, place: str, fn: Callable[..., Any], /, *args: Any) -> Future[Any] | None:
        """Tasks of this place will come: workers that do not live yet may be born with what ``fn(*args)`` reads; the future of
        its value, or nothing where nobody reads ahead."""
        return None
