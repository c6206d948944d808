"""Intervals for one mean under each assumption of the ladder, with what has to be said of them in the record."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import torch
from torch import Tensor

from lemmata.numerics.random.stream import Moments
from lemmata.verify.engine.stats.assumptions import SUPPORTED, Bounded, Kurtosis
from lemmata.verify.engine.stats.bounded import bounded_interval
from lemmata.verify.engine.stats.catoni import expected_half_width, least_samples, mean_interval, supported
from lemmata.verify.engine.stats.decide import Decision
from lemmata.verify.engine.stats.quantiles import student_isf
from lemmata.verify.engine.stats.scaling import Scaled, times_power
from lemmata.verify.engine.stats.studentised import MINIMUM, fixed_interval

CONTRADICTED = 4.0  # a sample kurtosis this many times the declared one
HEAVIEST = 0.1  # the share of the sum of squares that one replicate may carry under asymptotic normality
FEWEST = 8
STEPS = 12


@dataclass(frozen=True)
class Estimate:
    """Ends for the mean; `weak` estimates decide nothing, whatever their ends."""

    low: float
    high: float
    text: str
    kurtosis: float | None = None
    notes: tuple[str, ...] = ()
    weak: bool = False


def nothing(text: str, note: str, kurtosis: float | None = None) -> Estimate:
    return Estimate(-math.inf, math.inf, text, kurtosis, (note,), weak=True)


def sample_kurtosis(x: Tensor) -> float:
    y = Scaled.of(x[None]).y[0]
    square = (y - y.mean()).square()
    second = float(square.mean())
    return float(square.square().mean()) / second**2 if second > 0 else 0.0


def bounded(x: Tensor, assumption: Bounded, level: float) -> Estimate:
    """In units where the larger bound is about 1, so that widths of 1e±200 have fourth powers."""
    e = math.frexp(max(abs(assumption.low), abs(assumption.high)))[1]
    low, high = math.ldexp(assumption.low, -e), math.ldexp(assumption.high, -e)
    y = (times_power(x, torch.tensor(-e)) - low) / (high - low)
    left, right = bounded_interval(Moments.of(y), 0.0, 1.0, level)
    return Estimate(math.ldexp(low + (high - low) * left, e), math.ldexp(low + (high - low) * right, e), assumption.text)


def by_kurtosis(x: Tensor, assumption: Kurtosis, level: float) -> Estimate:
    needed = least_samples(assumption.value, level)
    if len(x) < needed:
        note = f"{len(x)} replicates bound nothing at kurtosis {assumption.value:.6g}; draw at least {needed}"
        return nothing(assumption.text, note, assumption.value)
    found = mean_interval(x, kurtosis=assumption.value, alpha=level)
    seen = sample_kurtosis(x)
    notes: tuple[str, ...] = ()
    weak = assumption.source == "declared" and seen > CONTRADICTED * assumption.value
    if weak:
        notes = (f"the sample's kurtosis {seen:.3g} contradicts the declared {assumption.value:.6g}; declare a larger one",)
    return Estimate(float(found.low), float(found.high), assumption.text, assumption.value, notes, weak)


def by_supported_kurtosis(x: Tensor, decide: Callable[[float, float], Decision], level: float) -> Estimate:
    """The interval at the largest kurtosis found at which it still decides (predicted from its width, then verified).

    It decides nothing for a kurtosis below 93; and as a sample that misses its tail looks lighter than its law,
    it refutes only where twice the sample's own kurtosis is supported, too.
    """
    n, text = len(x), "for every law of kurtosis ≤ {:.6g}"
    most = supported(n, level)
    if most < SUPPORTED:
        note = f"{n} replicates support no kurtosis of {SUPPORTED:g}; draw at least {least_samples(SUPPORTED, level)}"
        return nothing(text.format(max(math.floor(most), 0)), note, max(most, 0.0))

    def at(kurtosis: float) -> tuple[float, float, Decision]:
        found = mean_interval(x, kurtosis=kurtosis, alpha=level)
        low, high = float(found.low), float(found.high)
        return low, high, decide(low, high)

    low, high, decision = at(SUPPORTED)
    best = SUPPORTED
    if decision is Decision.UNDECIDED:
        note = f"at kurtosis {SUPPORTED:g} the interval [{low:.6g}, {high:.6g}] decides nothing; draw more than {n} replicates"
        return Estimate(low, high, text.format(SUPPORTED), SUPPORTED, (note,), weak=True)
    middle, half = (low + high) / 2, (high - low) / 2
    # the width grows with the kurtosis through the bound of the variance alone
    unit = expected_half_width(1.0, n, SUPPORTED, level)
    bottom, top = math.log(SUPPORTED), math.log(most)
    guess = bottom
    for step in range(STEPS):
        trial = top if step == 0 else (guess + top) / 2
        reach = half * expected_half_width(1.0, n, math.exp(trial), level) / unit
        if decide(middle - reach, middle + reach) is decision:
            guess = trial
            if step == 0:
                break
        else:
            top = trial
    for fraction in (1.0, 0.97, 0.9, 0.7, 0.4):
        kurtosis = math.exp(bottom + fraction * (guess - bottom))
        wider = at(kurtosis)
        if wider[2] is decision:
            low, high, best = wider[0], wider[1], kurtosis
            break
    # rounded down: what is printed was supported
    shown = math.floor(best) if best < 1e6 else best
    seen = sample_kurtosis(x)
    if decision is Decision.FAILS and best < 2 * seen:
        note = f"refuted for kurtosis ≤ {shown:.6g} only, and the sample's own is {seen:.3g}; draw more or state a bound"
        return Estimate(low, high, text.format(shown), best, (note,), weak=True)
    return Estimate(low, high, text.format(shown), best)


def by_student(x: Tensor, level: float) -> Estimate:
    """Student's interval, widened to the one that corrects for the sample's skewness where there are 32 replicates."""
    n = len(x)
    text = f"asymptotic, n = {n}"
    if n < FEWEST:
        return nothing(text, f"{n} replicates are too few for any interval; draw at least {FEWEST}")
    scaled = Scaled.of(x[None])
    y = scaled.y
    square = (y - y.mean()).square()
    share = float(square.max() / square.sum()) if float(square.sum()) > 0 else 1.0
    half = float(student_isf(level / 2, n - 1)) * math.sqrt(float(square.sum()) / (n - 1) / n)
    low, high = y.mean(1) - half, y.mean(1) + half
    if n >= MINIMUM:
        corrected = fixed_interval(Moments.of(y), level)
        low, high = torch.minimum(low, corrected.low), torch.maximum(high, corrected.high)
    ends = float(scaled.back(low)), float(scaled.back(high))
    if share > HEAVIEST:
        note = f"one replicate of {n} carries {share:.0%} of the sum of squares; draw more of them"
        return Estimate(*ends, text, None, (note,), weak=True)
    return Estimate(*ends, text)
