"""Exact minimal degrees of (2,K)-superorthogonal polynomials, hence lower bounds for every (I,K) with I >= 2.

With E g = E[g He_k] = 0 for k <= K, M_k(g) = E[g^2 He_k] are quadratic forms on span{He_n : K < n <= D}; even k do not couple
the parities. Impossible up to D: some combination sum_k w_k M_k (even k <= K) is positive definite on both parity blocks, which
excludes mixed parity too (Sylvester, all pivots of exact elimination positive). Possible at D: for K = 2, 3 a negative leading
minor of M_2 (a form that is neither definite nor zero has a root, and odd k vanish by parity); for K = 1 the polynomials He_2,
He_3; for K >= 4 a certified entry. (I,K) contains the equations of (2,K), so the same degrees bound every I >= 2 from below.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from lemmata.theory.algebra.hermite import triple_product as triple
from lemmata.theory.algebra.superorthogonal.entries import find_entry
from lemmata.theory.algebra.superorthogonal.kantorovich import verify_kantorovich
from lemmata.theory.algebra.superorthogonal.polynomials import Polynomial, is_superorthogonal
from lemmata.theory.language.errors import DomainError

Weights = dict[int, Fraction]


def block(K: int, degree: int, parity: int) -> list[int]:
    """The indices K < n <= degree of one parity."""
    return [n for n in range(K + 1, degree + 1) if n % 2 == parity]


def pivots(weights: Mapping[int, Fraction], indices: list[int]) -> list[Fraction]:
    """Pivots of exact elimination for sum_k w_k M_k on span{h_n : n in indices}, as ratios of successive leading minors."""
    # row a is divided by a!: a positive factor, so every pivot keeps its sign and for w = {2: 1} its monic recurrence value
    rows = [
        [sum((w * Fraction(triple(a, b, k), math.factorial(a)) for k, w in weights.items()), Fraction(0)) for b in indices]
        for a in indices
    ]
    result: list[Fraction] = []
    for col in range(len(indices)):
        lead = rows[col][col]
        result.append(lead)
        if lead == 0:
            break
        for row in rows[col + 1 :]:
            if row[col] != 0:
                factor = row[col] / lead
                row[col:] = [x - factor * y for x, y in zip(row[col:], rows[col][col:], strict=True)]
    return result


def leading_minors(K: int, degree: int, parity: int) -> dict[int, int]:
    """{n: leading minor of z^2 - 1 on the block} by the monic recurrence d_n = 2n d_{n-2} - n(n-1) d_{n-4}; K = 2 or 3."""
    if K not in (2, 3):
        raise DomainError(f"K = {K} has more than one even form; leading_minors knows K = 2 and K = 3")
    result: dict[int, int] = {}
    previous, current = 0, 1
    for n in block(K, degree, parity):
        previous, current = current, 2 * n * current - n * (n - 1) * previous
        result[n] = current
    return result


@dataclass(frozen=True, kw_only=True)
class Definite:
    """The statement: sum_k weights[k] M_k is positive definite on the blocks of the given parities up to `degree`."""

    K: int
    degree: int
    parities: tuple[int, ...]
    weights: Weights

    def holds(self) -> bool:
        """Exact check: the forms are those with even k <= K and every pivot on every block is positive."""
        if not all(k % 2 == 0 and 2 <= k <= self.K for k in self.weights):
            return False
        blocks = [block(self.K, self.degree, parity) for parity in self.parities]
        return all(p > 0 for indices in blocks for p in pivots(self.weights, indices))


@dataclass(frozen=True, kw_only=True)
class Existence:
    """The statement: a (2,K)-superorthogonal polynomial of the parity and exactly this degree exists."""

    K: int
    degree: int
    parity: int
    by: str

    def holds(self) -> bool:
        """Exact check by the route named in `by`: 'hermite', 'minors' or 'certificate'."""
        if self.by == "hermite":
            return bool(is_superorthogonal(Polynomial({self.degree: 1}), 2, self.K)) and self.degree % 2 == self.parity
        if self.by == "minors":
            # indefinite at this degree and definite below it: the root uses He_degree
            minors = leading_minors(self.K, self.degree, self.parity)
            return minors[self.degree] < 0 and all(d > 0 for n, d in minors.items() if n < self.degree)
        entry = find_entry(2, self.K, "odd" if self.parity else "even")
        return entry.degree == self.degree and verify_kantorovich(entry).holds


@dataclass(frozen=True, kw_only=True)
class MinimalDegree:
    """The minimal degrees for one K: `degree` overall, and within each parity, with the statements that prove them."""

    K: int
    degree: int
    even: int
    odd: int
    impossible: tuple[Definite, ...]
    possible: tuple[Existence, ...]

    def holds(self) -> bool:
        """Every statement checked exactly, and together they give the three degrees."""
        bounds = {parity: max((s.degree for s in self.impossible if parity in s.parities), default=-1) for parity in (0, 1)}
        both = max((s.degree for s in self.impossible if set(s.parities) == {0, 1}), default=-1)
        reached = {s.parity: s.degree for s in self.possible}
        return (
            reached == {0: self.even, 1: self.odd}
            and bounds[0] >= self.even - 2
            and bounds[1] >= self.odd - 2
            and both >= self.degree - 1
            and self.degree == min(self.even, self.odd)
            and all(s.K == self.K and s.holds() for s in self.impossible)
            and all(s.K == self.K and s.holds() for s in self.possible)
        )


# K: (even, odd), overall weights (both blocks up to min - 1), weights of the larger parity up to two below its degree
_DEGREES = {1: (2, 3), 2: (20, 17), 3: (20, 23), 4: (28, 25), 5: (28, 31), 6: (44, 41), 7: (44, 47), 8: (52, 49), 9: (52, 55)}
_WEIGHTS: dict[int, tuple[dict[int, str], dict[int, str]]] = {
    1: ({}, {}),
    2: ({2: "1"}, {2: "1"}),
    3: ({2: "1"}, {2: "1"}),
    4: ({2: "1", 4: "139/1000"}, {2: "1", 4: "1/10"}),
    5: ({2: "1", 4: "21/125"}, {2: "1", 4: "1/5"}),
    6: ({2: "1", 4: "111/500", 6: "123/500"}, {2: "1", 4: "111/500", 6: "123/500"}),
    7: ({2: "1", 4: "141/1000", 6: "263/1000"}, {2: "1", 4: "91/1000", 6: "11/40"}),
    8: ({2: "1", 4: "3/10", 6: "3/10", 8: "17/5000"}, {2: "1", 4: "7/25", 6: "31/100", 8: "9/5000"}),
    9: ({2: "1", 4: "7/25", 6: "31/100", 8: "17/10000"}, {2: "1", 4: "7/25", 6: "8/25", 8: "21/10000"}),
}


def minimal_degree(K: int) -> MinimalDegree:
    """The proof object for one K (1 <= K <= 9); call .holds() to check it."""
    if K not in _DEGREES:
        raise DomainError(f"K = {K}: minimal degrees are known here for K = 1 to {max(_DEGREES)}")
    even, odd = _DEGREES[K]
    low, high = min(even, odd), max(even, odd)
    overall, larger = ({k: Fraction(w) for k, w in weights.items()} for weights in _WEIGHTS[K])
    route = "hermite" if K == 1 else "minors" if K <= 3 else "certificate"
    return MinimalDegree(
        K=K,
        degree=low,
        even=even,
        odd=odd,
        impossible=(
            Definite(K=K, degree=low - 1, parities=(0, 1), weights=overall),
            Definite(K=K, degree=high - 2, parities=(high % 2,), weights=larger),
        ),
        possible=tuple(Existence(K=K, degree=d, parity=d % 2, by=route) for d in (even, odd)),
    )


def lower_bound(I: int, K: int, parity: str | None = None) -> int:
    """No (I,K)-superorthogonal polynomial (of the parity, or any) has a smaller degree: K + 1 for I = 1, else row I = 2.

    For K beyond the proved rows the last one is used: its equations are among those of the larger K."""
    if I < 1 or K < 1 or parity not in (None, "even", "odd"):
        raise DomainError(f"(I,K) = ({I},{K}), parity {parity!r}: take I >= 1, K >= 1 and parity 'even', 'odd' or None")
    if I == 1:
        return K + 1 if parity is None else K + 1 + (K + 1 - (parity == "odd")) % 2
    row = minimal_degree(min(K, max(_DEGREES)))
    return {None: row.degree, "even": row.even, "odd": row.odd}[parity]
