"""What becomes of a statement and its proof, for the tables of true and of false ones."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from lemmata.theory.kernel import prove
from lemmata.theory.language.claim import Claim
from lemmata.theory.language.domain import Domain
from lemmata.theory.language.errors import ClaimError

Case = tuple[Any, Callable[[Any], Any], tuple[Any, ...]]


def outcome(statement: Any, proof: Callable[[Any], Any], domain: tuple[Any, ...] = ()) -> Any:
    return prove(Claim(id="rule.case", says="a statement", statement=statement, proof=proof, domain=Domain(*domain)))


def refused(case: Case) -> None:
    try:
        found = outcome(*case)
    except ClaimError:
        return  # the language refuses the sentence already
    assert found.status == "failed" and found.message and "\n" not in found.message, found
    assert "stopped with" not in found.message, found.message


def proved(case: Case, status: str = "proved") -> None:
    found = outcome(*case)
    assert found.status == status, found.message
