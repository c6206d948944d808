"""The engine of one worker: a task runs in this process when it is submitted."""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any

from lemmata.verify.engine.engines import Engine


class InProcess(Engine):
    """Whatever a task raises is the task's error, `sys.exit` too; only an interrupt ends the run.

    A task that forks comes back twice; the copy of this process ends there, so that there is one run and not two.
    """

    local = True

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        process = os.getpid()
        try:
            future.set_result(fn(*args, **kwargs))
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            future.set_exception(error)
        finally:
            if os.getpid() != process:
                os._exit(1)
        return future
