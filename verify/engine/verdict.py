"""The verdict on a claim from those on its laws."""

from __future__ import annotations

from collections.abc import Sequence

from lemmata.verify.engine.records import POSITIVE, LawRecord, Verdict


def claim_verdict(laws: Sequence[LawRecord]) -> tuple[Verdict, bool]:
    """The verdict on the truth (weakest of its parts), and whether every law met its expectation."""
    truths = [law for law in laws if law.expected == "holds"]
    order: list[Verdict] = ["refuted", "error", "vacuous", "undecided", "corroborated", "certified", "proved"]
    verdict: Verdict = min((law.verdict for law in truths), key=order.index, default="vacuous")
    return verdict, verdict in POSITIVE and all(law.as_expected for law in laws)
