"""An exponent against its stated value: the common part of order and rate claims.

With interval [l, h] for the exponent and tolerance T, a law holds when [l, h] lies within T of the stated exponent, fails
when it lies wholly outside, and is undecided otherwise; so an exponent off by 2T is always rejected.
"""

from __future__ import annotations

from lemmata.verify.engine.judges.ladders import Curve
from lemmata.verify.engine.records import Evidence
from lemmata.verify.engine.stats.decide import Relation
from lemmata.verify.engine.stats.slopes import Growth, growth_exponent


def exponent_of(curve: Curve) -> Growth:
    """The growth exponent of |values|; numerical errors far below the values count as none."""
    noisy = any(error > 1e-9 * abs(value) for value, error in zip(curve.values, curve.errors, strict=True))
    return growth_exponent(curve.sizes, [abs(v) for v in curve.values], list(curve.errors) if noisy else None)


def judge_exponent(growth: Growth, stated: float, tolerance: float, alpha: float, relation: Relation) -> Evidence:
    """Three-valued comparison of an exponent with its statement; ``relation`` says on which sides it may not lie."""
    low, high = growth.interval(alpha)
    too_low, too_high = high < stated - tolerance, low > stated + tolerance
    inside_low, inside_high = low >= stated - tolerance, high <= stated + tolerance
    if relation is Relation.AT_MOST:
        fails, holds = too_high, inside_high
    elif relation is Relation.AT_LEAST:
        fails, holds = too_low, inside_low
    else:
        fails, holds = too_low or too_high, inside_low and inside_high
    distance = max(low - stated, stated - high, 0.0)
    return Evidence(
        "fails" if fails else "holds" if holds else "undecided",
        statistic=growth.exponent,
        predicted=stated,
        interval=(low, high),
        resolution=2 * tolerance,
        how="statistical" if growth.standard_error > 0 else "float",
        size=distance,
        detail=f"exponent {growth.exponent:.4g} in [{low:.4g}, {high:.4g}] over {growth.decades:.2f} decades",
    )
