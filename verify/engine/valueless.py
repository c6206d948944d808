"""The evidence of a law that could not be judged at a point."""

from __future__ import annotations

from lemmata.theory.language.errors import DomainError, EmptyBand, NonFinite, NoSolution
from lemmata.theory.language.part import Law, Role
from lemmata.verify.engine.records import Evidence


def without_value(error: Exception, detail: str, law: Law) -> Evidence:
    """The evidence of a law that could not be judged at a point; marked where the reason is that it has no real, finite value.

    An automatic wrong version whose band is empty there is plainly false: it says nothing about the check.
    """
    if isinstance(error, EmptyBand) and law.role is Role.AUTOMATIC:
        return Evidence("vacuous", detail=detail)
    return Evidence("error", detail=detail, valueless=isinstance(error, DomainError | NonFinite | NoSolution))
