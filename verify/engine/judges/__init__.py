"""One judge per kind of statement: each turns laws at a point into evidence."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from importlib import import_module
from typing import Protocol

from theory.language.claim import Law
from theory.language.kinds import Statement
from verify.engine.records import Evidence
from verify.engine.trial import Trial


class Judge(Protocol):
    """Judges all laws of one kind at a point; ``alpha`` is the false-alarm level of one law at this point."""

    def measure(self, trial: Trial, laws: Sequence[Law], alpha: float) -> list[Evidence]:
        """The evidence of each law, in the order given."""
        ...


@cache
def judge_of(kind: type[Statement]) -> Judge:
    """The judge of a kind: module ``verify.engine.judges.<kind>``, its class ``<Kind>Judge``."""
    module = import_module(f"verify.engine.judges.{kind.kind}")
    return getattr(module, f"{kind.__name__}Judge")()  # type: ignore[no-any-return]
