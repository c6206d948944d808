"""lemmata checks stated theory: is it true, how do we know, how sharp is it, what should the print have said.

What is exported here is loaded on first use, so that commands which need no numerics start fast.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from lemmata.verify.library import Library as Library

_HOME = {"Library": "lemmata.verify.library"}

__all__ = sorted(_HOME)


def __getattr__(name: str) -> Any:
    if name in _HOME:
        return getattr(import_module(_HOME[name]), name)
    raise AttributeError(f"module 'lemmata' has no attribute {name!r}")


def __dir__() -> list[str]:
    return __all__
