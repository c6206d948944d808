"""Orders k^a and rates e^(ak) along a ladder: the slope of log y, as a hull of fits with correction terms.

log y = a x + log C + Σ c_j term_j(k) with x = log k or k. The wide class has single terms and series of two (two slow terms
of opposite sign would imitate any power), and allows for factors that oscillate, log-periodic ones among them, by twice
what the plain law leaves unexplained. An order with stated constants is judged by the exponent and by the constants: y/k^a lies in [c, C] at
every rung, and the exponent must be resolved to 0.1, since a ratio that drifts by k^0.25 stays in wide constants for long.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Literal

import numpy as np

from lemmata.theory.language.errors import LemmataError
from lemmata.verify.engine.stats.decide import Decision
from lemmata.verify.engine.stats.expansion import SERIES, WIDE, Array, Ladder, Term
from lemmata.verify.engine.stats.hull import (
    ALPHA,
    Data,
    Hull,
    LadderVerdict,
    check_terms,
    declared_subsets,
    hull_of_fits,
    passing_hull,
    verdict,
    wide_class,
)
from lemmata.verify.engine.stats.quantiles import normal_isf

Growth = Literal["power", "exponential"]
RESOLUTION = 0.25
WITH_CONSTANTS = 0.1
OSCILLATION = 2.0  # an unseen part of an oscillation as large as this many times what is seen of it
SERIES_ERROR = 2e-3  # what the end of a series may leave in log y at a rung, however precise the rung
HIDDEN = 3.0  # four rungs can hide a factor that oscillates between 1/3 and 3 in what looks like a power
NOISIEST = 0.2  # relative noise above which a logarithm is no longer linear in it


def _base(growth: Growth) -> Callable[[Array], Array]:
    def columns(k: Array) -> Array:
        x = np.log(k) if growth == "power" else k / k[-1]
        return np.stack([x - x.mean(), np.ones_like(x)], axis=1)

    if growth not in ("power", "exponential"):
        raise LemmataError(f"growth={growth!r} must be 'power' or 'exponential'")
    return columns


def _log_ladder(sizes: Data, values: Data, errors: Data, bounds: Data | None, logs: float) -> Ladder | None:
    """The ladder of log y - logs · log log k; None where noise or sign does not allow a logarithm."""
    ladder = Ladder.of(sizes, values, errors, bounds)
    if bool((ladder.values <= 0).any()) or bool((ladder.spread > NOISIEST * ladder.values).any()):
        return None
    noise = ladder.errors / ladder.values
    # log(1 + e) = e - e²/2 + ...: the second order is a hard bound at three standard errors and a bit
    bound = ladder.bounds / ladder.values + 5 * noise**2
    shifted = np.log(ladder.values) - (logs * np.log(np.log(ladder.sizes)) if logs else 0.0)
    return Ladder.of(ladder.sizes, shifted, noise, bound)


def order_hulls(
    sizes: Data, values: Data, errors: Data, terms: Sequence[Term], *, growth: Growth = "power", logs: float = 0.0,
    bounds: Data | None = None, alpha: float = ALPHA,
) -> tuple[Hull, Hull, Hull]:  # fmt: skip
    """Slopes allowed by the declared class, by a plain law if it fits, and by the wide class; `logs` is a known power of log k."""
    rows = (None if row is None else tuple(map(float, row)) for row in (sizes, values, errors, bounds))
    return _order_hulls(*rows, check_terms(terms), growth, logs, alpha)


@lru_cache(maxsize=256)  # wrong exponents are compared with the fits that the true one is
def _order_hulls(
    sizes: Sequence[float], values: Sequence[float], errors: Sequence[float], bounds: Sequence[float] | None,
    declared: tuple[Term, ...], growth: Growth, logs: float, alpha: float,
) -> tuple[Hull, Hull, Hull]:  # fmt: skip
    base = _base(growth)
    ladder = _log_ladder(sizes, values, errors, bounds, logs)
    if ladder is None:
        whole = Hull(-math.inf, math.inf, 1.0)
        return whole, whole, whole
    every = wide_class(declared)

    def groups(k: Array) -> list[Array]:
        return [(t(k) / t(k)[:1])[:, None] for t in every]

    room = len(ladder.sizes) - 3
    rough = Ladder(ladder.sizes, ladder.values, np.hypot(ladder.errors, SERIES_ERROR), ladder.bounds)
    place = {t: i for i, t in enumerate(every)}
    singles = [(i,) for t, i in place.items() if t in WIDE]
    pairs = [(place[first], place[second]) for first, second, _ in SERIES] if room >= 2 else []
    wide = [(), *declared_subsets(len(declared), room + 1), *singles, *pairs]
    scale = 1.0 if growth == "power" else float(ladder.sizes[-1])
    hulls = (
        hull_of_fits(ladder, base, groups, [(), *declared_subsets(len(declared), room + 1)], alpha),
        passing_hull(ladder, base, groups, [()], alpha),
        _oscillating(ladder, base(ladder.sizes), hull_of_fits(rough, base, groups, list(dict.fromkeys(wide)), alpha)),
    )
    back = [Hull(h.low / scale, h.high / scale, h.inflation) for h in hulls]
    return back[0], back[1], back[2]


def _oscillating(ladder: Ladder, base: Array, hull: Hull) -> Hull:
    """The hull together with the slopes that the plain law has once every rung is moved by the oscillation allowed."""
    weights = np.linalg.pinv(base)
    left = ladder.values - base @ (weights @ ladder.values)
    slope = float(weights[0] @ ladder.values)
    swing = OSCILLATION * float(np.abs(left).max())
    if len(ladder.sizes) == 4:
        swing = max(swing, math.log(HIDDEN))
    reach = swing * float(np.abs(weights[0]).sum())
    return Hull(min(hull.low, slope - reach), max(hull.high, slope + reach), hull.inflation)


def judge_order(
    sizes: Data, values: Data, errors: Data, terms: Sequence[Term], *, stated: float, resolution: float | None = None,
    growth: Growth = "power", logs: float = 0.0, constants: tuple[float, float] | None = None, bounds: Data | None = None,
    alpha: float = ALPHA,
) -> LadderVerdict:  # fmt: skip
    """Judge the exponent (or rate) and, where constants are stated, that y/k^a (log k)^logs stays between them.

    `resolution` is absolute for an exponent (0.25, or 0.1 with constants) and must be given for a rate.
    """
    if resolution is None:
        if growth == "exponential":
            raise LemmataError("a rate has no natural resolution; give one in units of the rate")
        resolution = RESOLUTION if constants is None else WITH_CONSTANTS
    level = alpha if constants is None else alpha / 2
    hulls = order_hulls(sizes, values, errors, terms, growth=growth, logs=logs, bounds=bounds, alpha=level)
    text = "given the expansion " + ", ".join(t.text for t in check_terms(terms))
    found = verdict(hulls, stated, resolution, 1.0, text)
    if constants is None:
        return found
    inside, note = _constants(Ladder.of(sizes, values, errors, bounds), stated, growth, logs, constants, level)
    if inside is Decision.FAILS or found.decision is Decision.FAILS:
        decision = Decision.FAILS
    elif inside is Decision.HOLDS and found.decision is Decision.HOLDS:
        decision = Decision.HOLDS
    else:
        decision = Decision.UNDECIDED
    notes = (*found.notes, *([note] if inside is not Decision.HOLDS else []))
    return LadderVerdict(decision, *hulls, found.resolution, text, notes)


def _constants(
    ladder: Ladder, stated: float, growth: Growth, logs: float, constants: tuple[float, float], alpha: float
) -> tuple[Decision, str]:
    """Simultaneous intervals for y/k^a over all rungs, against [c, C]."""
    low, high = constants
    if not (0 < low <= high < math.inf):
        raise LemmataError(f"constants [{low}, {high}] of an order must be positive, finite and increasing")
    k = ladder.sizes
    shape = stated * (np.log(k) if growth == "power" else k) + (logs * np.log(np.log(k)) if logs else 0.0)
    z = float(normal_isf(alpha / (2 * len(k))))
    reach = z * ladder.errors + ladder.bounds
    with np.errstate(over="ignore", under="ignore", divide="ignore"):
        floor, ceiling = np.exp(math.log(low) + shape), np.exp(math.log(high) + shape)
    out = (ladder.values + reach < floor) | (ladder.values - reach > ceiling)
    inside = (ladder.values - reach >= floor) & (ladder.values + reach <= ceiling)
    if bool(out.any()):
        i = int(np.nonzero(out)[0][0])
        return Decision.FAILS, f"at size {k[i]:g} the ratio leaves [{low:g}, {high:g}]"
    if bool(inside.all()):
        return Decision.HOLDS, ""
    i = int(np.nonzero(~inside)[0][0])
    return Decision.UNDECIDED, f"at size {k[i]:g} the ratio is not told apart from the ends of [{low:g}, {high:g}]"
