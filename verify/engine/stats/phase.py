"""Crossings of a curve with its level as intervals, and their number; the grid is refined where the curve turns or crosses.

Each value has a standard error; a point is above or below where its interval, simultaneous over all points that may be
evaluated, is clear of the level. A crossing lies between the last point of one side and the first of the other. Points
that are on neither side, and turns too close to the level, may hide two more: then the number is not known.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from lemmata.theory.language.errors import LemmataError, NonFinite
from lemmata.verify.engine.stats.decide import Decision
from lemmata.verify.engine.stats.expansion import Array
from lemmata.verify.engine.stats.quantiles import normal_isf

Curve = Callable[[Array], tuple[Array, Array]]
CAP = 0.25
START = 33
BUDGET = 129
WIDTH = 0.05


@dataclass(frozen=True)
class Crossings:
    """Brackets of the sign changes seen, places where more may hide, the sides of both ends (0: unknown).

    `gap` is the widest step of the grid (in log x on a log grid): what happens within one step is not seen.
    """

    brackets: tuple[tuple[float, float], ...]
    unsure: tuple[tuple[float, float], ...]
    ends: tuple[int, int]
    points: int
    gap: float


@dataclass(frozen=True)
class PhaseVerdict:
    """`resolution` is the largest distance of a bracket's end from the stated value, relative to it."""

    decision: Decision
    resolution: float
    notes: tuple[str, ...] = ()


def find_crossings(
    curve: Curve, low: float, high: float, *, level: float = 0.0, alpha: float = 1e-3, log: bool = True, start: int = START,
    budget: int = BUDGET, width: float = WIDTH, stated: int | None = None,
) -> Crossings:  # fmt: skip
    """Evaluate curve(points) -> (values, standard errors), at most `budget` points, until brackets are `width` wide (relative).

    `stated`: a number of crossings; where the sides of the two ends contradict it already, nothing between them is evaluated.
    """
    if not (math.isfinite(low) and math.isfinite(high) and low < high and (low > 0 or not log)) or not 5 <= start <= budget:
        raise LemmataError(
            f"a scan of [{low}, {high}] with {start} to {budget} points: ends must increase (from above 0 on a log grid)"
        )
    z = float(normal_isf(alpha / (2 * budget)))

    def evaluate(t: Array) -> tuple[Array, Array]:
        values, errors = (np.asarray(a, dtype=np.float64) for a in curve(np.exp(t) if log else t))
        if values.shape != t.shape or errors.shape != t.shape:
            raise LemmataError(
                f"a curve at {t.shape[0]} points gave {values.shape} values and {errors.shape} errors; give one each"
            )
        if not bool(np.isfinite(values).all() and np.isfinite(errors).all()):
            raise NonFinite(f"the curve is no number somewhere in [{low}, {high}]; narrow the scan")
        return values - level, errors

    t = np.linspace(math.log(low), math.log(high), start) if log else np.linspace(low, high, start)
    y, s = evaluate(t if stated is None else t[[0, -1]])
    if stated is not None:
        first, last = (1 if v > z * e else -1 if v < -z * e else 0 for v, e in zip(y, s, strict=True))
        if first * last != 0 and (first != last) != (stated % 2 == 1):
            return Crossings((), (), (first, last), 2, float(t[-1] - t[0]))
        inner, errors = evaluate(t[1:-1])
        y, s = np.concatenate([y[:1], inner, y[1:]]), np.concatenate([s[:1], errors, s[1:]])
    while True:
        side = np.where(y - z * s > 0, 1, np.where(y + z * s < 0, -1, 0))
        wanted = _refinement(t, y, z * s, side, width, log)
        wanted = wanted[: budget - len(t)]
        if len(wanted) == 0:
            break
        values, errors = evaluate(wanted)
        t, y, s = np.append(t, wanted), np.append(y, values), np.append(s, errors)
        order = np.argsort(t)
        t, y, s = t[order], y[order], s[order]
    back = np.exp(t) if log else t
    brackets, unsure = _brackets(back, side)
    hidden = [(float(back[i - 1]), float(back[i + 1])) for i in _turns(y, z * s, side)]
    return Crossings(tuple(brackets), tuple(unsure + hidden), (int(side[0]), int(side[-1])), len(t), float(np.diff(t).max()))


