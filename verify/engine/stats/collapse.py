"""Whether crossings follow a stated formula for the critical value: curves at other parameters collapse on one.

Each point has its parameters, the bracket of its crossing, and the value that the formula gives there. Every bracket has
to lie within the cap of the formula, and the ratio of the two must not drift with any parameter: a threshold ℓ/γ for
ℓ/√γ is off by √γ. A parameter that is varied by less than a factor 3 cannot show that.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from lemmata.theory.language.errors import LemmataError
from lemmata.verify.engine.stats.decide import Decision
from lemmata.verify.engine.stats.phase import CAP, PhaseVerdict

FACTOR = 3.0
DRIFT = 0.25  # the cap of an exponent


@dataclass(frozen=True)
class Point:
    """One setting: its parameters, the bracket of the crossing, and the critical value by the formula."""

    parameters: Mapping[str, float]
    bracket: tuple[float, float]
    predicted: float


def drifts(points: Sequence[Point]) -> dict[str, tuple[float, float]]:
    """For each parameter the exponents d such that crossing/formula ∝ parameter^d is possible, jointly in all parameters."""
    names = list(points[0].parameters)
    logs = np.array([[math.log(p.parameters[name]) for name in names] for p in points])
    ends = np.array([[math.log(end / p.predicted) for end in p.bracket] for p in points])
    weights = np.linalg.pinv(np.column_stack([logs - logs.mean(axis=0), np.ones(len(points))]))[:-1]
    middle, reach = weights @ ends.mean(axis=1), np.abs(weights) @ (ends[:, 1] - ends[:, 0]) / 2
    return {name: (float(m - r), float(m + r)) for name, m, r in zip(names, middle, reach, strict=True)}


def judge_collapse(points: Sequence[Point], *, cap: float = CAP) -> PhaseVerdict:
    """Holds where all brackets lie within `cap` of the formula, every parameter varies enough, and no exponent may drift by 0.25."""
    if len(points) < 2:
        raise LemmataError(
            f"{len(points)} crossing does not show how it depends on anything; give the crossing at several parameters"
        )
    names = set(points[0].parameters)
    for p in points:
        values = [*p.parameters.values(), *p.bracket, p.predicted]
        if set(p.parameters) != names or not all(math.isfinite(v) and v > 0 for v in values) or p.bracket[0] > p.bracket[1]:
            raise LemmataError(
                f"a crossing at {dict(p.parameters)} in {p.bracket} must have the same parameters, positive and finite"
            )
    attained, notes = 0.0, []
    for p in points:
        low, high = (end / p.predicted for end in p.bracket)
        attained = max(attained, abs(low - 1), abs(high - 1))
        if high < 1 - cap or low > 1 + cap:
            at = ", ".join(f"{k} = {v:.4g}" for k, v in p.parameters.items())
            notes.append(
                f"at {at} the crossing lies in [{p.bracket[0]:.4g}, {p.bracket[1]:.4g}], the formula gives {p.predicted:.4g}"
            )
    if notes:
        return PhaseVerdict(Decision.FAILS, attained, tuple(notes))
    spans = {k: max(p.parameters[k] for p in points) / min(p.parameters[k] for p in points) for k in sorted(names)}
    narrow = [k for k, span in spans.items() if span < FACTOR]
    if narrow:
        return PhaseVerdict(Decision.UNDECIDED, attained, (f"vary {', '.join(narrow)} by a factor {FACTOR:g} or more",))
    if len(points) <= len(names):
        return PhaseVerdict(Decision.UNDECIDED, attained, (f"{len(names)} parameters need more than {len(points)} settings",))
    found = drifts(points)
    off = [f"{k}^{low:.2g}" for k, (low, high) in found.items() if low > DRIFT or high < -DRIFT]
    if off:
        return PhaseVerdict(Decision.FAILS, attained, (f"the ratio to the formula drifts like {', '.join(off)}",))
    loose = [k for k, (low, high) in found.items() if max(-low, high) > DRIFT]
    if loose or attained > cap:
        note = f"the ratio to the formula is known to {attained:.3g}" + (
            f", its drift with {', '.join(loose)} is not" if loose else ""
        )
        return PhaseVerdict(Decision.UNDECIDED, attained, (note,))
    return PhaseVerdict(Decision.HOLDS, attained)
