"""Identity: equal means at both error rates, or equal values to within their stated errors."""

from __future__ import annotations

from collections.abc import Sequence

from lemmata.theory.first.claim import Law
from lemmata.theory.first.kinds import Identity
from lemmata.verify.engine.judges.means import judge_means
from lemmata.verify.engine.judges.values import compare
from lemmata.verify.engine.records import Evidence, Outcome
from lemmata.verify.engine.stats.decide import Relation
from lemmata.verify.engine.trial import Trial

USELESS = 1e-3


class IdentityJudge:
    """Deterministic sides are compared as intervals, stochastic ones by the two-stage rule on shared replicates."""

    def measure(self, trial: Trial, laws: Sequence[Law], alpha: float) -> list[Evidence]:
        sampled = [law for law in laws if law.statement.stochastic]
        found = dict(zip((law.name for law in sampled), judge_means(trial, sampled, alpha, Relation.EQUAL), strict=True))
        found.update({law.name: self._compare(trial, law) for law in laws if not law.statement.stochastic})
        return [found[law.name] for law in laws]

    def _compare(self, trial: Trial, law: Law) -> Evidence:
        statement = law.statement
        assert isinstance(statement, Identity)
        pair = compare(trial, statement.left, statement.right, statement)
        scale = abs(trial.value(statement.scale, statement)[0]) if statement.scale is not None else pair.scale
        error = pair.error + trial.experiment.rounding * scale
        relative = abs(pair.gap) / scale if scale else 0.0
        resolution = 2 * error / scale if scale else 0.0
        outcome: Outcome
        if abs(pair.gap) > error:
            outcome = "fails"
        elif resolution > USELESS:
            outcome = "undecided"
        else:
            outcome = "holds"
        return Evidence(
            outcome,
            statistic=pair.left,
            predicted=pair.right,
            interval=(pair.left - error, pair.left + error),
            resolution=resolution,
            how=pair.how,
            size=relative,
        )
