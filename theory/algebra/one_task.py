r"""What the query $\sin y$ sees of one task: $\mathbb E[\sin(g(z)/\sqrt M)\,z]$, to a relative error of $10^{-20}$ even
where it is tiny.

The trapezoidal rule with step 1/64 on $[-16,16]$ in ball arithmetic of 200 bits; for a polynomial $g$ of moderate size
its error is far below the last digit that is used, and halving the step shows it.
"""

from __future__ import annotations

from functools import lru_cache

from flint import arb, ctx, fmpq_poly

from lemmata.theory.algebra.hermite import hermite_poly
from lemmata.theory.first.kinds import Enclosure

BITS, REACH = 200, 16


def _sum(coefficients: tuple[tuple[int, int, int], ...], tasks: float, per_unit: int) -> arb:
    link = fmpq_poly([0])
    for degree, top, bottom in coefficients:
        link += hermite_poly(degree) * fmpq_poly([top]) / bottom
    terms, total = [arb(c.p) / arb(c.q) for c in link.coeffs()], arb(0)
    for n in range(1, REACH * per_unit + 1):
        z = arb(n) / per_unit
        value = arb(0)
        for c in reversed(terms):
            value = value * z + c
        total += (value / arb(tasks).sqrt()).sin() * z * (-z * z / 2).exp()
    return 2 * total / per_unit / (2 * arb.pi()).sqrt()


@lru_cache(maxsize=256)
def seen_by_sine(coefficients: tuple[tuple[int, int, int], ...], tasks: float) -> Enclosure:
    """For the odd link sum of (top/bottom) He_degree over triples (degree, top, bottom)."""
    before, ctx.prec = ctx.prec, BITS
    try:
        coarse, fine = _sum(coefficients, tasks, 32), _sum(coefficients, tasks, 64)
        return Enclosure(
            float(fine.mid()), float(abs(fine - coarse).upper()), "float", "trapezoidal rule and its change on halving the step"
        )
    finally:
        ctx.prec = before
