"""Existence: a witness and its certificate in exact or ball arithmetic."""

from __future__ import annotations

from collections.abc import Sequence

from lemmata.theory.first.claim import Law
from lemmata.theory.first.kinds import Certificate, Existence
from lemmata.theory.language.errors import SimulatorError
from lemmata.verify.engine.records import Evidence
from lemmata.verify.engine.trial import Trial


class ExistenceJudge:
    """Runs the check of each law; a certificate that could not decide leaves the law undecided."""

    def measure(self, trial: Trial, laws: Sequence[Law], alpha: float) -> list[Evidence]:
        return [self._one(trial, law) for law in laws]

    def _one(self, trial: Trial, law: Law) -> Evidence:
        statement = law.statement
        assert isinstance(statement, Existence)
        certificate = statement.check(statement.witness, trial.parameters())
        if not isinstance(certificate, Certificate):
            raise SimulatorError(
                f"{trial.claim_id}: the check of {law.name} must return a Certificate, not {type(certificate).__name__}"
            )
        if certificate.holds is None:
            return Evidence("undecided", how=certificate.how, detail=certificate.detail)
        return Evidence(
            "holds" if certificate.holds else "fails",
            how=certificate.how,
            detail=certificate.detail,
            size=0.0 if certificate.holds else 1.0,
        )