def _brackets(x: Array, side: Array) -> tuple[list[tuple[float, float]], list[tuple[float, float]]]:
    decided = np.nonzero(side)[0]
    brackets, unsure = [], []
    if len(decided) == 0:
        return [], [(float(x[0]), float(x[-1]))]
    if decided[0] > 0:
        unsure.append((float(x[0]), float(x[decided[0]])))
    if decided[-1] < len(x) - 1:
        unsure.append((float(x[decided[-1]]), float(x[-1])))
    for i, j in itertools.pairwise(decided.tolist()):
        if side[i] != side[j]:
            brackets.append((float(x[i]), float(x[j])))
        elif j > i + 1:
            unsure.append((float(x[i]), float(x[j])))
    return brackets, unsure


def _turns(y: Array, reach: Array, side: Array) -> list[int]:
    """Inner points that turn towards the level and come as near to it as to a neighbour: a pair of crossings may hide there."""
    found = []
    for i in range(1, len(y) - 1):
        if side[i] == 0 or side[i - 1] != side[i] or side[i + 1] != side[i]:
            continue
        near, left, right = (side[i] * y[j] for j in (i, i - 1, i + 1))
        noise = (math.hypot(reach[i], reach[j]) for j in (i - 1, i + 1))
        # nothing turns here beyond noise, or the level is further than the curve moves between neighbours
        turns = all(far - near >= e for far, e in zip((left, right), noise, strict=True))
        if turns and near - reach[i] < max(left, right) - near:
            found.append(i)
    return found


def _refinement(t: Array, y: Array, reach: Array, side: Array, width: float, log: bool) -> Array:
    """Middles of intervals next to turns, within wide brackets, and around points on neither side."""
    wanted: set[float] = set()
    finest = 1e-6 * (t[-1] - t[0])

    def split(i: int) -> None:
        if t[i + 1] - t[i] > finest:
            wanted.add(float((t[i] + t[i + 1]) / 2))

    for i in _turns(y, reach, side):
        if t[i + 1] - t[i - 1] > 1e-3 * (t[-1] - t[0]):
            split(i - 1)
            split(i)
    for i in range(len(t) - 1):
        size = t[i + 1] - t[i] if log else (t[i + 1] - t[i]) / max(abs(t[i]), abs(t[i + 1]), finest)
        if side[i] * side[i + 1] <= 0 and size > width:
            split(i)
    return np.array(sorted(wanted))


def judge_crossings(found: Crossings, stated: tuple[float, ...] | list[float], *, cap: float = CAP) -> PhaseVerdict:
    """The curve crosses its level exactly at the stated values, each to within `cap` of it; their number is part of it."""
    targets = sorted(float(v) for v in stated)
    if not all(math.isfinite(v) and v != 0 for v in targets) or not 0 < cap < 1:
        raise LemmataError(f"stated crossings {targets} must be finite and not 0, and cap={cap} between 0 and 1")
    seen = len(found.brackets)
    if seen > len(targets):
        return PhaseVerdict(Decision.FAILS, math.inf, (f"the curve crosses {seen} times, {len(targets)} are stated",))
    if 0 not in found.ends and (found.ends[0] != found.ends[1]) != (len(targets) % 2 == 1):
        return PhaseVerdict(
            Decision.FAILS, math.inf, (f"by the sides of its ends the curve cannot cross {len(targets)} times",)
        )
    if seen < len(targets):
        return PhaseVerdict(
            Decision.UNDECIDED, math.inf, (f"{seen} of {len(targets)} crossings are seen; refine or widen the scan",)
        )
    attained, outside = 0.0, []
    for (low, high), target in zip(found.brackets, targets, strict=True):
        attained = max(attained, abs(low / target - 1), abs(high / target - 1))
        near, far = sorted((target * (1 - cap), target * (1 + cap)))
        if high < near or low > far:
            outside.append(f"a crossing lies in [{low:.6g}, {high:.6g}], {target:.6g} is stated")
    if outside:
        return PhaseVerdict(Decision.FAILS, attained, tuple(outside))
    if found.unsure:
        spots = ", ".join(f"[{low:.4g}, {high:.4g}]" for low, high in found.unsure[:3])
        return PhaseVerdict(Decision.UNDECIDED, attained, (f"more crossings may hide in {spots}; raise the replicates there",))
    if attained > cap:
        return PhaseVerdict(Decision.UNDECIDED, attained, (f"located to {attained:.3g} of it, {cap:.3g} is asked for",))
    return PhaseVerdict(Decision.HOLDS, attained)
