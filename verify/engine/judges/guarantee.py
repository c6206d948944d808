"""Guarantee: an event of at least (or exactly) the stated probability, by an exact test on 0 and 1."""

from __future__ import annotations

from collections.abc import Sequence

from lemmata.theory.first.claim import Law
from lemmata.theory.first.expressions import Mean
from lemmata.theory.first.kinds import Guarantee, Identity
from lemmata.verify.engine.judges.means import judge_means
from lemmata.verify.engine.records import Evidence
from lemmata.verify.engine.stats.decide import Relation
from lemmata.verify.engine.trial import Trial


class GuaranteeJudge:
    """The event's replicates are bounded, so betting on them is exact at any sample size; resolutions are absolute."""

    def measure(self, trial: Trial, laws: Sequence[Law], alpha: float) -> list[Evidence]:
        found: dict[str, Evidence] = {}
        for relation in (Relation.EQUAL, Relation.AT_LEAST):
            group = [law for law in laws if _relation(law) is relation]
            evidence = judge_means(trial, [self._as_mean(law) for law in group], alpha, relation)
            found.update({law.name: e for law, e in zip(group, evidence, strict=True)})
        return [found[law.name] for law in laws]

    @staticmethod
    def _as_mean(law: Law) -> Law:
        statement = law.statement
        assert isinstance(statement, Guarantee)
        mean = Identity(
            Mean(statement.event),
            statement.probability,
            bounds=(0, 1),
            scale=1,
            where=statement.where,
            variant=statement.variant,
        )
        return Law(law.name, mean, law.expected)


def _relation(law: Law) -> Relation:
    assert isinstance(law.statement, Guarantee)
    return Relation.EQUAL if law.statement.exactly else Relation.AT_LEAST
