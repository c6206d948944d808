"""Where workers come from: forked from a stem that has read what they need, or spawned where there is none."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any

from lemmata.verify.engine.engines.stem import Silent, Stem
from lemmata.verify.engine.engines.task import Task
from lemmata.verify.engine.engines.worker import Worker


class Hiring:
    """``environments``: variables of each worker's process, in turn; a fork has those of its stem, so that it is one or the other.

    ``stem``: one that is there already (`planting`); it is taken away where workers are not forked.
    """

    def __init__(
        self,
        initializer: Callable[[], object],
        environments: Sequence[Mapping[str, str]],
        forked: bool,
        stem: Stem | None = None,
    ) -> None:
        self._initializer, self._environments = initializer, list(environments) or [{}]
        self.forked = forked and not any(self._environments) and Stem.possible()
        self._stem = stem

    def begin(self) -> None:
        """Plant the stem, if none is there."""
        if not self.forked:
            self.end()
        elif self._stem is None:
            with suppress(OSError):  # without it workers are spawned
                self._stem = Stem()

    def end(self) -> None:
        """Take it away."""
        if self._stem is not None:
            self._stem.close()
            self._stem = None

    def foresee(self, task: Task) -> None:
        """Workers to come may have that read already."""
        if self._stem is not None:
            self._stem.foresee(task)
        else:
            task.future.set_exception(Silent())

    def worker(self, number: int) -> Worker:
        """A worker that has read what the stem has, or a fresh one; OSError where no process can be started."""
        if self._stem is not None:
            try:
                return Worker(number, self._initializer, {}, self._stem.fork, self._stem.read)
            except Silent:
                self.end()
        return Worker(number, self._initializer, self._environments[number % len(self._environments)])

    def outgrown(self, worker: Worker, place: str) -> bool:
        """Whether one that is hired now need not read what this one must."""
        return self._stem is not None and place in self._stem.read - worker.read - worker.places

    def news(self) -> list[Any]:
        """What to listen to, for `hear`."""
        return [] if self._stem is None else [self._stem.connection]

    def hear(self) -> None:
        if self._stem is not None:
            self._stem.hear()
