"""Does it hold: experiments, judges, records and reports."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from verify.engine.experiment import Experiment as Experiment
    from verify.engine.experiment import bind as bind
    from verify.engine.experiment import experiment as experiment
    from verify.library import Library as Library

_HOME = {
    "Experiment": "verify.engine.experiment",
    "bind": "verify.engine.experiment",
    "experiment": "verify.engine.experiment",
    "Library": "verify.library",
}


def __getattr__(name: str) -> Any:
    """Load on first use, so that commands that need no numerics start fast."""
    if name in _HOME:
        from importlib import import_module

        return getattr(import_module(_HOME[name]), name)
    raise AttributeError(f"module 'verify' has no attribute {name!r}")
