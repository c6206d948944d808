"""The engine of one worker: a task runs in this process when it is submitted."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from typing import Any

from lemmata.verify.engine.engines import Engine


class InProcess(Engine):
    """An interrupt ends the run; it is not the task's error."""

    local = True

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:
            future.set_exception(error)
        return future
