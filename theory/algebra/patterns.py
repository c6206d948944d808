"""Two-valued links sigma = sign pattern with switches s_j: E[sigma He_k] = sum_j jump_j He_{k-1}(s_j) phi(s_j), by balls.

Conventions: switches are on the half-line and mirrored, with an even or odd continuation; an odd one also jumps at 0 by 2.
Switches that make the first coefficients vanish are found by Newton's method and certified by one interval Newton step:
N(X) = x - J(X)^{-1} F(x) inside X proves a root in X, unique there. Source: R. E. Moore, R. B. Kearfott, M. J. Cloud (2009).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import factorial

from flint import acb, arb, arb_mat, ctx

from lemmata.theory.algebra.balls import hermite_ball
from lemmata.theory.language.errors import NotConverged

BITS = 300
RADIUS = 2.0**-150


@dataclass(frozen=True)
class Pattern:
    """Jumps at positive switches, the parity of the link, and which switch is given; the others solve `zeros`."""

    jumps: tuple[int, ...]
    odd: bool
    zeros: tuple[int, ...]
    given: int
    start: tuple[float, ...]


PATTERNS = {
    3: Pattern((-2,), True, (1,), 0, (1.18,)),
    4: Pattern((1, -1), False, (2,), 1, (0.5, 1.608)),
    5: Pattern((-2, 2), True, (1, 3), 0, (0.933, 1.9585)),
    6: Pattern((1, -1, 1), False, (2, 4), 1, (0.3, 1.42, 2.1)),
}


def term(k: int, x: arb) -> arb:
    """He_{k-1}(x) phi(x)."""
    return hermite_ball(k - 1, acb(x)).real * (-x * x / 2).exp() / (2 * arb.pi()).sqrt()


def coefficient(pattern: Pattern, switches: Sequence[arb], k: int) -> arb:
    """E[sigma He_k]; 0 where the parities differ."""
    if bool(k % 2) is not pattern.odd:
        return arb(0)
    total = 2 * sum((jump * term(k, x) for jump, x in zip(pattern.jumps, switches, strict=True)), arb(0))
    return total + 2 * term(k, arb(0)) if pattern.odd else total


def _residual(pattern: Pattern, switches: Sequence[arb]) -> arb_mat:
    return arb_mat([[coefficient(pattern, switches, k)] for k in pattern.zeros])


def _jacobian(pattern: Pattern, switches: Sequence[arb]) -> arb_mat:
    free = range(pattern.given, len(switches))
    return arb_mat([[-2 * pattern.jumps[j] * term(k + 1, switches[j]) for j in free] for k in pattern.zeros])


def _newton(pattern: Pattern, switches: list[arb]) -> list[arb]:
    for _ in range(60):
        step = _jacobian(pattern, switches).solve(_residual(pattern, switches))
        moved = [(switches[pattern.given + i] - step[i, 0]).mid() for i in range(len(pattern.zeros))]
        size = max(abs(float(step[i, 0].mid())) for i in range(len(pattern.zeros)))
        switches = [*switches[: pattern.given], *moved]
        if size < RADIUS / 2**20:
            return switches
    raise NotConverged("Newton's method found no switches of the pattern; take the given one nearer to the table's")


@lru_cache(maxsize=512)
def certified_switches(k: int, given: float | None = None) -> tuple[arb, ...]:
    """Switches for generative exponent k, each a ball that contains an exact root of the equations."""
    pattern = PATTERNS[k]
    with ctx.workprec(BITS):
        switches = [arb(x) for x in pattern.start]
        if pattern.given and given is not None:  # move to the given switch in small steps
            start = pattern.start[0]
            for step in range(1, 21):
                switches = _newton(pattern, [arb(start + (given - start) * step / 20), *switches[1:]])
        switches = _newton(pattern, switches)
        boxes = [*switches[: pattern.given], *(x + arb(0, RADIUS) for x in switches[pattern.given :])]
        move = _jacobian(pattern, boxes).solve(_residual(pattern, switches))
        for i in range(len(pattern.zeros)):
            image = switches[pattern.given + i] - move[i, 0]
            if not boxes[pattern.given + i].contains_interior(image):
                raise NotConverged("the interval Newton step does not prove the switches; raise the precision")
        ordered = all(x < y for x, y in zip([arb(0), *boxes], boxes, strict=False))
        if not ordered:
            raise NotConverged("the switches are out of order; take another given switch")
    return tuple(boxes)


def first_nonzero(k: int, switches: Sequence[arb], top: int = 8) -> int:
    """The first index whose coefficient excludes 0; balls around 0 count as 0 where `zeros` proves them to be."""
    pattern = PATTERNS[k]
    with ctx.workprec(BITS):
        for index in range(1, top + 1):
            if not coefficient(pattern, switches, index).contains(0):
                return index
    raise NotConverged(f"no coefficient up to {top} excludes 0")


def normalised(k: int, switches: Sequence[arb]) -> arb:
    """E[sigma h_k]."""
    with ctx.workprec(BITS):
        return coefficient(PATTERNS[k], switches, k) / arb(factorial(k)).sqrt()
