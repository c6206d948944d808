"""Points at which nothing was decided: where they are, and what they say all the same against a one-sided law."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

from lemmata.theory.language.part import Law
from lemmata.verify.engine.records import Evidence

NOT_FAR = "the ladder is declared for the core and the examples; here it need not reach far enough"
BROKEN = 2.0  # a bound that is left open above this factor anywhere is not corroborated
SLIGHT = 1e-9  # relative: a failure by less may be one of the conditions
CLEAR = 1e-3  # relative: less may be the rounding of an instance
LEAN = 0.5  # of what an interval reaches: nor is one that samples pass by more at a point of the core


def excess(law: Law, evidence: Evidence) -> float:
    """By what factor a bound is left open above 1 at a point; 0 where it is not."""
    bound, ratio = law.kind in ("inequality", "within") and evidence.outcome == "undecided", evidence.resolution
    return ratio if bound and ratio is not None and ratio > 1 else 0.0


def disputed(law: Law, evidence: Evidence) -> bool:
    """Whether numbers in double speak clearly against the law at a point, where nothing finer confirms it."""
    if evidence.outcome != "undecided" or evidence.how == "statistical":
        return False
    if law.kind == "identity":  # the resolution is twice the error
        return evidence.size > max(CLEAR, (evidence.resolution if evidence.resolution is not None else math.inf) / 2)
    found, limit = evidence.interval, evidence.predicted
    clear = found is not None and limit is not None and None not in found and found[0] > limit
    return clear and excess(law, evidence) > 1 + CLEAR


def leans(law: Law, evidence: Evidence) -> bool:
    """Whether samples that decide nothing at a point speak against the law there: the bound is passed by half of what would refute it.

    A bound that is attained at the point looks so with probability 1/100, or 1/40 where there are few runs.
    """
    found, limit, reach = evidence.statistic, evidence.predicted, evidence.interval
    if evidence.how != "statistical" or found is None or limit is None or reach is None or None in reach:
        return False
    down, up = LEAN * (found - reach[0]), LEAN * (reach[1] - found)
    if law.kind == "guarantee":
        return limit - found > up
    if law.kind == "within" and evidence.stated:
        return evidence.stated[0] - found > up or found - evidence.stated[1] > down
    return law.kind == "inequality" and found - limit > down


def at_its_end(scene: Any, law: Law, evidence: Evidence) -> Evidence:
    """A law that is sharp at the end of its conditions fails by as little as numbers break these: it is not stated there."""
    if evidence.outcome != "fails" or evidence.how == "statistical" or not evidence.size < SLIGHT:
        return evidence
    end = next((c for c in law.when if scene.just_broken(c)), None)
    return evidence if end is None else Evidence("vacuous", detail=f"not stated here: {end} holds up to rounding alone")


def place(evidence: Evidence) -> str:
    """The values at a point."""
    return ", ".join(f"{k} = {f'{v:.3g}' if isinstance(v, float) else v}" for k, v in evidence.point.items())


def core_of(judged: Sequence[tuple[Mapping[str, Any], Evidence]]) -> list[Evidence]:
    """The evidence at points of the core; all of it where none was judged there."""
    return [e for r, e in judged if r.get("core", True)] or [e for _, e in judged]


def undecided_in_core(judged: Sequence[tuple[Mapping[str, Any], Evidence]]) -> str:
    """At how many points of the core nothing was decided, and at which, such as ``1 of 6 points of the core, such as n = 3``."""
    core = core_of(judged)
    left = [e for e in core if e.outcome == "undecided"]
    return f"{len(left)} of {len(core)} points of the core, such as {place(left[0])}" if left else ""
