"""Products of tall matrices at a hundred digits: never a matrix that is larger than it need be, and never an abort."""

from __future__ import annotations

import pytest
import sympy as sp
import torch

from lemmata import Array, Naturals, Symbol, Trace, diag, norm, quad
from lemmata.numerics.formula.certain import evaluate_high
from lemmata.theory.language.errors import CompileError
from lemmata.theory.language.matrices import FrobeniusNorm

n, k = Symbol("n", "rows", Naturals), Symbol("k", "columns", Naturals)
A, B = Array("A", "tall matrix", n, k), Array("B", "another one", n, k)
v = Array("v", "long column", n)
N, K = 20_000, 2
ENV = {
    "n": N,
    "k": K,
    **{name: torch.ones(N, K, dtype=torch.float64) for name in "AB"},
    "v": torch.ones(N, dtype=torch.float64),
}


@pytest.mark.parametrize(
    ("formula", "value"),
    [
        (FrobeniusNorm(A.T), (N * K) ** 0.5),
        (FrobeniusNorm(A * B.T * A), (N * K) ** 1.5),
        (Trace(A * B.T * A * B.T), (N * K) ** 2),
        (Trace(3 * A * B.T), 3 * N * K),
        (quad(A * B.T, v), K * N**2),
        (norm(A * A.T * v), K * N * N**0.5),
    ],
    ids=str,
)
def test_what_is_made_is_no_larger_than_what_is_given(formula, value) -> None:
    found, error = evaluate_high(formula, ENV, 30)
    assert float(found) == pytest.approx(value, rel=1e-14)
    assert float(error) < 1e-20 * value


@pytest.mark.parametrize(
    "formula", [FrobeniusNorm(A * B.T + B * A.T), Trace(diag(v) * A * A.T), FrobeniusNorm(A * B.T)], ids=str
)
def test_what_would_not_fit_is_a_sentence(formula) -> None:
    with pytest.raises(CompileError, match="a matrix of 20000 x 20000 balls is too large; it may have 1000000 entries"):
        evaluate_high(formula, ENV, 30)


def test_the_order_changes_no_value() -> None:
    """The products of rational matrices are exact, however they are bracketed."""
    made = torch.Generator().manual_seed(3)
    small = {"n": 4, "k": 3, **{name: torch.randint(-5, 6, (4, 3), generator=made).double() for name in "AB"}}
    formula = Trace(A.T * B * B.T * A) - Trace(B * B.T * A * A.T)
    assert float(evaluate_high(formula, small, 40)[0]) == 0
    left = torch.trace(small["A"].T @ small["B"] @ small["B"].T @ small["A"])
    assert float(evaluate_high(Trace(A.T * B * B.T * A), small, 40)[0]) == float(left)
    assert sp.Trace(A.T * B * B.T * A) == Trace(A.T * B * B.T * A)
