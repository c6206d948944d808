"""What a point costs: the elements of the largest matrix, and the largest integer at which it is not too large."""

from __future__ import annotations

import pytest

from lemmata import Normal, Sampled
from lemmata.theory.language.arrays import Array
from lemmata.theory.language.claim import Claim
from lemmata.theory.language.kinds import Inequality
from lemmata.theory.language.symbols import Naturals, Symbol
from lemmata.theory.language.words import sq
from lemmata.verify.engine.sizes import Sizes, drawn_at_once

n, d = Symbol("n", "rows", Naturals), Symbol("d", "columns", Naturals)
X, w = Array("X", "design", n, 2 * d + 1), Array("w", "weights", 2 * d + 1)
claim = Claim(id="mine.sizes", says="A square is not negative", statement=Inequality(0, sq(X * w)))
sizes = Sizes(claim)


@pytest.mark.parametrize(("rows", "columns"), [(1, 1), (7, 3), (10**6, 10**9)])
def test_the_largest_matrix_is_the_design(rows: int, columns: int) -> None:
    assert sizes.largest({"n": rows, "d": columns}) == float(rows) * (2 * columns + 1)


def test_what_a_point_lacks_counts_as_one() -> None:
    assert sizes.largest({}) == 3.0
    assert sizes.symbols == {n, d}


@pytest.mark.parametrize("limit", [100, 40_000])
def test_the_most_that_is_affordable(limit: int) -> None:
    most = sizes.most("d", {"n": 5}, limit)
    assert 5 * (2 * most + 1) <= limit < 5 * (2 * (most + 1) + 1)
    assert sizes.most("n", {"d": 3}, limit) == limit // 7


def test_draws_of_a_chunk_fill_a_bounded_room() -> None:
    """512 MB: so many replicates of all terms together, in powers of two; what has no size at a point takes no room."""
    k, X, z = Symbol("k", "a size", Naturals), Sampled("X", Normal(), 100, 100), Sampled("z", Normal())
    y = Sampled("y", Normal(), k)
    assert drawn_at_once([X], {}) == 2**12
    assert drawn_at_once([X, z], {}) == 2**12
    assert drawn_at_once([z], {}) >= 2**25
    assert drawn_at_once([X, y], {"k": 0}) == 2**12
    assert drawn_at_once([y], {"k": 10**9}) == 1
