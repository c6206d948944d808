"""The deterministic equivalent of ridge regression for one spectrum, however long, each number with a bound of its error.

With s = l/(l + κ) and t = κ/(l + κ), summed over the eigenvalues, F = n - nλ/κ - Σs rises in log κ with the slope
G = nλ/κ + Σst, and G' = Σst(s - t) - nλ/κ is at most G in size. So one pass over the spectrum shows that the root lies within
-log(1 - |F|/G) of log κ. Then bias = nκ Σb²st/G and variance = σ² Σs²/G, whose logarithms move at most three times as far as
that of κ. Sums are taken in blocks that stay in the cache; a product of two vectors is charged with one rounding for each of
its terms, which holds in whatever order they are added.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from lemmata.theory.language.errors import DomainError, NotConverged

BLOCK = 1 << 14
PAIRWISE = 64  # roundings of a term and of numpy's sum of a vector, which adds by pairs: at most 19 + log2(length/128)
HEAD, TAIL = 2048, 2048  # of a first look: eigenvalues that stand for themselves, and those that stand for a stretch
CLOSE, NEAR = 1e-5, 1e-3  # steps in log κ whose cube is lost in rounding, and in the error of a first look
SHARP = 1e-11  # error of κ, relative, beyond which F is summed without cancellation
STEPS = 400
LEAST, MOST = 1e-290, 1e290
UNIT = 2.0**-53


class Equivalent(NamedTuple):
    """κ, the squared bias, and the variance over that of the label noise; ``error`` bounds what each may be off by."""

    kappa: float
    bias: float
    variance: float
    error: tuple[float, float, float]


class Look(NamedTuple):
    """F at some κ with what rounding may have done to it, and two derivatives in log κ."""

    rest: float
    error: float
    slope: float
    bend: float


def equivalent(spectrum: np.ndarray, target: np.ndarray, samples: int, penalty: float) -> Equivalent:
    """For eigenvalues l_j >= 0 in any order, coordinates b_j of the target, n samples and λ >= 0 beside the mean squared error."""
    l, b = (np.ascontiguousarray(v, dtype=np.float64) for v in (spectrum, target))
    with np.errstate(all="ignore"):
        low, high = _bracket(l, b, samples, penalty)
        if not high:  # nothing is shrunk
            rank = int(np.count_nonzero(l))
            return Equivalent(0.0, 0.0, rank / (samples - rank), (0.0, 0.0, 2 * UNIT * rank / (samples - rank)))
        pull, start = samples * penalty, math.sqrt(low) * math.sqrt(high)
        if len(l) >= 4 * (HEAD + TAIL):
            start = _search(_thinned(l, samples, pull), low, high, start, NEAR)
        kappa = _search(lambda k: _whole(l, samples, pull, k), low, high, start, CLOSE)
        found = _answer(l, b, samples, pull, kappa)
        if not found.error[0] <= SHARP * kappa:
            kappa = _search(lambda k: _balanced(l, samples, pull, k), low, high, start, CLOSE)
            found = _answer(l, b, samples, pull, kappa, _balanced(l, samples, pull, kappa))
    if not all(map(math.isfinite, (*found[:3], *found.error))):
        raise NotConverged(f"the deterministic equivalent at {samples} samples and λ = {penalty} overflows; scale the target")
    return found


def _bracket(l: np.ndarray, b: np.ndarray, samples: int, penalty: float) -> tuple[float, float]:
    """Numbers between which κ lies: n - nλ/κ = Σs is at least 0 and at most Σl/κ; (0, 0) where κ = 0."""
    if l.ndim != 1 or l.shape != b.shape or not len(l):
        raise DomainError(f"the spectrum and the target need one and the same length, not {l.shape} and {b.shape}")
    if not (samples >= 1 and penalty >= 0 and l.min() >= 0):
        raise DomainError(
            f"{samples} samples, λ = {penalty}, least eigenvalue {l.min()}: the first must be positive, none negative"
        )
    low, high = penalty, penalty + float(l.sum()) / samples
    if penalty == 0:
        rank = int(np.count_nonzero(l))
        if rank == samples:
            raise DomainError(
                f"without a penalty {samples} samples of a spectrum of rank {rank} have no finite variance; give λ > 0"
            )
        if rank < samples:
            return 0.0, 0.0
        low = float(l[l > 0].min()) * ((rank - samples) / samples)  # below it Σs > n
    if not (LEAST <= low and high <= MOST):
        raise DomainError(
            f"κ lies between {low:.3g} and {high:.3g}, not within {LEAST:g} and {MOST:g}; scale λ and the spectrum"
        )
    return low, high


def _search(look: Callable[[float], Look], low: float, high: float, at: float, close: float) -> float:
    """Halley's method in log κ; a step that leaves the bracket, and now and then where it takes long, goes to its middle."""
    for count in range(STEPS):
        rest, error, slope, bend = look(at)
        if abs(rest) <= error:
            return at
        low, high = (at, high) if rest < 0 else (low, at)
        curved = slope - rest * bend / (2 * slope) if slope > 0 else 0.0
        step = -rest / curved if curved > 0 else math.inf
        near = at * math.exp(step) if abs(step) < 40 else math.nan
        if not low <= near <= high or (count > 8 and count % 3 == 0):
            near, step = math.sqrt(low) * math.sqrt(high), math.inf
        if abs(step) <= close or near in (low, high):
            return near
        at = near
    raise NotConverged(f"the effective penalty is not found between {low} and {high} in {STEPS} steps")


