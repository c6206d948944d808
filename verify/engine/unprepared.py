"""What stands where settings would: of a claim that cannot be read, and of one that is read when its turn comes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from lemmata.theory.language.errors import LemmataError


@dataclass(frozen=True)
class Nameless:
    """As much of a claim as its id tells."""

    id: str
    kind: str = ""
    title: str = "this claim cannot be read"

    def laws(self) -> tuple[Any, ...]:
        """None that are known."""
        return ()


@dataclass(frozen=True)
class Unprepared:
    """Stands where settings would, in a run over several claims: the others are judged, and this one is an error."""

    claim: Nameless
    error: LemmataError
    file: str = ""


@dataclass(frozen=True)
class Unread:
    """A claim of the library that a run reads while its workers are busy with others."""

    claim: Nameless
    read: Callable[[], Any]
