"""Where a statement is printed, and what is wrong with the print."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Fault = Literal["wrong", "condition missing", "misprint", "illegible", "unclear"]


@dataclass(frozen=True)
class Source:
    """A document, the heading under which it states the claim, and the key of the paper in references.bib."""

    document: str
    heading: str
    paper: str | None = None


@dataclass(frozen=True)
class Erratum:
    """What the print should have said, and which of the five faults it has.

    ``part``: the name of the further part (``also``) that stands against the print, where it is not the truth.
    """

    fault: Fault
    text: str
    part: str = ""

    @classmethod
    def wrong(cls, text: str, part: str = "") -> Erratum:
        """A factor, exponent, sign or index is wrong."""
        return cls("wrong", text, part)

    @classmethod
    def condition_missing(cls, text: str, part: str = "") -> Erratum:
        """False on the printed domain, true on the corrected one: the counterexample lies between."""
        return cls("condition missing", text, part)

    @classmethod
    def misprint(cls, text: str, part: str = "") -> Erratum:
        """Notation that cannot be meant."""
        return cls("misprint", text, part)

    @classmethod
    def illegible(cls, text: str, part: str = "") -> Erratum:
        """The document is damaged here; the reconstruction is what is verified."""
        return cls("illegible", text, part)

    @classmethod
    def unclear(cls, text: str, part: str = "") -> Erratum:
        """The print can be read in several ways or rests on conditions it does not state: it is not called refuted."""
        return cls("unclear", text, part)
