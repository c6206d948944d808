"""What is handed to a pool: a function with its arguments, pickled, and the future of its value."""

from __future__ import annotations

from concurrent.futures import Future
from dataclasses import dataclass, field
from typing import Any


@dataclass(eq=False)
class Task:
    """``place``: what one that does it must have read; ``deaths``: of workers that were at it."""

    payload: bytes
    place: str = ""
    future: Future[Any] = field(default_factory=Future)
    deaths: int = 0
    deadline: float | None = None
    ahead: bool = False  # to be read before it is needed, by the process that workers are forked from
