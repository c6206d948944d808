"""Whether a run will have workers beside this process, and a stem for them, planted before anything large is loaded here.

A stem has to load torch and sympy as this process has: begun at once, it does so on another core at the same time. So nothing
here imports more than the standard library.
"""

from __future__ import annotations

import importlib
import os
import pickle
from collections.abc import Iterator
from contextlib import contextmanager

from lemmata.verify.engine.engines.stem import Stem


def cores() -> int:
    """The cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def apart(workers: int, limit: float | None) -> bool:
    """Whether units are worked on by other processes: by several, or where one may be stopped that takes longer than ``limit``."""
    return workers > 1 or limit is not None


def loaded(*modules: str) -> None:
    """What a stem does first."""
    for module in modules:
        importlib.import_module(module)


@contextmanager
def planted(*modules: str) -> Iterator[Stem | None]:
    """A stem that loads these modules at once, for as long as the block lasts; none where none can be started."""
    stem = None
    if Stem.possible():
        try:
            stem = Stem(pickle.dumps((loaded, modules, {})))
        except OSError:
            pass
    try:
        yield stem
    finally:
        if stem is not None:
            stem.close()
