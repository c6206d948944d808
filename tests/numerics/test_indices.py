"""Indices and limits of sums in balls: integers of python for sums and products, anything else as sympy has it."""

from __future__ import annotations

import pytest
import sympy as sp

from lemmata.numerics.formula.certain import evaluate_high
from lemmata.theory.language.arrays import Array
from lemmata.theory.language.errors import LemmataError
from lemmata.theory.language.symbols import Index, Naturals, Symbol

n = Symbol("n", "a size", Naturals)
v = Array("v", "a column", 2 * n + 1)
i = Index("i")
VALUES = [float(k) for k in range(1, 8)]


@pytest.mark.parametrize(
    ("total", "value"),
    [
        (sp.Sum(v[2 * i + 1], (i, 1, n)), 3 + 5 + 7),
        (sp.Sum(v[2 * n + 1 - i], (i, 0, n)), 7 + 6 + 5 + 4),
        (sp.Sum(v[i], (i, n - 1, 2 * n)), 2 + 3 + 4 + 5 + 6),
        (sp.Sum(v[sp.floor(n / 2) + i], (i, 1, 2)), 2 + 3),
        (sp.Sum(v[i**2], (i, 1, 2)), 1 + 4),
    ],
)
def test_a_sum_takes_the_entries_that_its_indices_name(total: sp.Expr, value: float) -> None:
    found, error = evaluate_high(total, {"n": 3, "v": VALUES})
    assert abs(found - value) <= error + 1e-60


def test_an_index_that_is_no_integer_is_refused() -> None:
    with pytest.raises(LemmataError, match="must be an integer"):
        evaluate_high(sp.Sum(v[1] * i, (i, 1, n / 2)), {"n": 3, "v": VALUES})
