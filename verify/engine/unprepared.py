"""A claim that nothing can be judged of, because its file, its binding or its settings cannot be read: what is said in its place."""

from __future__ import annotations

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
