"""Guarantees: the event is drawn, and its failures are counted; one-sided, or "exactly p" where p is large enough to count."""

from __future__ import annotations

from collections.abc import Iterable

from lemmata.theory.language.definitions import expand
from lemmata.theory.language.kinds import Guarantee
from lemmata.theory.language.part import Law, Role
from lemmata.theory.language.sampled import samples
from lemmata.verify.engine.judging.averages import indicator
from lemmata.verify.engine.judging.growth import OUTCOMES
from lemmata.verify.engine.records import Evidence, Outcome
from lemmata.verify.engine.scene import Scene
from lemmata.verify.engine.stats.decide import Decision
from lemmata.verify.engine.stats.guarantee import ProbabilityVerdict, exactly, guarantee

GROWTH = 4
TAKEN = "runs that the stated laws took"


def judge_guarantee(scene: Scene, law: Law, alpha: float) -> Evidence:
    statement = law.statement
    assert isinstance(statement, Guarantee)
    stated, _ = scene.value(statement.probability)
    p = float(stated)
    event = expand(statement.event)
    if not samples(event):
        happens = scene.truth(event)
        outcome: Outcome = "undecided" if happens is None else "holds" if happens or p <= 0 else "fails"
        return Evidence(
            outcome, statistic=None if happens is None else float(happens), predicted=p, detail="the event is not random"
        )
    if p > 1 or p < 0:
        return Evidence(
            "fails" if p > 1 or statement.exactly else "holds", predicted=p, size=1.0, detail=f"{p:.6g} is no probability"
        )
    settings, most = scene.settings, _most(scene, law)
    runs, hits, chunk, target = 0, 0, 0, min(settings.look(scene.setting.profile), most)
    while True:
        while runs < target:
            size = min(scene.chunk, target - runs)
            rows = scene.sampled([indicator(event)], "event", chunk, size)[0]
            runs, hits, chunk = runs + size, hits + int(rows.sum()), chunk + 1
        found = _verdict(hits, runs, p, statement.exactly, alpha)
        if found.decision is not Decision.UNDECIDED or runs >= most:
            _noted(scene, law, runs, found.decision)
            return Evidence(
                OUTCOMES[found.decision],
                statistic=hits / runs,
                predicted=p,
                interval=(1 - found.high, 1 - found.low) if not statement.exactly else (found.low, found.high),
                resolution=found.resolution,
                samples=runs,
                how="statistical",
                size=abs(hits / runs - p),
                detail="; ".join(found.notes),
                assumption="independent runs",
            )
        target = min(most, GROWTH * target)


def _most(scene: Scene, law: Law) -> int:
    """How many runs there may be. A sharper bound that was made automatically gets, in the quick profile, those that the stated laws
    of its part took, once a named wrong version of that part was told from the truth: nothing rests on it then."""
    most = int(scene.settings.replicates[scene.setting.profile])
    taken, told = _taken(scene, law)
    return min(most, taken) if law.role is Role.AUTOMATIC and taken and told and scene.setting.profile == 0 else most


def _taken(scene: Scene, law: Law) -> tuple[int, bool]:
    """The runs that the stated laws of a part took so far, and whether a named wrong version of it was told from the truth."""
    found: tuple[int, bool] = scene.measured.get((TAKEN, law.part), (0, False))
    return found


def told_before(scene: Scene, parts: Iterable[str]) -> None:
    """A named wrong version of these parts was told from the truth at an earlier point, and is not judged here."""
    for part in parts:
        scene.measured[TAKEN, part] = (0, True)


def _noted(scene: Scene, law: Law, runs: int, decision: Decision) -> None:
    if law.role is not Role.AUTOMATIC:
        taken, told = _taken(scene, law)
        told = told or (law.role is Role.MUTANT and decision is Decision.FAILS)
        scene.measured[TAKEN, law.part] = (max(taken, runs), told)


def _verdict(hits: int, runs: int, p: float, exact: bool, alpha: float) -> ProbabilityVerdict:
    if exact:
        return exactly(hits, runs, p, alpha=alpha, sequential=True)
    if p <= 0:
        return ProbabilityVerdict(Decision.HOLDS, 0.0, 1.0, 0.0, ("a probability of at least 0 says nothing",))
    if p >= 1:
        decision = Decision.FAILS if hits < runs else Decision.UNDECIDED
        note = f"certainty cannot be shown by {runs} runs: a failure below {3 / runs:.2g} need not have shown"
        return ProbabilityVerdict(decision, 0.0, 3 / runs, float("inf"), (note,))
    return guarantee(runs - hits, runs, 1 - p, alpha=alpha, sequential=True)
