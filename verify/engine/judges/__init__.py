"""One judge per kind of statement: each turns laws at a point into evidence."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from importlib import import_module
from typing import Protocol

from lemmata.theory.first.claim import Law
from lemmata.theory.first.kinds import Statement
from lemmata.verify.engine.records import Evidence
from lemmata.verify.engine.trial import Trial


class Judge(Protocol):
    """Judges all laws of one kind at a point; ``alpha`` is the false-alarm level of one law at this point."""

    def measure(self, trial: Trial, laws: Sequence[Law], alpha: float) -> list[Evidence]:
        """The evidence of each law, in the order given."""
        ...


LADDERS = ("order", "rate", "limit", "phase")
TIMES = 10


def measure(kind: type[Statement], trial: Trial, laws: Sequence[Law], alpha: float) -> list[Evidence]:
    """The evidence of laws of one kind; on a simulated ladder nothing is refuted before a fresh key says so too.

    Such a ladder is one fit with normal quantiles, so each of two independent keys gets the square root of the level;
    the second draws ten times as much for what should hold, and as much again for a print. A mutant is not confirmed.
    """
    judge = judge_of(kind)
    if kind.kind not in LADDERS:
        return judge.measure(trial, laws, alpha)
    level = alpha**0.5 if any(law.statement.stochastic for law in laws) else alpha
    evidence = judge.measure(trial, laws, level)
    for factor, chosen in ((TIMES, _truths), (1, _prints)):
        suspects = [
            i for i, law in enumerate(laws) if chosen(law) and law.statement.stochastic and evidence[i].outcome == "fails"
        ]
        if suspects:
            fresh = judge.measure(trial.confirmation(factor), [laws[i] for i in suspects], level)
            for i, second in zip(suspects, fresh, strict=True):
                second.samples += evidence[i].samples
                second.detail += "; on a fresh key after a first suspicion"
                evidence[i] = second
    return evidence


def _truths(law: Law) -> bool:
    return law.expected == "holds"


def _prints(law: Law) -> bool:
    return law.name == "as-printed"


@cache
def judge_of(kind: type[Statement]) -> Judge:
    """The judge of a kind: module ``verify.engine.judges.<kind>``, its class ``<Kind>Judge``."""
    module = import_module(f"lemmata.verify.engine.judges.{kind.kind}")
    return getattr(module, f"{kind.__name__}Judge")()  # type: ignore[no-any-return]
