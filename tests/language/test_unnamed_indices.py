"""Entries of products of matrices: the indices that sympy makes are told apart where they are shown and have one value each."""

from __future__ import annotations

import re

import pytest
import sympy as sp
import torch

from lemmata import LINKS, Array, Function, Index, Naturals, Sum, Symbol, diag, hadamard
from lemmata.numerics.formula.certain import evaluate, evaluate_high
from lemmata.theory.language.forms import Form

n = Symbol("n", "size", Naturals)
A, B, C = (Array(name, f"matrix {name}", n, n) for name in "ABC")
v = Array("v", "column", n)
s = Function("s", "activation", of=LINKS)
i, j, k = (Index(name) for name in "ijk")
ENV = {
    "A": [[1.0, 2.0, -1.0], [0.5, 3.0, 2.0], [-2.0, 1.0, 0.0]],
    "B": [[2.0, -1.0, 0.5], [1.0, 1.0, -3.0], [0.0, 2.0, 1.0]],
    "C": [[-1.0, 0.25, 2.0], [3.0, 1.0, 1.0], [2.0, -2.0, 0.5]],
}
a, b, c = (torch.tensor(ENV[name], dtype=torch.float64) for name in "ABC")
w = torch.tensor([1.0, -2.0, 3.0], dtype=torch.float64)
CASES = {
    "a function of a product": ((C * s.entrywise(A * B))[0, 0], (c @ torch.tanh(a @ b))[0, 0]),
    "two sums below two": ((C * s.entrywise(A * B * C) * A)[0, 1], (c @ torch.tanh(a @ b @ c) @ a)[0, 1]),
    "a power": ((A * B**2 * C)[0, 0], (a @ b @ b @ c)[0, 0]),
    "a diagonal part": ((diag(B * C) * A * B)[0, 1], ((b @ c).diag().diag() @ a @ b)[0, 1]),
    "an entrywise product": ((A * hadamard(B * C, A))[0, 0], (a @ ((b @ c) * a))[0, 0]),
    "a column": ((A * v * v.T * B)[0, 2], (a @ w.outer(w) @ b)[0, 2]),
    "a sum over what another index of the same sum leaves": (
        Sum(Sum(B[i - 1, k - 1], (k, 1, n)) * A[i - 1, j - 1], (i, 1, n), (j, 1, n)),
        (b.sum(1)[:, None] * a).sum(),
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_the_value_is_that_of_the_product(name: str) -> None:
    term, expected = CASES[name]
    env = {**ENV, "v": w, "n": 3, "s": sp.Lambda(sp.Symbol("z", real=True), sp.tanh(sp.Symbol("z", real=True)))}
    value, error = evaluate(term, env)
    assert abs(float(value) - float(expected)) <= 1e-12 * (1 + abs(float(expected)))
    assert float(error) < 1e-12
    assert abs(float(evaluate_high(term, env)[0]) - float(expected)) <= 1e-12 * (1 + abs(float(expected)))


@pytest.mark.parametrize("name", CASES)
@pytest.mark.parametrize("form", ["text", "latex"])
def test_no_index_is_shown_below_itself(name: str, form: str) -> None:
    """Below a sum over i_1 no other sum is over i_1: what it takes from outside would be read as its own."""
    shown = Form(form, {}).show(CASES[name][0])
    depth, open_at = 0, {}
    for piece in re.finditer(r"\\left\(|\\right\)|\((?!\\)|\)|(?:Σ_\{|\\sum_\{|\\leq )(\w+|i_\{\d\})(?==| \\leq)", shown):
        if piece[0] in (r"\left(", "("):
            depth += 1
        elif piece[0] in (r"\right)", ")"):
            open_at = {index: level for index, level in open_at.items() if level < depth}
            depth -= 1
        else:
            assert piece[1] not in open_at, shown
            open_at[piece[1]] = depth


def test_what_stands_side_by_side_keeps_its_names() -> None:
    assert Form("text", {}).show((A * B)[0, 0] * (A * C)[0, 0]).count("Σ_{i_1=0}") == 2
    assert Form("text", {}).show((C * s.entrywise(A * B))[0, 0]) == (
        "Σ_{i_1=0}^{n − 1} s(Σ_{i_2=0}^{n − 1} A_{i_1+1,i_2+1} B_{i_2+1,1}) C_{1,i_1+1}"
    )
