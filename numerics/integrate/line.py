r"""Integrals over the line with many digits, by the trapezoid rule.

For f analytic next to the line, falling faster than exponentially, $h\sum_kf(hk)$ differs from $\int f$ by $O(e^{-c/h})$, and by $O(e^{-c/h^2})$ where f is
a Gaussian density times an entire function of exponential growth: a few hundred values give a hundred digits.
"""

from __future__ import annotations

from collections.abc import Callable

from flint import arb

HALVINGS = 8  # of the step, from 1/2 on
NEAR, FAR = 8, 100  # the sums reach at least so far, and at most
HOPE = 3  # after so many halvings a 32nd of the digits has to be there
QUIET = 2  # a sum ends when its terms have been negligible over this length
GOLDEN = arb(10946) / 17711

Sums = tuple[arb, arb, arb]  # of the terms, of their absolute values, and of their radii


def along_line(f: Callable[[arb], arb], bits: int) -> arb | None:
    """The integral with so many bits, where every value of f is known far better: the step is halved until the sum stays the same.

    A wave whose length divides the steps would be taken for a constant, so that a step incommensurable with them has to agree.
    None where that does not happen, because f is not analytic or too close to a pole, or where f does not fall.
    """
    small = arb(2) ** -bits
    sums: Sums = (arb(0), arb(0), arb(0))
    old: arb | None = None
    for halving in range(HALVINGS):
        step = arb(2) ** -(halving + 1)
        more = _sums(f, step, small, beside=halving > 0)
        if more is None:
            return None
        total, size, loss = sums = tuple(a + b for a, b in zip(sums, more, strict=True))  # type: ignore[assignment]
        found, scale = (total * step).mid(), size * step
        if old is not None and abs(found - old) <= 16 * small * scale:
            other = _sums(f, (GOLDEN * step).mid(), small)
            if other is not None and abs(other[0] * (GOLDEN * step).mid() - found) <= 16 * small * scale:
                return found if loss <= 16 * small * size else None
        if halving + 1 == HOPE and old is not None and abs(found - old) > scale * arb(2) ** -(bits // 32):
            return None  # the digits double with each halving at least
        old = found
    return None


def _sums(f: Callable[[arb], arb], step: arb, small: arb, beside: bool = False) -> Sums | None:
    """Over all multiples of the step, or over the odd ones; None where f does not fall."""
    total, size, loss = arb(0), arb(0), arb(0)
    for sign in (1, -1):
        k, last = (1 if beside or sign < 0 else 0), arb(0)  # where a term counted last
        while k * step <= NEAR or k * step <= last + QUIET:
            value = f(sign * k * step)
            if k * step > FAR or not value.is_finite():
                return None
            term = value.mid()
            total, size, loss = (total + term).mid(), (size + abs(term)).mid(), (loss + value.rad()).mid()
            if not abs(term) <= small * size:
                last = k * step
            k += 2 if beside else 1
    return total, size, loss
