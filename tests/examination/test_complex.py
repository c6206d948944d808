"""A side that is not real has no value: its imaginary part is never dropped, which would make false statements hold."""

from __future__ import annotations

import pytest

from lemmata import Positive, Symbol, check, evaluate, sqrt
from lemmata.theory.language.errors import NonFinite

NOT_REAL = [
    "sqrt(-x) <= 1/10",
    "sqrt(-x) = 0",
    "(-x)^(1/3) = x^(1/3)/2",
    "x*sqrt(-1) <= 1/100",
    "exp(x*sqrt(-1)) = cos(x)",
    "log(-x) = log(x)",
    "-1 <= sqrt(-x) <= 1",
]
x = Symbol("x", "a number", Positive)


@pytest.mark.parametrize("statement", NOT_REAL)
def test_what_is_not_real_is_an_error(statement):
    found = check(statement, "x > 0")
    assert found.verdict == "error"
    assert not found.holds


def test_nor_is_a_mean_of_it():
    assert not check("E[sqrt(-Z^2)] = 0", "Z ~ Normal").holds
    assert not check("E[sqrt(-Z^2)] <= x", "Z ~ Normal", "x > 0").holds


def test_a_value_is_real_or_none():
    with pytest.raises(NonFinite):
        evaluate(sqrt(-x), x=2)
    assert evaluate(sqrt(-x) * sqrt(-2 * x), x=2).value == pytest.approx(-(8**0.5))
