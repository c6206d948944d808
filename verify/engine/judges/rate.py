"""Rate: the growth exponent of a quantity, with a confidence interval, is the stated one."""

from __future__ import annotations

from collections.abc import Sequence

from lemmata.theory.first.claim import Law
from lemmata.theory.first.kinds import Rate
from lemmata.verify.engine.judges.growth import exponent_of, judge_exponent
from lemmata.verify.engine.judges.ladders import Rungs
from lemmata.verify.engine.records import Evidence
from lemmata.verify.engine.stats.decide import Relation
from lemmata.verify.engine.trial import Trial


class RateJudge:
    """One curve, one exponent; each law states its own."""

    def measure(self, trial: Trial, laws: Sequence[Law], alpha: float) -> list[Evidence]:
        rungs = Rungs(trial)
        return [self._one(rungs, law, alpha) for law in laws]

    def _one(self, rungs: Rungs, law: Law, alpha: float) -> Evidence:
        statement = law.statement
        assert isinstance(statement, Rate)
        curve = rungs.curve(statement.quantity, statement)
        stated, _ = rungs.trial.along(statement.ladder)[-1].value(statement.exponent, statement)
        growth = exponent_of(curve)
        evidence = judge_exponent(growth, stated, statement.tolerance, alpha, Relation.EQUAL)
        evidence.samples = curve.samples
        last = abs(curve.values[-1])
        evidence.series = [
            [n, last * (n / curve.sizes[-1]) ** stated, abs(v), e]
            for n, v, e in zip(curve.sizes, curve.values, curve.errors, strict=True)
        ]
        evidence.axes = [str(statement.ladder.symbol), "quantity (points) and stated power (line)"]
        return evidence
