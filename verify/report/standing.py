"""Verdicts by part: what is counted, and the weakest and strongest of a claim.

A claim whose record could not be made has one part, for the truth that is known of it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from lemmata.verify.engine.records import POSITIVE, ClaimRecord, Verdict
from lemmata.verify.report.roles import is_truth
from lemmata.verify.report.words import signs

WEAKEST_FIRST: tuple[Verdict, ...] = (
    "refuted", "error", "vacuous", "insensitive", "undecided", "open", "corroborated", "certified", "derived", "proved",
)  # fmt: skip


@dataclass(frozen=True)
class Standing:
    """A part with its verdict, its sentence, and in words where it was judged if that is less than what is claimed."""

    part: str
    verdict: Verdict
    scope: str = ""
    says: str = ""

    @property
    def narrow(self) -> bool:
        return bool(self.scope)


def standings(record: ClaimRecord) -> list[Standing]:
    """The parts of a claim in their order."""
    if record.parts:
        return [Standing(part.name, part.verdict, part.scope_text, part.says) for part in record.parts]
    truths = [law for law in record.laws if is_truth(law)]
    found = [Standing(law.name.removeprefix("truth").removeprefix(":"), law.verdict) for law in truths]
    return found or [Standing("", record.verdict)]


def scopes(record: ClaimRecord) -> str:
    """Where the parts of a claim were judged, where that is less than what is claimed; in a line."""
    found = standings(record)
    narrow = [s for s in found if s.narrow]
    return "; ".join(signs(s.scope) if len(found) == 1 else f"{s.part}: {signs(s.scope)}" for s in narrow)


def weakest(record: ClaimRecord) -> Verdict:
    return min((s.verdict for s in standings(record)), key=WEAKEST_FIRST.index) if record.parts else record.verdict


def strongest(record: ClaimRecord) -> Verdict:
    return max((s.verdict for s in standings(record)), key=WEAKEST_FIRST.index) if record.parts else record.verdict


def counts(records: Sequence[ClaimRecord]) -> dict[str, Any]:
    """Parts by verdict, all together and by family; open parts are counted apart and never as positive."""
    every = [(record.family, s.verdict) for record in records for s in standings(record)]
    verdicts = _counted(v for _, v in every)
    return {
        "total": len(every),
        "positive": sum(n for v, n in verdicts.items() if v in POSITIVE),
        "open": verdicts.get("open", 0),
        "verdicts": verdicts,
        "families": {family: _counted(v for f, v in every if f == family) for family in sorted({f for f, _ in every})},
    }


def _counted(verdicts: Iterable[str]) -> dict[str, int]:
    return dict(sorted(Counter(verdicts).items()))
