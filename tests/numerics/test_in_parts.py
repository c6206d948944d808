"""A formula of one state of a path: the value and error are those of the whole formula, and the state is asked for once."""

from __future__ import annotations

from typing import Any

import pytest
import sympy as sp

from lemmata import Abs, Iterate, Positive, Symbol, exp
from lemmata.numerics.formula.certain import evaluate
from lemmata.numerics.formula.in_parts import by_its_state, split
from lemmata.theory.language.functions import GaussMean

b = Symbol("b", "a start", Positive)
q, z = sp.Symbol("q", real=True), sp.Symbol("z", real=True)
END = Iterate(q, GaussMean(sp.tanh(1 + q * z) ** 2, z), b, 12).end
OTHER = Iterate(q, q / 2 + 1, b, 5).end
ENV = {"b": 0.7}


@pytest.mark.parametrize("formula", [sp.Rational(9, 10) * END, END - Abs(END) / 3, b * END**2 + exp(-END), 1 / (1 + END)])
def test_the_value_is_that_of_the_whole(formula: Any) -> None:
    asked: list[Any] = []

    def value(state: Any) -> Any:
        asked.append(state)
        return evaluate(state, ENV)

    found = by_its_state(formula, value, ENV)
    assert found is not None
    assert asked == [END]
    whole, error = evaluate(formula, ENV)
    assert abs(float(found[0] - whole)) <= float(found[1] + error)
    assert float(found[1]) <= 1e-9


@pytest.mark.parametrize("formula", [END, END * OTHER, GaussMean(sp.tanh(END * z) ** 2, z), b + 1])
def test_what_is_not_arithmetic_of_one_state_is_left_whole(formula: Any) -> None:
    assert split(formula) is None
