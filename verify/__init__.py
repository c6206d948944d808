"""Does it hold: settings, judges, records and reports."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from lemmata.verify.library import Library as Library

_HOME = {"Library": "lemmata.verify.library"}


def __getattr__(name: str) -> Any:
    """Load on first use, so that commands that need no numerics start fast."""
    if name in _HOME:
        from importlib import import_module

        return getattr(import_module(_HOME[name]), name)
    raise AttributeError(f"module 'lemmata.verify' has no attribute {name!r}")
