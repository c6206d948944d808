"""A user's own function is one of its class, as far as a grid shows."""

from __future__ import annotations

import pytest
import sympy as sp

from lemmata import Function, FunctionClass, Reals, Symbol, evaluate
from lemmata.theory.language.calculus import Z
from lemmata.theory.language.errors import UsageError

x = Symbol("x", "a number", Reals)
f = Function("f", "a squashing function", of=FunctionClass("squashing functions", {"tanh": sp.tanh(Z)}, bound=1, smooth=True))


def test_a_formula_of_the_class_is_evaluated() -> None:
    assert abs(evaluate(f(x), f="sin(z)", x=0.5).value - 0.479425538604203) < 1e-12


@pytest.mark.parametrize(("formula", "why"), [("2*tanh(z)", "beyond the bound 1"), ("max(tanh(z), 0)", "has a corner")])
def test_a_formula_outside_the_class_is_refused_with_a_reason(formula: str, why: str) -> None:
    with pytest.raises(UsageError, match=why):
        evaluate(f(x), f=formula, x=0.5)
