"""lemmata checks stated theory: is it true, how do we know, how sharp is it, what should the print have said.

``from lemmata import *`` gives the words of the language, in which claims are written; what runs them (``Settings``,
``Library``, ``check``, ``evaluate``) is imported by name. All are loaded on first use, so that what needs no numerics starts fast.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from lemmata.words import *

_RUNNING = {
    "Settings": "lemmata.verify.engine.subject",
    "Library": "lemmata.verify.library",
    "check": "lemmata.verify.check.run",
    "evaluate": "lemmata.verify.values",
}


def home(name: str) -> str:
    """The module from which a name of this package comes."""
    return _RUNNING.get(name, "lemmata.words")


def __getattr__(name: str) -> Any:
    if name == "__all__":
        return import_module("lemmata.words").__all__
    if name in _RUNNING or (not name.startswith("_") and name in import_module("lemmata.words").__all__):
        return getattr(import_module(home(name)), name)
    raise AttributeError(f"module 'lemmata' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted([*_RUNNING, *__getattr__("__all__")])
