"""Products of matrices of balls in the order that takes least, and a bound on the matrices that are made: FLINT aborts for want of memory."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from lemmata.numerics.formula.series import rows, trace
from lemmata.theory.language.errors import CompileError

ENTRIES = 1_000_000  # of a matrix of balls: 100 MB at a hundred digits


def room(n: int, m: int) -> None:
    """An error, where a matrix of this shape is too large to be made."""
    if n * m > ENTRIES:
        raise CompileError(
            f"a matrix of {n} x {m} balls is too large; it may have {ENTRIES} entries: judge it at smaller sizes"
        )


def product(factors: Sequence[Any]) -> Any:
    """The product of matrices, bracketed so that it takes fewest multiplications: A B v is A (B v)."""
    sizes = (factors[0].nrows(), *(f.ncols() for f in factors))

    def made(first: int, last: int) -> Any:
        if first == last:
            return factors[first]
        cut = _cuts(sizes)[first, last][1]
        left, right = made(first, cut), made(cut + 1, last)
        room(left.nrows(), right.ncols())
        return left * right

    return made(0, len(factors) - 1)


@lru_cache(maxsize=256)
def _cuts(sizes: tuple[int, ...]) -> dict[tuple[int, int], tuple[int, int]]:
    """For every run of factors the multiplications it takes and the factor after which it is cut first."""
    best = {(k, k): (0, k) for k in range(len(sizes) - 1)}
    for length in range(1, len(sizes) - 1):
        for first in range(len(sizes) - 1 - length):
            last = first + length
            best[first, last] = min(
                (best[first, cut][0] + best[cut + 1, last][0] + sizes[first] * sizes[cut + 1] * sizes[last + 1], cut)
                for cut in range(first, last)
            )
    return best


def traced(factors: Sequence[Any]) -> Any:
    """The trace of a product of matrices, turned about so that what is traced is smallest: tr AB is tr BA."""
    turn = min(range(len(factors)), key=lambda k: factors[k].nrows())
    return trace(product([*factors[turn:], *factors[:turn]]))


def square(m: Any) -> Any:
    """The sum of the squares of the entries."""
    entries = [x * x for row in rows(m) for x in row]
    return sum(entries[1:], entries[0])


def gram(m: Any) -> Any:
    """The smaller one of M'M and MM', which have the same eigenvalues but for zeros."""
    return product([m.transpose(), m] if m.ncols() <= m.nrows() else [m, m.transpose()])
