"""Guarantees: a failure probability below δ is shown by an upper confidence bound, one-sided; "exactly p" by an interval.

Fixed sizes use the binomial tail, repeated looks the beta-mixture confidence sequence of `binomial`.
"""

from __future__ import annotations

from dataclasses import dataclass

from lemmata.theory.language.errors import LemmataError
from lemmata.verify.engine.stats.binomial import clopper_pearson, sequence
from lemmata.verify.engine.stats.decide import Decision

SMALLEST = 1e-2
RELATIVE = 0.25


@dataclass(frozen=True)
class ProbabilityVerdict:
    """The interval for the probability; `resolution` is relative to the stated one."""

    decision: Decision
    low: float
    high: float
    resolution: float
    notes: tuple[str, ...] = ()


def _interval(events: int, runs: int, alpha: float, sequential: bool) -> tuple[float, float]:
    if runs < 1:
        raise LemmataError(f"{runs} runs say nothing about a probability; draw at least one")
    found = (sequence if sequential else clopper_pearson)(events, runs, alpha)
    return float(found.low), float(found.high)


def guarantee(failures: int, runs: int, delta: float, *, alpha: float, sequential: bool = False) -> ProbabilityVerdict:
    """P(failure) ≤ δ: holds where the upper bound at level α is at most δ, fails where the lower bound at level α is above."""
    if not 0 < delta < 1:
        raise LemmataError(f"delta={delta} is no probability to stay below; give a number strictly between 0 and 1")
    # each side is a statement of its own, so each has the whole level
    low, high = _interval(failures, runs, min(2 * alpha, 0.999) if not sequential else alpha, sequential)
    resolution = high / delta
    if low > delta:
        return ProbabilityVerdict(Decision.FAILS, low, high, resolution)
    if high <= delta:
        return ProbabilityVerdict(Decision.HOLDS, low, high, resolution)
    note = f"{failures} failures in {runs} runs leave {high:.3g} possible, {delta:.3g} is claimed; draw more than {runs} runs"
    return ProbabilityVerdict(Decision.UNDECIDED, low, high, resolution, (note,))


def exactly(
    events: int, runs: int, p: float, *, alpha: float, resolution: float = RELATIVE, sequential: bool = False
) -> ProbabilityVerdict:
    """P(event) = p, for p ≥ 1e-2 (and 1 - p ≥ 1e-2), to a relative resolution of 25 % of the smaller of the two."""
    if not 0 <= p <= 1:
        raise LemmataError(f"p={p} is no probability; give a number between 0 and 1")
    low, high = _interval(events, runs, alpha, sequential)
    smaller = min(p, 1 - p)
    if not low <= p <= high:
        return ProbabilityVerdict(Decision.FAILS, low, high, float("inf") if smaller == 0 else max(high - p, p - low) / smaller)
    if smaller < SMALLEST:
        note = (
            f"a probability of {p:.3g} is not told apart from others by counting; state a bound, or one of at least {SMALLEST}"
        )
        return ProbabilityVerdict(Decision.UNDECIDED, low, high, float("inf"), (note,))
    attained = max(high - p, p - low) / smaller
    if attained <= resolution:
        return ProbabilityVerdict(Decision.HOLDS, low, high, attained)
    note = f"resolved to {attained:.3g} of it, {resolution:.3g} is asked for; draw about {int(runs * (attained / resolution) ** 2)} runs"
    return ProbabilityVerdict(Decision.UNDECIDED, low, high, attained, (note,))
