"""What a point costs: the number of elements of the largest matrix that a claim speaks of there."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from typing import Any

import sympy as sp

from lemmata.numerics.random.parameters import sizes_of
from lemmata.theory.language.claim import Claim
from lemmata.theory.language.comparing import names_of, plain, polynomial
from lemmata.theory.language.domain import exact
from lemmata.theory.language.errors import LemmataError
from lemmata.theory.language.sampled import RandomTerm
from lemmata.theory.language.symbols import Symbol

LARGEST = 2**29  # bytes of all draws of a chunk
Size = Callable[[Mapping[str, Any]], float]


class Sizes:
    """The shapes of a claim's matrices as functions of a point, values that are missing taken as 1."""

    def __init__(self, claim: Claim) -> None:
        shapes = _shapes(claim)
        self.symbols = frozenset(s for shape in shapes for x in shape for s in x.free_symbols)
        self._shapes = [[_size(x) for x in shape] for shape in shapes]

    def largest(self, point: Mapping[str, Any]) -> float:
        """The elements of the largest one."""
        found = 1.0
        for shape in self._shapes:
            size = 1.0
            for length in shape:
                size *= max(1.0, length(point))
            found = max(found, size)
        return found

    def most(self, name: str, point: Mapping[str, Any], limit: int) -> int:
        """The largest value of an integer at which no matrix has more elements than this."""
        low, high, trial = 1, 2 * limit, dict(point)
        while low < high:
            trial[name] = middle = (low + high + 1) // 2
            low, high = (middle, high) if self.largest(trial) <= limit else (low, middle - 1)
        return low


def drawn_at_once(terms: Iterable[RandomTerm], env: Mapping[str, Any]) -> int:
    """The replicates of all these terms, a power of two of them, that `LARGEST` has room for."""
    each = 1
    for term in terms:
        with suppress(LemmataError):  # one of another part, which has no size here
            each += 8 * math.prod(sizes_of(term, env))
    return 1 << (max(1, LARGEST // each).bit_length() - 1)


def _shapes(claim: Claim) -> tuple[tuple[Any, ...], ...]:
    shapes = {
        tuple(sp.sympify(x) for x in node.shape)
        for node in claim.nodes
        if getattr(node, "is_Matrix", False) and any(sp.sympify(x).free_symbols for x in node.shape)
    }
    return tuple(sorted(shapes, key=str))


def _size(x: Any) -> Size:
    """A length as a function of a point; a search asks for it at every place."""
    if isinstance(x, Symbol):
        name = x.name
        return lambda point: float(point.get(name, 1))
    made, names = polynomial(x), names_of(x)
    if made is not None and not names:
        length = float(made({}))
        return lambda point: length

    def value(point: Mapping[str, Any]) -> float:
        if made is not None and all(plain(point.get(name, 1)) for name in names):
            return float(made({name: point.get(name, 1) for name in names}))
        found = x.xreplace({s: exact(point.get(s.name, 1)) for s in x.free_symbols if hasattr(s, "name")})
        return float(found) if found.is_number else 1.0

    return value
