"""What the data say of a law: it holds, it fails, it is undecided; or the number is none."""

from __future__ import annotations

from enum import StrEnum


class Decision(StrEnum):
    """What the data say of a law; `ERROR` is a number that is none."""

    HOLDS = "holds"
    FAILS = "fails"
    UNDECIDED = "undecided"
    ERROR = "error"
