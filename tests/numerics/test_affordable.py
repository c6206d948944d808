"""Balls of large matrices: a value that cannot be told from a singular one is given up, not sought for an hour."""

from __future__ import annotations

import time

import pytest
import sympy as sp
import torch

from lemmata import Array, Naturals, Slope, Symbol, Trace
from lemmata.numerics.formula.certain import LONG, _cheap, evaluate, evaluate_high
from lemmata.numerics.formula.high import MOST, affordable
from lemmata.theory.language.errors import NotConverged

n = Symbol("n", "a size", Naturals)
A, V = Array("A", "a matrix", n, n), Array("V", "a direction", n, n)
INVERSE = Trace(A.inv() * V)
BENT = Slope(Trace(A.inv() * V), A, along=V, order=2)


def test_the_precision_that_is_tried_falls_with_the_cube_of_the_rows():
    def at(rows, formula):
        return affordable(formula, {"A": torch.eye(rows)}, 100)

    assert at(60, INVERSE) == MOST * 100 == at(1000, Trace(A * V))
    assert at(200, INVERSE) == 400
    assert at(200, BENT) == pytest.approx(400 / 9)


def test_a_singular_matrix_ends_soon():
    rows = 120
    singular = torch.ones(rows, rows, dtype=torch.float64)
    started = time.process_time()
    with pytest.raises(NotConverged):
        evaluate_high(BENT, {"n": rows, "A": singular, "V": torch.eye(rows, dtype=torch.float64)})
    assert time.process_time() - started < 5


def test_small_matrices_have_their_digits():
    value, error = evaluate_high(BENT, {"n": 1, "A": torch.tensor([[2.0]]), "V": torch.tensor([[1.0]])})
    assert abs(float(value) - 0.25) < 1e-15
    assert error < 1e-90


def test_a_sum_of_many_terms_is_not_sent_to_balls():
    """What counts are its terms, those of sums inside each other multiplied, and not the size of the symbols' values."""
    i, j, x = sp.Symbol("i", integer=True), sp.Symbol("j", integer=True), Symbol("x", "a number")
    plane = sp.Sum(sp.Sum(sp.exp(-((i * x) ** 2) - j**2), (j, -100, 100)), (i, -100, 100))
    assert _cheap(sp.Sum(sp.exp(-j * x), (j, 1, LONG)), {"x": 0.5})
    assert not _cheap(sp.Sum(sp.exp(-j * x), (j, 0, LONG)), {"x": 0.5})
    assert not _cheap(plane, {"x": 0.5})
    value, error = evaluate(plane, {"x": 1.0})
    assert abs(float(value) / (1.7726372048266521**2) - 1) < 1e-12 and float(error) < 1e-12
