"""Bodies on plain numbers: the same flows as by tensors, where a float has no infinity too; anything else stays with tensors."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import sympy as sp
import torch
from sympy import Abs, cos, exp, log, sqrt, tanh

from lemmata.numerics.formula import paths, solving
from lemmata.numerics.formula.certain import evaluate
from lemmata.numerics.formula.plain import plain
from lemmata.numerics.integrate.flow import flow
from lemmata.theory.language.errors import LemmataError
from lemmata.theory.language.iteration import Flow, Iterate
from lemmata.theory.language.symbols import Positive, Symbol

b, q = Symbol("b", "parameter", Positive), Symbol("q", "state")
s, T = Symbol("s", "time"), Symbol("T", "end", Positive)
FIELDS = {
    "polynomial": b * q * (1 - q**3),
    "quotient": (1 - 2 / (b * exp(-2 * s) + 1 - exp(-2 * s))) * q,
    "functions": tanh(b * q) + cos(s) * sqrt(1 + q**2) - log(1 + Abs(q)) - q ** sp.Rational(7, 3) / 5,
}


@pytest.fixture
def seen(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """The kinds of the states of the flows that are taken."""
    kinds: list[Any] = []

    def noted(field: Any, start: Any, *args: Any, **options: Any) -> Any:
        kinds.append(type(start))
        return flow(field, start, *args, **options)

    monkeypatch.setattr(solving, "flow", noted)
    return kinds


@pytest.mark.parametrize("which", FIELDS)
@pytest.mark.parametrize("l", [0.3, 2.9])
def test_numbers_flow_as_tensors_do(which: str, l: float, seen: list[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    """A flow of one number takes floats, one of eight nudged numbers an array; the way of tensors gives the same but for rounding."""
    term, env = Flow(q, FIELDS[which], sp.Rational(2, 3), T, clock=s), {"b": l, "T": 1.7}
    value, error = evaluate(term, env)
    assert float in seen and np.ndarray in seen
    monkeypatch.setattr(solving, "plain", lambda *anything: None)
    del seen[:]
    other, its_error = evaluate(term, env)
    assert set(seen) == {torch.Tensor}
    assert abs(float(value - other)) <= 1e-12 * abs(float(other))
    assert float(error) <= 10 * float(its_error) + 1e-13 and float(its_error) <= 10 * float(error) + 1e-13


@pytest.mark.parametrize("field", [1 / (q - q), exp(exp(1000 * s)) * q, log(q - 5)])
def test_what_is_no_number_is_no_number_in_floats(field: Any, seen: list[Any]) -> None:
    """A division by zero, an overflow and a logarithm of a negative number raise in floats; the flow says that it has no value."""
    if field.has(sp.zoo):
        field = 1 / (q - b * q)
    with pytest.raises(LemmataError):
        evaluate(Flow(q, field, 1, T, clock=s), {"b": 1.0, "T": 1.0})
    assert seen[0] is float


def test_a_start_at_zero_takes_its_size_from_the_way(seen: list[Any]) -> None:
    value, error = evaluate(Flow(q, b * s, 0, T, clock=s), {"b": 3.0, "T": 2.0})
    assert abs(float(value) - 6.0) <= float(error) + 1e-12
    assert seen[0] is float


def test_columns_and_operations_without_a_twin_stay_with_tensors(seen: list[Any]) -> None:
    W = sp.MatrixSymbol("W", 2, 1)
    evaluate(Flow(W, -b * W, sp.ImmutableMatrix([1, 2]), T)[0, 0], {"b": 0.5, "T": 1.0})
    evaluate(Flow(q, -sp.erf(q), 1, T), {"T": 1.0})
    assert set(seen) == {torch.Tensor}


@pytest.mark.parametrize("clocked", [False, True])
def test_a_path_of_numbers_is_that_of_tensors(clocked: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two moments of a sequence of gradients, with a clock and without, at several times; infinite where a step divides by zero."""
    m, v = Symbol("m", "first moment"), Symbol("v", "second moment")
    step = (b * m + (1 - b) * (s if clocked else 1), b**2 * v + (1 - b) * m**2 / (1 + v))
    path = Iterate((m, v), step, (sp.Integer(0), T), 40, clock=s if clocked else None)
    term, env = path.at(40, 1) + path.at(7, 0) * path.at(3, 1), {"b": 0.7, "T": 1.3}
    taken: list[Any] = []
    monkeypatch.setattr(paths, "plain", lambda *a: taken.append(plain(*a)) or taken[-1])
    value, error = evaluate(term, env)
    assert taken and all(found is not None for found in taken)
    monkeypatch.setattr(paths, "plain", lambda *anything: None)
    other, its_error = evaluate(term, env)
    assert float(value) == pytest.approx(float(other), rel=1e-15)
    assert float(error) == pytest.approx(float(its_error), rel=1e-3)


def test_a_path_that_leaves_the_numbers_has_no_value() -> None:
    for step in (1 / (q - 1), q**3 * exp(q), log(q - 5)):
        with pytest.raises(LemmataError, match="not finite"):
            evaluate(Iterate(q, step, T, 70).end, {"T": 1.0})


def test_a_path_may_go_where_single_precision_ends() -> None:
    """x -> x⁴ from 2 is 2^256 after four steps, about 10⁷⁷."""
    value, error = evaluate(Iterate(q, q**4, b, 4).end, {"b": 2.0})
    assert abs(float(value) - 2.0**256) <= max(float(error), 1e-12 * 2.0**256)
