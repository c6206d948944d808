"""The regression loss and its derivatives: known rationals, and series against difference quotients."""

from __future__ import annotations

from fractions import Fraction

import pytest
from flint import fmpq, fmpq_mat

from lemmata.theory.algebra import regression
from lemmata.theory.language.errors import DomainError

F = [[Fraction(a, 3), Fraction(b, 3)] for a, b in ((1, 1), (1, -1), (-1, 1), (-1, -1))]
H = [[Fraction(a, 4), Fraction(b, 4)] for a, b in ((1, 2), (0, 1), (-1, 1), (2, 0))]
TURN = fmpq_mat([[fmpq(2, 5), fmpq(-8, 15)], [fmpq(8, 15), fmpq(2, 5)]])


def path():
    f, h = regression.rational(F), regression.rational(H)
    return f, h, f * TURN.transpose() - h


def test_four_inputs():
    f, h, direction = path()
    assert regression.loss(f, h) == fmpq(10, 63)
    assert regression.jet(f, h, direction) == (fmpq(10, 63), fmpq(-1312, 14175), fmpq(-872128, 4465125))


def test_series_are_the_limits_of_difference_quotients():
    f, h, direction = path()
    _, first, second = regression.jet(f, h, direction)
    for step in (fmpq(1, 2**20), fmpq(1, 2**40)):
        slope, bend = regression.differences(f, h, direction, step)
        assert abs(float(slope - first)) < 100 * float(step) ** 2
        assert abs(float(bend - second)) < 1000 * float(step) ** 2


def test_invariance_under_linear_maps_of_the_features():
    f, h, _ = path()
    assert regression.loss(f, h * fmpq_mat([[1, 2], [3, 7]])) == regression.loss(f, h)
    assert regression.loss(f, f * TURN) == 0


def test_floats_are_taken_exactly_and_a_leading_one_is_dropped():
    assert regression.rational([[[0.1]]])[0, 0] == fmpq(*Fraction(0.1).as_integer_ratio())
    assert regression.number(fmpq(1, 3)) == 1 / 3


def test_dependent_features_are_refused():
    f, h, direction = path()
    flat = h * fmpq_mat([[1, 1], [1, 1]])
    with pytest.raises(DomainError, match="linearly dependent"):
        regression.jet(f, flat, direction)
