"""Correction terms of asymptotic expansions, and all weighted least-squares fits of a family of sub-expansions at once."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from lemmata.theory.language.errors import LemmataError, NonFinite

Array = NDArray[np.float64]
EPS = float(np.finfo(np.float64).eps)
ROUNDINGS = 64
# columns closer to dependent than this cannot be told apart in float64: the smaller sub-expansion stands for both
DEPENDENT = 1e-9


@dataclass(frozen=True, order=True)
class Term:
    """k^-power (log k)^log, which has to vanish as k grows."""

    power: float
    log: float = 0.0

    def __post_init__(self) -> None:
        if not (
            math.isfinite(self.power) and math.isfinite(self.log) and (self.power > 0 or (self.power == 0 and self.log < 0))
        ):
            raise LemmataError(f"k^-{self.power} (log k)^{self.log} is no correction term: it must vanish as k grows")

    @property
    def logarithmic(self) -> bool:
        """Whether it falls slower than every power, so that no ladder can reach its limit."""
        return self.power == 0

    @property
    def text(self) -> str:
        log = "" if self.log == 0 else "log k" if self.log == 1 else f"log(k)^{self.log:g}"
        if self.power == 0:
            return f"log(k)^{self.log:g}"
        return f"{log + ' ' if log else ''}k^-{self.power:g}"

    def __call__(self, k: Array) -> Array:
        value = k**-self.power
        return np.asarray(value * np.log(k) ** self.log if self.log else value)


# exponents 0.1 to 2, log k/k^p, 1/log k and its square: what a refutation has to exclude besides the declared terms
WIDE = (
    *(Term(i / 20) for i in range(2, 41)),
    *(Term(p, 1.0) for p in (0.25, 0.5, 1.0, 1.5, 2.0)),
    Term(0.0, -1.0),
    Term(0.0, -2.0),
)
# where no fit of the wide class passes: slower still, so that log k/k^0.1 and log log k/log k are not taken for divergence
SLOW = (*(Term(p, 1.0) for p in (0.1, 0.15)), *(Term(0.0, -p) for p in (0.25, 0.5)))
# series k^-p, k^-2p, k^-3p and k^-p, k^-(p + 1/2), k^-(p + 1): what follows where two terms are not all
SERIES = tuple(
    dict.fromkeys(
        triple
        for i in range(5, 21)
        for p in (i / 20,)
        for triple in ((Term(p), Term(2 * p), Term(3 * p)), (Term(p), Term(p + 0.5), Term(p + 1.0)))
    )
)


@dataclass(frozen=True)
class Ladder:
    """Rungs with standard errors and hard bounds of their errors; checked, sorted, with rounding added to the bounds."""

    sizes: Array
    values: Array
    errors: Array
    bounds: Array

    @classmethod
    def of(
        cls, sizes: Sequence[float] | Array, values: Sequence[float] | Array, errors: Sequence[float] | Array,
        bounds: Sequence[float] | Array | None = None,
    ) -> Ladder:  # fmt: skip
        k, y, s = (np.asarray(a, dtype=np.float64) for a in (sizes, values, errors))
        b = np.zeros_like(y) if bounds is None else np.asarray(bounds, dtype=np.float64)
        if not k.shape == y.shape == s.shape == b.shape or k.ndim != 1:
            raise LemmataError(f"{k.shape} sizes, {y.shape} values, {s.shape} errors and {b.shape} bounds must be as many")
        if len(k) < 4:
            raise LemmataError(f"{len(k)} rungs do not show a limit or an order; give at least four sizes")
        for name, a in (("size", k), ("value", y), ("standard error", s), ("bound", b)):
            if not bool(np.isfinite(a).all()):
                raise NonFinite(f"a {name} of the ladder is {a[~np.isfinite(a)][0]}; every rung needs finite numbers")
        order = np.argsort(k)
        k, y, s, b = k[order], y[order], s[order], b[order]
        if not (k[0] > 1 and bool((np.diff(k) > 0).all())) or bool((s < 0).any()) or bool((b < 0).any()):
            raise LemmataError(f"sizes {k.tolist()} must be distinct and above 1, errors and bounds not negative")
        # weights are squared: a ladder of zeros gets a floor whose square is a float
        floor = ROUNDINGS * EPS * float(np.abs(y).max()) or 1e-150
        return cls(k, y, s, b + floor)

    @property
    def spread(self) -> Array:
        """What a fit may be off by at each rung."""
        return np.hypot(self.errors, self.bounds)

    def tail(self, first: int) -> Ladder:
        return Ladder(self.sizes[first:], self.values[first:], self.errors[first:], self.bounds[first:])

    def scaled(self, factor: float) -> Ladder:
        """Units in which squares are safe."""
        return Ladder(self.sizes, self.values / factor, self.errors / factor, self.bounds / factor)


@dataclass(frozen=True)
class Fits:
    """For each sub-expansion: the coefficient sought, its standard error, the reach of the hard bounds, χ² and its freedom."""

    value: Array
    error: Array
    bound: Array
    chi2: Array
    freedom: Array

    @classmethod
    def joined(cls, parts: Sequence[Fits]) -> Fits:
        return cls(*(np.concatenate([getattr(p, f) for p in parts]) for f in ("value", "error", "bound", "chi2", "freedom")))


def fit_all(ladder: Ladder, base: Array, groups: Sequence[Array], subsets: Sequence[tuple[int, ...]]) -> Fits:
    """Fit base (m, b) with each subset of the column groups; the coefficient of the base's first column is the one sought."""
    weight = 1 / ladder.spread
    y = ladder.values * weight
    parts = []
    for x in _designs(base, groups, subsets, len(y)):
        x *= weight[:, None]
        width = x.shape[2]
        norm = np.linalg.norm(x, axis=1, keepdims=True)
        # the coefficient sought comes last, so that it is the last entry of the triangular system
        q, r = np.linalg.qr(x / norm)
        clear = np.abs(np.diagonal(r, axis1=1, axis2=2)).min(axis=1) > DEPENDENT
        q, r, norm = q[clear], r[clear], norm[clear]
        if len(q) == 0:
            continue
        projected = np.einsum("bmp,m->bp", q, y)
        residual = y - np.einsum("bmp,bp->bm", q, projected)
        corner = r[:, -1, -1] * norm[:, 0, -1]
        weights = q[:, :, -1] / corner[:, None] * weight  # the coefficient is Σ weights · values
        parts.append(
            Fits(
                value=projected[:, -1] / corner,
                error=np.sqrt(((weights * ladder.errors) ** 2).sum(1)),
                bound=(np.abs(weights) * ladder.bounds).sum(1),
                chi2=(residual**2).sum(1),
                freedom=np.full(len(q), len(y) - width, dtype=np.float64),
            )
        )
    return Fits.joined(parts)


def _designs(base: Array, groups: Sequence[Array], subsets: Sequence[tuple[int, ...]], rungs: int) -> list[Array]:
    """The columns of all fits with as many, (fits, rungs, columns), the base's in reverse order last."""
    columns = np.concatenate([*groups, base[:, ::-1]], axis=1)
    chosen = _chosen(tuple(g.shape[1] for g in groups), base.shape[1], tuple(subsets), rungs)
    return [np.ascontiguousarray(np.moveaxis(columns[:, c], 0, 1)) for c in chosen]


@lru_cache(maxsize=256)
def _chosen(widths: tuple[int, ...], last: int, subsets: tuple[tuple[int, ...], ...], rungs: int) -> list[Array]:
    """The numbers of the columns of each fit, fits with as many together; those of the base come last."""
    ends = [0, *itertools.accumulate(widths)]
    by_width: dict[int, list[list[int]]] = {}
    for subset in subsets:
        found = [*(c for i in subset for c in range(ends[i], ends[i + 1])), *range(ends[-1], ends[-1] + last)]
        if len(found) <= rungs:
            by_width.setdefault(len(found), []).append(found)
    return [np.array(rows) for rows in by_width.values()]
