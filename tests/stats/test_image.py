"""The image of a box contains every value of the function on it, and is not much larger."""

from __future__ import annotations

import itertools
import math

import pytest
import torch

from lemmata.theory.language.errors import LemmataError
from lemmata.verify.engine.stats.image import combine, image

FUNCTIONS = {
    "ratio": (lambda p: p[0] / p[1], lambda p: p[0] / p[1], [(1.0, 1.1), (2.0, 2.2)], (1 / 2.2, 1.1 / 2)),
    "variance": (lambda p: p[1] - p[0] ** 2, lambda p: p[1] - p[0] ** 2, [(-0.1, 0.2), (0.9, 1.1)], (0.86, 1.1)),
    "an inner maximum": (lambda p: p[0] - p[0] ** 2, lambda p: p[0] - p[0] ** 2, [(0.3, 0.8)], (0.16, 0.25)),
    "correlated": (
        lambda p: p[0] / (p[0] * p[1]).sqrt(),
        lambda p: p[0] / math.sqrt(p[0] * p[1]),
        [(1.0, 4.0), (1.0, 4.0)],
        (0.5, 2.0),
    ),
    "oscillating": (lambda p: (10 * p[0]).cos(), lambda p: math.cos(10 * p[0]), [(0.0, 1.0)], (-1.0, 1.0)),
}


@pytest.mark.parametrize("name", FUNCTIONS)
def test_it_contains_all_values_and_little_else(name):
    ball, plain, box, (low, high) = FUNCTIONS[name]
    found = image(ball, box)
    axes = [[a + (b - a) * i / 20 for i in range(21)] for a, b in box]
    values = [plain(p) for p in itertools.product(*axes)]
    assert found.low <= min(values) and max(values) <= found.high
    assert found.low <= low and high <= found.high
    assert found.high - found.low < 1.05 * (high - low)


def test_a_function_that_is_monotone_in_each_variable_needs_no_bisection():
    found = image(lambda p: p[0] - p[1], [(1.0, 2.0), (3.0, 5.0)])
    assert found.low <= -4 and -1 <= found.high and found.high - found.low < 3 + 1e-7
    assert found.evaluations < 40


def test_a_linear_term_that_vanishes_is_no_certainty():
    """At mean 0 the delta method gives x² no error at all."""
    found = image(lambda p: p[0] ** 2, [(-0.1, 0.1)])
    assert found.low <= 0 and found.high >= 0.01


def test_poles_and_missing_intervals_give_the_whole_line():
    assert image(lambda p: p[0] / p[1], [(1.0, 2.0), (-1.0, 1.0)]).high == math.inf
    assert image(lambda p: p[0].log(), [(0.0, 1.0)]).low == -math.inf
    assert image(lambda p: p[0], [(-math.inf, 1.0)]).high == math.inf
    with pytest.raises(LemmataError, match="no interval"):
        image(lambda p: p[0], [(1.0, 0.0)])


def test_values_of_any_size_and_points():
    found = image(lambda p: p[0] * p[1], [(1e200, 1.1e200), (1e-200, 1.1e-200)])
    assert 0.98 < found.low <= 1.0 and 1.21 <= found.high < 1.25
    point = image(lambda p: p[0].exp(), [(1.0, 1.0)])
    assert point.low <= math.e <= point.high and point.high - point.low < 1e-14


def test_affine_functions_become_one_sample():
    x, y = torch.tensor([1.0, 2.0]), torch.tensor([3.0, 5.0])
    assert combine([2.0, -1.0], 0.5, [x, y]).tolist() == [-0.5, -0.5]
    with pytest.raises(LemmataError, match="draw them together"):
        combine([1.0, 1.0], 0.0, [x, torch.ones(3)])
    with pytest.raises(LemmataError, match="one for each"):
        combine([1.0], 0.0, [x, y])
