"""The generative exponent from thresholds: the first k with E[He_k 1{sigma > c}] != 0 at some level c.

The indicators 1{y > c} span L^2(P_y), so the least information exponent of T(y) over thresholds T is that over all T. Each
B_k(c) = sum over up-crossings of He_{k-1} phi minus the same over down-crossings is a ball around crossings that are
isolated and proved; a non-zero one is certified, and a zero is a ball around 0 of radius below 1e-15 at every level.
`wrong_exponent` is the same search with one slip, in floating point.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from math import exp, factorial, pi, sqrt

import sympy as sp
from flint import acb, ctx

from lemmata.theory.algebra.balls import hermite_ball
from lemmata.theory.algebra.links import checked
from lemmata.theory.algebra.witnesses import Levels
from lemmata.theory.language.errors import NotConverged

TINY = 1e-15
SEEN = 1e-9


@cache
def threshold_exponent(link: sp.Expr, z: sp.Symbol, max_order: int = 8) -> int:
    """The first k at which some threshold has a certified non-zero B_k, and below which every B_k is a ball around 0."""
    f, z = checked(link, z)
    levels = Levels(f, z)
    for k in range(1, max_order + 1):
        found = levels.values(k)
        if not found:
            raise NotConverged(f"no level set of {link} could be isolated")
        if not found[-1][1].contains(0):
            return k
        if any(float(value.rad()) > TINY for _, value, _ in found):
            raise NotConverged(f"B_{k} of {link} is neither certified non-zero nor enclosed tightly around 0")
    raise NotConverged(f"no threshold of {link} has a Hermite coefficient up to {max_order}")


@cache
def _ends(link: sp.Expr, z: sp.Symbol, bound: float = 11.0) -> tuple[tuple[tuple[float, int, float], ...], ...]:
    """For each level: the crossings inside the window as (position, direction, |slope|)."""
    f, z = checked(link, z)
    levels = Levels(f, z)
    slope = sp.lambdify(z, sp.diff(f, z), "math")
    rows = []
    for c in levels.chosen:
        try:
            intervals = levels.above(c)
        except NotConverged:
            continue
        ends = [(float(x.mid()), sign) for a, b in intervals for x, sign in ((a, 1), (b, -1))]
        rows.append(tuple((x, sign, abs(float(slope(x)))) for x, sign in ends if abs(x) < bound))
    return tuple(rows)


def _he(k: int, x: float) -> float:
    with ctx.workprec(64):
        return float(hermite_ball(k, acb(x)).real.mid())


SLIPS: dict[str, Callable[[int, float, int, float], float]] = {
    "unsigned": lambda k, x, sign, slope: _he(k - 1, x) * exp(-x * x / 2) / sqrt(2 * pi),
    "index": lambda k, x, sign, slope: sign * _he(k, x) * exp(-x * x / 2) / sqrt(2 * pi),
    "no_density": lambda k, x, sign, slope: _he(k, x) / slope,
}


def wrong_exponent(link: sp.Expr, z: sp.Symbol, slip: str, max_order: int = 8) -> int:
    """The exponent that a slip gives: crossings without signs, He_k for He_{k-1}, or preimages weighted without phi."""
    rows = _ends(link, z)
    for k in range(1, max_order + 1):
        sums = [sum(SLIPS[slip](k, *end) for end in row) for row in rows]
        if any(abs(total) / sqrt(factorial(k)) > SEEN for total in sums):
            return k
    return max_order + 1