def _looked(samples: int, pull: float, kappa: float, sums: tuple[float, float, float]) -> Look:
    """From Σs, Σst and Σst²."""
    effective, product, further = sums
    drawn = pull / kappa
    error = UNIT * (PAIRWISE * effective + 4 * (samples + drawn))
    return Look(samples - drawn - effective, error, drawn + product, product - 2 * further - drawn)


def _thinned(l: np.ndarray, samples: int, pull: float) -> Callable[[float], Look]:
    """A first look at the eigenvalues in front and at the middles of equal stretches of the others, which stand for all of them."""
    step = (len(l) - HEAD) // TAIL
    others = l[HEAD + step // 2 :: step]
    few = np.concatenate([l[:HEAD], others])
    weights = np.ones_like(few)
    weights[HEAD:] = (len(l) - HEAD) / len(others)

    def look(kappa: float) -> Look:
        t = kappa / (few + kappa)
        weighed = weights * t
        s = 1 - t
        product = s * weighed
        return _looked(samples, pull, kappa, (float(weights @ s), float(product.sum()), float(product @ t)))

    return look


def _whole(l: np.ndarray, samples: int, pull: float, kappa: float) -> Look:
    s, t = np.empty((2, min(len(l), BLOCK)))
    effective = product = further = 0.0
    for first in range(0, len(l), BLOCK):
        part = l[first : first + BLOCK]
        s, t = s[: len(part)], t[: len(part)]
        np.add(part, kappa, out=t)
        np.divide(kappa, t, out=t)
        np.subtract(1, t, out=s)
        effective += float(s.sum())
        product += float(s.dot(t))
        np.multiply(s, t, out=s)
        further += float(s.dot(t))
    return _looked(samples, pull, kappa, (effective, product, further))


def _balanced(l: np.ndarray, samples: int, pull: float, kappa: float) -> Look:
    """The same with F = n - #(l > κ) - nλ/κ + Σ_{l > κ} t - Σ_{l <= κ} s, where at the root nothing cancels that G does not hold."""
    t, s, large = kappa / (l + kappa), l / (l + kappa), l > kappa
    whole, drawn, above, below = samples - int(large.sum()), pull / kappa, float(t[large].sum()), float(s[~large].sum())
    product = s * t
    slope, further = float(product.sum()), float(product @ t)
    error = PAIRWISE * UNIT * (abs(whole) + drawn + above + below)
    return Look(whole - drawn + above - below, error, drawn + slope, slope - 2 * further - drawn)


def _answer(l: np.ndarray, b: np.ndarray, samples: int, pull: float, kappa: float, known: Look | None = None) -> Equivalent:
    """All three numbers at κ, and from F how far they may be from those at the root."""
    s, t, w = np.empty((3, min(len(l), BLOCK)))
    effective = squares = product = left = 0.0
    for first in range(0, len(l), BLOCK):
        part, weights = l[first : first + BLOCK], b[first : first + BLOCK]
        s, t, w = (v[: len(part)] for v in (s, t, w))
        np.add(part, kappa, out=t)
        np.divide(part, t, out=s)
        np.divide(kappa, t, out=t)
        effective += float(s.sum())
        squares += float(s.dot(s))
        np.multiply(s, t, out=s)
        product += float(s.sum())
        left += float(s.dot(np.multiply(weights, weights, out=w)))
    look = known or _looked(samples, pull, kappa, (effective, product, 0.0))
    blocks = len(l) // BLOCK + 1
    summed = (PAIRWISE + blocks) * UNIT
    slope = pull / kappa + product
    away = (abs(look.rest) + look.error + blocks * UNIT * effective * (known is None)) / (slope * (1 - summed))
    far = -math.log1p(-away) if away < 1 else math.inf
    bias, variance = samples * kappa * (left / slope), squares / slope
    moved = math.expm1(min(3 * far, 700.0)) + summed + (min(len(l), BLOCK) + blocks) * UNIT
    return Equivalent(kappa, bias, variance, (math.expm1(min(far, 700.0)) * kappa, moved * bias, moved * variance))
