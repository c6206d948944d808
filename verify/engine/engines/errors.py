"""What an engine says of a task that it could not bring to an end; neither is a result, and neither is kept."""

from __future__ import annotations

from lemmata.theory.language.errors import LemmataError


class Lost(LemmataError):
    """The worker died on this task, or the task ran past its time limit."""


class TimeUp(Lost):
    """The run's time is up, and the task was still under way."""


class NoWorkers(LemmataError):
    """Workers cannot be started at all."""
