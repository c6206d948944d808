"""Values at a hundred digits that the versions of a claim share are found once."""

from __future__ import annotations

import mpmath
import pytest
import sympy as sp

from lemmata.numerics.formula import high
from lemmata.theory.language.errors import LemmataError
from lemmata.theory.language.functions import GaussMean

Z, B = sp.Symbol("z", real=True), sp.Symbol("b", real=True)
RAMP = GaussMean(sp.Max(Z, 0) ** 2 * B, Z)


def test_an_integral_without_a_ball_is_taken_once() -> None:
    env = {"b": 3.0}
    memo = high.Memo(env)
    first = high.evaluate_grounded(RAMP, env, 30, memo)
    assert high.evaluate_grounded(RAMP, env, 30, memo) is first
    assert abs(first[0] - mpmath.mpf(3) / 2) < 1e-15
    more, error = high.evaluate_grounded(RAMP, env, 40, memo)
    with mpmath.workdps(60):
        assert abs(more - mpmath.mpf(3) / 2) <= error
    other, _ = high.evaluate_grounded(RAMP, {"b": 5.0}, 30, high.Memo({"b": 5.0}))
    assert abs(other - mpmath.mpf(5) / 2) < 1e-15


def test_what_has_no_value_is_refused_again() -> None:
    memo = high.Memo({"b": 0.0})
    for _ in range(2):
        with pytest.raises(LemmataError):
            high.evaluate_grounded(1 / B, {"b": 0.0}, 30, memo)
