r"""Quantiles of the largest overlap of random directions, at any size.

For $\theta,\theta'$ uniform on $\mathbb S^{d-1}$, $q(t)=\mathbb P(\langle\theta,\theta'\rangle^2>t)=I_{1-t}(b,\frac12)$
with $b=(d-1)/2$, and $I_{1-t}(b,\frac12)=\frac{(1-t)^b}{b\,B(b,1/2)\sqrt t}\int_0^\infty
e^{-v}\bigl(1+\tfrac{1-t}t(1-e^{-v/b})\bigr)^{-1/2}dv$.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import mpmath

from lemmata.theory.first.kinds import Enclosure

DIGITS = 16


def log_tail(x: Any, d: Any) -> Any:
    """log P(d <theta, theta'>^2 > x) for d of a million or more, in the working precision of mpmath."""
    b, t = (d - 1) / 2, x / d
    mean = mpmath.quad(
        lambda v: mpmath.exp(-v) / mpmath.sqrt(1 - (1 - t) / t * mpmath.expm1(-v / b)),
        [0, 3, 12, 45],
        method="gauss-legendre",
        maxdegree=4,
    )
    ratio = mpmath.log(b) / 2 - 1 / (8 * b) + 1 / (192 * b**3)  # of gamma functions at b + 1/2 and b, to b^-5
    return (
        b * mpmath.log1p(-t)
        - mpmath.log(b * t) / 2
        + (ratio - mpmath.log(b) / 2)
        - mpmath.log(mpmath.pi) / 2
        + mpmath.log(mean)
    )


def scaled_quantile(p: Mapping[str, Any]) -> Enclosure:
    """x with M(M-1)/2 P(d <theta, theta'>^2 > x) = 1 at M = e^L, d = M^2; 0 where no L is given."""
    return _quantile(float(p["L"])) if "L" in p else Enclosure(0.0)


@lru_cache(maxsize=256)
def _quantile(size: float) -> Enclosure:
    with mpmath.workdps(DIGITS):
        tasks = mpmath.exp(mpmath.mpf(size))
        goal = mpmath.log(2) - 2 * mpmath.log(tasks) - mpmath.log1p(-1 / tasks)
        x = 4 * mpmath.mpf(size)
        for _ in range(5):  # log q is nearly linear in x, with slope about -(1 + 1/x)/2
            x += 2 * (log_tail(x, tasks**2) - goal) / (1 + 1 / x)
        gap = abs(log_tail(x, tasks**2) - goal)
    return Enclosure(float(x), 2 * float(gap) + 1e-13 * float(x), "float", "Newton steps; d log q/dx lies in (-1, -1/2)")
