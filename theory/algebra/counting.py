"""The integers 1, ..., d as few positions with multiplicities, so that sums over a power law cost O(log d) for any d.

Up to HEAD the positions are the integers. Each further block of M integers A+1, ..., 3A is replaced by the NODES points of the
Gauss rule of its counting measure: sums of polynomials of degree below 2 NODES are exact, with positive weights that add up
to M. A function analytic off the negative axis, such as 1/(1 + κ x^a) for a <= 4, is summed to about 1e-15.
"""

from __future__ import annotations

import math
from functools import lru_cache

HEAD, NODES = 64, 16
LARGEST, DENSE = 1e300, 1e9  # beyond DENSE points the rule is that of Gauss and Legendre


def positions(d: float, after: float = 0, pad: int = 0) -> tuple[list[float], list[float]]:
    """Positions and multiplicities that stand for the integers after + 1, ..., d; padded by positions of multiplicity 0."""
    if not 0 <= after < d <= LARGEST:
        raise ValueError(f"the integers from {after:g} + 1 to {d:g}: give 0 <= after < d <= {LARGEST:g}")
    last = min(float(d), max(float(HEAD), after + HEAD))
    blocks = []
    while last < d:
        blocks.append((last, min(float(d), 3 * last)))
        last = blocks[-1][1]
    if blocks and blocks[-1][1] - blocks[-1][0] < 4 * NODES:  # too short for its own rule: widen the one before it
        start = blocks.pop()[0] if len(blocks) == 1 else blocks.pop(-2)[0]
        blocks = [*blocks[:-1], (start, float(d))] if blocks else []
    first = blocks[0][0] if blocks else float(d)
    places = [after + i for i in range(1, round(first - after) + 1)]
    counts = [1.0] * len(places)
    for start, stop in blocks:
        nodes, shares = gauss_rule(min(stop - start, DENSE))
        places += [(start + stop + 1) / 2 + (stop - start) * node for node in nodes]
        counts += [(stop - start) * share for share in shares]
    short = pad - len(places)
    if pad and short < 0:
        raise ValueError(f"{len(places)} positions stand for the integers up to {d:g}, more than {pad}")
    return places + [places[0]] * short, counts + [0.0] * short


@lru_cache(maxsize=4096)
def gauss_rule(count: float) -> tuple[list[float], list[float]]:
    """Gauss rule of `count` equally spaced points: nodes about the centre in units of the count, weights of sum 1."""
    squares = [k**2 * (1 - (k / count) ** 2) / (4 * (4 * k**2 - 1)) for k in range(1, NODES)]
    nodes = [_root(squares, place) for place in range(NODES)]
    return nodes, [1 / _energy(squares, x) for x in nodes]


def _below(squares: list[float], x: float) -> int:
    """How many nodes lie below x: negative pivots of the Jacobi matrix minus x (Sturm)."""
    pivot, found = -x, int(-x < 0)
    for square in squares:
        pivot = -x - square / (pivot or 1e-300)
        found += pivot < 0
    return found


def _root(squares: list[float], place: int) -> float:
    low, high = -1.0, 1.0
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (low, middle) if _below(squares, middle) > place else (middle, high)
    return (low + high) / 2


def _energy(squares: list[float], x: float) -> float:
    """Sum of the squares of the orthonormal polynomials at x."""
    before, now, total = 0.0, 1.0, 1.0
    beside = [0.0, *(math.sqrt(s) for s in squares)]
    for k in range(1, NODES):
        before, now = now, (x * now - beside[k - 1] * before) / beside[k]
        total += now * now
    return total
