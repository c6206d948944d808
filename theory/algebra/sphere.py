"""Moments of one coordinate m of a uniform unit vector in R^d, from Gaussian moments: E[m^q] = E[x_1^q] / E|x|^q for even q.

Source: the polar decomposition of a standard normal vector, whose length and direction are independent.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from math import comb, exp, lgamma, pi, sqrt


@cache
def _even(n: int) -> int:
    """E[x^(2n)] of a standard normal."""
    return 1 if n == 0 else (2 * n - 1) * _even(n - 1)


@cache
def length_moment(d: int, n: int) -> int:
    """E|x|^(2n) in R^d, coordinate by coordinate: no formula of the chi-square law enters."""
    if d == 0:
        return int(n == 0)
    half = d // 2
    rest = d - half
    return sum(comb(n, r) * _block(half, r) * _block(rest, n - r) for r in range(n + 1))


@cache
def _block(d: int, n: int) -> int:
    return _even(n) if d == 1 else length_moment(d, n)


def coordinate_moment(d: int, q: int) -> Fraction:
    """E[m^q], 0 for odd q."""
    return Fraction(0) if q % 2 else Fraction(_even(q // 2), length_moment(d, q // 2))


def absolute_moment(d: int, q: float) -> float:
    """E|m|^q for any q >= 0, by Gamma functions."""
    return exp(lgamma(d / 2) + lgamma((q + 1) / 2) - lgamma((d + q) / 2)) / sqrt(pi)
