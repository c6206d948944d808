"""Limits and slopes along a ladder as hulls of fits: every sub-expansion of a class that fits gives an interval; their hull counts.

Errors are inflated until the best fit passes. Where they had to be, the class is not the whole truth: then every fit
within three times the best misfit counts, and the first rungs are left out one after the other; the hull takes in these
fits too, widened by how far the best ones moved.
Three hulls: of the declared class (what "holds" rests on), of the single terms of the wide class that fit without any
inflation (a declared expansion that is not needed to explain the data must not be needed for the verdict either), and
of the wide class. A second sample shares a model error, so a value is refuted only where the last one excludes it.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from lemmata.theory.language.errors import LemmataError
from lemmata.verify.engine.stats.decide import Decision
from lemmata.verify.engine.stats.expansion import SERIES, SLOW, WIDE, Array, Ladder, Term, fit_all
from lemmata.verify.engine.stats.quantiles import chi2_isf, normal_isf

ALPHA = 1e-3
SERIES_ERROR = 3e-4  # what the end of a series may leave at a rung, in units of how far the values move
UNSEEN = 16.0  # where rungs are known up to rounding, the end of a series that hides in it moves the limit further than that
MODEL = 3.0  # a fit this many times worse than the best still counts, where none passes as it is


@dataclass(frozen=True)
class Hull:
    """The hull [low, high], and the factor by which errors were inflated to let the best fit pass."""

    low: float
    high: float
    inflation: float

    def excludes(self, value: float, error: float = 0.0) -> bool:
        return value + error < self.low or value - error > self.high

    def joined(self, other: Hull) -> Hull:
        return Hull(min(self.low, other.low), max(self.high, other.high), max(self.inflation, other.inflation))


@dataclass(frozen=True)
class LadderVerdict:
    """What a ladder says of a stated number; `resolution` is the distance to the far end of the declared hull."""

    decision: Decision
    declared: Hull
    simple: Hull
    wide: Hull
    resolution: float
    assumption: str
    notes: tuple[str, ...] = ()


def check_terms(terms: Sequence[Term]) -> tuple[Term, ...]:
    found = tuple(dict.fromkeys(terms))
    if len(found) < 2:
        raise LemmataError(f"{len(found)} correction terms are no expansion; declare at least two, such as k^-1/2 and 1/k")
    return found


def declared_subsets(count: int, room: int) -> list[tuple[int, ...]]:
    """All non-empty sub-expansions with at most `room` terms."""
    return [s for size in range(1, min(count, room) + 1) for s in itertools.combinations(range(count), size)]


def hull_of_fits(
    ladder: Ladder, base: Callable[[Array], Array], groups: Callable[[Array], list[Array]], subsets: Sequence[tuple[int, ...]],
    alpha: float,
) -> Hull:  # fmt: skip
    """Hull of the intervals at level α/2 of all fits that pass a χ² test at level α/2."""
    first = _window(ladder, base, groups, subsets, alpha)
    if first is None:
        return Hull(-math.inf, math.inf, 1.0)
    low, high, inflation, best = first
    if inflation > 1:
        moved = 0.0
        for start in range(1, len(ladder.sizes) - 3):
            later = _window(ladder.tail(start), base, groups, subsets, alpha)
            if later is None:
                break
            low, high = min(low, later[0]), max(high, later[1])
            moved, best = max(moved, abs(later[3] - best)), later[3]
        low, high = low - moved, high + moved
    return Hull(low, high, inflation)


def _window(
    ladder: Ladder, base: Callable[[Array], Array], groups: Callable[[Array], list[Array]], subsets: Sequence[tuple[int, ...]],
    alpha: float,
) -> tuple[float, float, float, float] | None:  # fmt: skip
    """(low, high, inflation, best value) on one window of rungs; None where no fit leaves a residual to judge by."""
    fits = fit_all(ladder, base(ladder.sizes), groups(ladder.sizes), subsets)
    free = fits.freedom > 0
    if not bool(free.any()):
        return None
    walls = chi2_isf(alpha / 2, np.maximum(np.arange(len(ladder.sizes) + 1), 1))
    wall = walls[fits.freedom.astype(int)]
    ratio = np.where(free, fits.chi2 / wall, math.inf)
    least = float(ratio.min())
    inflation = MODEL * math.sqrt(least) if least > 1 else 1.0
    passed = (ratio <= inflation**2) | ~free
    z = float(normal_isf(alpha / 4))
    known = 1.0 if inflation > 1 or bool((ladder.errors > 0).any()) else UNSEEN
    reach = inflation * (z * fits.error + known * fits.bound)
    best = float(fits.value[int(ratio.argmin())])
    return float((fits.value - reach)[passed].min()), float((fits.value + reach)[passed].max()), inflation, best


def passing_hull(
    ladder: Ladder, base: Callable[[Array], Array], groups: Callable[[Array], list[Array]], subsets: Sequence[tuple[int, ...]],
    alpha: float,
) -> Hull:  # fmt: skip
    """The hull of those fits alone that pass without inflation; empty (low > high) where none does."""
    found = _window(ladder, base, groups, subsets, alpha)
    return Hull(math.inf, -math.inf, 1.0) if found is None or found[2] > 1 else Hull(found[0], found[1], 1.0)


def _ones(k: Array) -> Array:
    return np.ones((len(k), 1))


def _columns(terms: Sequence[Term]) -> Callable[[Array], list[Array]]:
    # every column is 1 at the first size, so that none underflows
    return lambda k: [(t(k) / t(k)[:1])[:, None] for t in terms]


Data = Sequence[float] | Array


def wide_class(declared: Sequence[Term]) -> tuple[Term, ...]:
    """The declared terms first, then all of the wide class, then what only its series need."""
    return tuple(dict.fromkeys((*declared, *WIDE, *itertools.chain.from_iterable(SERIES))))


def wide_subsets(declared: int, every: Sequence[Term], room: int, known: Sequence[Term] = WIDE) -> list[tuple[int, ...]]:
    """Nothing, single terms, pairs, series of three, and declared sets with one more, with at most `room` terms each.

    Series may interpolate (room + 1): four rungs leave no residual that would show that two terms are not all.
    """
    return list(_wide_subsets(declared, tuple(every), room, tuple(known)))


@lru_cache(maxsize=64)
def _wide_subsets(declared: int, every: tuple[Term, ...], room: int, known: tuple[Term, ...]) -> tuple[tuple[int, ...], ...]:
    full = tuple(range(declared))
    wide = [i for i, t in enumerate(every) if i < declared or t in known]
    subsets: list[tuple[int, ...]] = [*declared_subsets(declared, room + 1), ()]
    for size in range(1, min(room, 2) + 1):
        subsets += itertools.combinations(wide, size)
    if room >= 2:
        place = {t: i for i, t in enumerate(every)}
        subsets += [(place[a], place[b], place[c]) for a, b, c in SERIES]
    if room > declared:
        subsets += [(*full, i) for i in wide if i >= declared]
    return tuple(dict.fromkeys(subsets))


def limit_hulls(
    sizes: Data, values: Data, errors: Data, terms: Sequence[Term], *, bounds: Data | None = None, alpha: float = ALPHA
) -> tuple[Hull, Hull, Hull]:
    """The limits L of values = L + Σ c_j term_j(k) by the declared class, by passing single terms, and by the wide class.

    `errors` are standard errors, `bounds` hard bounds of what else each rung may be off by.
    """
    rows = (None if row is None else tuple(map(float, row)) for row in (sizes, values, errors, bounds))
    return _limit_hulls(*rows, check_terms(terms), alpha)


@lru_cache(maxsize=256)  # wrong values of a limit are compared with the fits that the true one is
def _limit_hulls(
    sizes: Sequence[float], values: Sequence[float], errors: Sequence[float], bounds: Sequence[float] | None,
    declared: tuple[Term, ...], alpha: float,
) -> tuple[Hull, Hull, Hull]:  # fmt: skip
    ladder = Ladder.of(sizes, values, errors, bounds)
    largest = float(np.abs(ladder.values).max())
    unit = math.ldexp(1.0, math.frexp(largest)[1] - 1) if largest > 0 else 1.0
    ladder = ladder.scaled(unit)
    every = wide_class(declared)
    rungs = len(ladder.sizes)
    moved = float(np.ptp(ladder.values))
    rough = Ladder(ladder.sizes, ladder.values, np.hypot(ladder.errors, SERIES_ERROR * moved), ladder.bounds)
    own, wide = declared_subsets(len(declared), rungs - 1), wide_subsets(len(declared), every, rungs - 2)
    narrow = hull_of_fits(ladder, _ones, _columns(declared), own, alpha)
    if narrow.inflation > 1:
        # the expansion goes on beyond what is declared: no hull is narrower than what its end may do
        narrow = narrow.joined(hull_of_fits(rough, _ones, _columns(declared), own, alpha))
    wide_alone = hull_of_fits(ladder, _ones, _columns(every), wide, alpha)
    hulls = (
        narrow,
        passing_hull(ladder, _ones, _columns(every), [(i,) for i, t in enumerate(every) if t in WIDE], alpha),
        wide_alone.joined(hull_of_fits(rough, _ones, _columns(every), wide, alpha)),
    )
    if wide_alone.inflation > 1:
        slower = (*every, *SLOW)
        pairs = [s for s in wide_subsets(len(declared), slower, rungs - 2, (*WIDE, *SLOW)) if max(s, default=0) >= len(every)]
        hulls = (*hulls[:2], hulls[2].joined(hull_of_fits(ladder, _ones, _columns(slower), pairs, alpha)))
    back = [Hull(h.low * unit, h.high * unit, h.inflation) for h in hulls]
    return back[0], back[1], back[2]


def limit_hull(
    sizes: Data, values: Data, errors: Data, terms: Sequence[Term], *, bounds: Data | None = None, alpha: float = ALPHA
) -> Hull:
    """The limits that the declared class allows."""
    return limit_hulls(sizes, values, errors, terms, bounds=bounds, alpha=alpha)[0]


def judge_limit(
    sizes: Data, values: Data, errors: Data, terms: Sequence[Term], *, stated: float, resolution: float, scale: float,
    bounds: Data | None = None, alpha: float = ALPHA, stated_error: float = 0.0,
) -> LadderVerdict:  # fmt: skip
    """Holds iff the declared hull has the stated limit in it and all within resolution · scale; fails iff the wide one has not."""
    hulls = limit_hulls(sizes, values, errors, terms, bounds=bounds, alpha=alpha)
    text = "given the expansion " + ", ".join(t.text for t in check_terms(terms))
    return verdict(hulls, stated, resolution, scale, text, stated_error)


def verdict(
    hulls: tuple[Hull, Hull, Hull], stated: float, resolution: float, scale: float, text: str, stated_error: float = 0.0
) -> LadderVerdict:
    """Three-valued: the distance of the stated value to the far end of declared and simple hull is the resolution attained."""
    if not (math.isfinite(stated) and 0 < resolution < math.inf and 0 < scale < math.inf and 0 <= stated_error < math.inf):
        raise LemmataError(
            f"stated={stated}, resolution={resolution}, scale={scale}: give finite numbers, the last two positive"
        )
    declared, simple, wide = hulls
    low, high = min(declared.low, simple.low), max(declared.high, simple.high)
    attained = (max(high - stated, stated - low) + stated_error) / scale
    outside = declared.excludes(stated, stated_error)
    decision = Decision.UNDECIDED
    notes: tuple[str, ...] = ()
    if not outside and attained <= resolution:
        decision = Decision.HOLDS
    elif outside and wide.excludes(stated, stated_error):
        decision = Decision.FAILS
    elif outside:
        notes = (f"the declared expansion excludes {stated:.6g}, the wide class does not: another expansion, or a wrong value",)
    else:
        notes = (f"resolved to {attained:.3g}, asked for {resolution:.3g}: raise the sizes or the replicates of each rung",)
    return LadderVerdict(decision, declared, simple, wide, attained, text, notes)
