"""From evidence to verdicts: what the points say of a law, and the laws of a claim.

A true law is refuted by one failing point; it holds when no point fails and at least three quarters of the points were
judged narrowly enough. A law that should fail needs one point where it does.
"""

from __future__ import annotations

from collections.abc import Sequence

from lemmata.theory.first.claim import Law
from lemmata.verify.engine.records import POSITIVE, Evidence, LawRecord, Outcome, Verdict

NARROW_SHARE = 0.75
_STRENGTH = {"exact": 3, "ball": 2, "float": 1, "statistical": 0}


def law_record(law: Law, evidence: Sequence[Evidence], *, parameters: bool, proved: bool, alpha: float) -> LawRecord:
    """The record of a law; ``parameters``: it is stated on a set of points; ``proved``: its derivation proves it."""
    evidence = [e for e in evidence if e.outcome != "vacuous"]
    outcome = _outcome(law, evidence)
    how = min((e.how for e in evidence), key=lambda h: _STRENGTH.get(h, 0), default="")
    verdict = _verdict(outcome, how, parameters, proved and law.name == "truth")
    worst = _worst(outcome, evidence)
    holding = [e for e in evidence if e.outcome == "holds" and e.resolution is not None]
    failing = [e for e in evidence if e.outcome == "fails"]
    record = LawRecord(
        name=law.name,
        kind=law.kind,
        expected=law.expected,
        outcome=outcome,
        verdict=verdict,
        as_expected=outcome == law.expected,
        statement=law.statement.latex(),
        points=len(evidence),
        resolution=_resolution(law, holding),
        samples=sum(e.samples for e in evidence),
        wide=sum(e.outcome == "undecided" for e in evidence),
        how=how,
        killed_at=min((e.samples for e in failing), default=None),
        alpha=alpha,
        evidence=list(evidence),
    )
    if worst is not None:
        record.statistic, record.predicted, record.interval = worst.statistic, worst.predicted, worst.interval
        record.detail, record.stated = worst.detail, worst.stated
        if outcome == "fails":
            record.counterexample = worst.point
    return record


def _resolution(law: Law, holding: Sequence[Evidence]) -> float | None:
    """What the check detects at every point where it holds; of an inequality or an optimum, how nearly it is attained."""
    found = [e.resolution for e in holding if e.resolution is not None]
    return (min if law.kind in {"inequality", "optimality"} else max)(found, default=None)


def _outcome(law: Law, evidence: Sequence[Evidence]) -> Outcome:
    outcomes = [e.outcome for e in evidence]
    if not outcomes:
        return "vacuous"
    if "fails" in outcomes:
        return "fails"
    if "error" in outcomes:
        return "error"
    if law.expected == "fails":
        return "undecided" if "undecided" in outcomes else "holds"
    return "holds" if outcomes.count("holds") >= NARROW_SHARE * len(outcomes) else "undecided"


def _verdict(outcome: Outcome, how: str, parameters: bool, proved: bool) -> Verdict:
    if outcome == "holds":
        if proved or (how == "exact" and not parameters):
            return "proved"
        return "certified" if how == "ball" and not parameters else "corroborated"
    return "refuted" if outcome == "fails" else outcome


def _worst(outcome: Outcome, evidence: Sequence[Evidence]) -> Evidence | None:
    chosen = [e for e in evidence if e.outcome == outcome] or list(evidence)
    return max(chosen, key=lambda e: e.size, default=None)


def claim_verdict(laws: Sequence[LawRecord]) -> tuple[Verdict, bool]:
    """The verdict on the truth (weakest of its parts), and whether every law met its expectation."""
    truths = [law for law in laws if law.expected == "holds"]
    order: list[Verdict] = ["refuted", "error", "vacuous", "undecided", "corroborated", "certified", "proved"]
    verdict: Verdict = min((law.verdict for law in truths), key=order.index, default="vacuous")
    return verdict, verdict in POSITIVE and all(law.as_expected for law in laws)
