"""Where a statement is printed, and what is wrong with the print."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Fault = Literal["wrong", "condition missing", "misprint", "illegible"]


@dataclass(frozen=True)
class Source:
    """A document, the heading under which it states the claim, and the key of the paper in references.bib."""

    document: str
    heading: str
    paper: str | None = None


@dataclass(frozen=True)
class Erratum:
    """What the print should have said, and which of the four faults it has."""

    fault: Fault
    text: str

    @classmethod
    def wrong(cls, text: str) -> Erratum:
        """A factor, exponent, sign or index is wrong."""
        return cls("wrong", text)

    @classmethod
    def condition_missing(cls, text: str) -> Erratum:
        """False on the printed domain, true on the corrected one: the counterexample lies between."""
        return cls("condition missing", text)

    @classmethod
    def misprint(cls, text: str) -> Erratum:
        """Notation that cannot be meant."""
        return cls("misprint", text)

    @classmethod
    def illegible(cls, text: str) -> Erratum:
        """The document is damaged here; the reconstruction is what is verified."""
        return cls("illegible", text)
