r"""Quantiles of the largest overlap of random directions, in ball arithmetic at any size.

For $\theta,\theta'$ uniform on $\mathbb S^{d-1}$, $q(t)=\mathbb P(\langle\theta,\theta'\rangle^2>t)=I_{1-t}(b,\frac12)$ with $b=(d-1)/2$, and
$I_{1-t}(b,\frac12)=\frac{(1-t)^b}{b\,B(b,1/2)\sqrt t}\int_0^\infty e^{-v}\bigl(1+\tfrac{1-t}t(1-e^{-v/b})\bigr)^{-1/2}dv$.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import mpmath

from theory.language.kinds import Enclosure

DIGITS = 30


def log_tail(x: Any, d: Any) -> Any:
    """log P(d <theta, theta'>^2 > x) in the working precision of mpmath."""
    b, t = (d - 1) / 2, x / d
    mean = mpmath.quad(lambda v: mpmath.exp(-v) / mpmath.sqrt(1 - (1 - t) / t * mpmath.expm1(-v / b)), [0, 1, 5, 20, 80])
    beta = mpmath.loggamma(b) + mpmath.loggamma(mpmath.mpf(1) / 2) - mpmath.loggamma(b + mpmath.mpf(1) / 2)
    return b * mpmath.log1p(-t) - mpmath.log(b) - mpmath.log(t) / 2 - beta + mpmath.log(mean)


def scaled_quantile(p: Mapping[str, Any]) -> Enclosure:
    """x with M(M-1)/2 P(d <theta, theta'>^2 > x) = c at M = e^L, d = M^2."""
    if "L" not in p:
        return Enclosure(0.0)
    size, c = float(p["L"]), float(p["c"])
    with mpmath.workdps(DIGITS + int(2 * size)):
        tasks = mpmath.exp(mpmath.mpf(size))
        d = tasks**2
        goal = mpmath.log(c) - mpmath.log(tasks * (tasks - 1) / 2)
    with mpmath.workdps(DIGITS):
        pass
    with mpmath.workdps(DIGITS + int(2 * size)):
        root = mpmath.findroot(lambda x: log_tail(x, d) - goal, (4 * size - mpmath.log(4 * size), 4 * size), solver="secant", tol=1e-14, verify=False)
        gap = abs(log_tail(root, d) - goal)
    return Enclosure(float(root), 4 * float(gap) + 1e-13 * float(root), "float", "secant steps at high precision; d log q/dx lies in (-1, -1/2)")
