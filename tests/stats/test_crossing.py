"""Crossings: the interval covers the true place, the bracket holds for any monotone curve, collapse finds the exponent."""

from __future__ import annotations

import math

import pytest
import torch

from lemmata.theory.language.errors import LemmataError
from lemmata.verify.engine.stats.crossing import collapse, crossing

GRID = torch.linspace(0.0, 3.0, 13, dtype=torch.float64)


def curve(x: torch.Tensor, place: float, sign: float = 1.0) -> torch.Tensor:
    return sign * torch.tanh(1.5 * (x - place))


def noise(key: int, runs: int, points: int) -> torch.Tensor:
    return torch.randn(runs, points, generator=torch.Generator().manual_seed(key), dtype=torch.float64)


@pytest.mark.parametrize("sign", [1.0, -1.0])
@pytest.mark.parametrize("error", [0.0, 0.02, 0.1])
def test_the_interval_and_the_bracket_cover_the_crossing(sign, error, at_most):
    runs, alpha, place = (1, 0.02, 1.37) if error == 0 else (800, 0.02, 1.37)
    missed = unbracketed = unfound = crooked = 0
    widths = []
    for e in noise(1, runs, len(GRID)):
        c = crossing(GRID, curve(GRID, place, sign) + error * e, [error] * len(GRID), alpha=alpha)
        missed += not c.low <= place <= c.high
        unbracketed += not c.bracket[0] <= place <= c.bracket[1]
        unfound += not c.found
        crooked += not c.monotone
        widths.append(c.high - c.low)
    assert at_most(missed, runs, 0.0 + alpha)
    assert at_most(unbracketed, runs, alpha)
    assert at_most(crooked, runs, alpha)
    assert unfound == 0
    assert sum(widths) / runs < {0.0: 0.1, 0.02: 0.25, 0.1: 0.8}[error]


def test_logarithmic_grids_and_levels():
    x = torch.logspace(-2, 2, 17, dtype=torch.float64)
    c = crossing(x, x / (1 + x), [1e-4] * 17, level=0.25, log=True)
    assert c.low <= 1 / 3 <= c.high
    assert c.position == pytest.approx(1 / 3, rel=0.05)


def test_a_curve_on_one_side_has_no_crossing():
    c = crossing(GRID, 1 + 0 * GRID + 0.01 * GRID, [0.001] * len(GRID))
    assert not c.found
    assert math.isinf(c.bracket[0])


def test_a_curve_that_turns_back_is_called_not_monotone():
    assert not crossing(GRID, torch.sin(3 * GRID) + 0.3 * GRID, [0.01] * len(GRID), level=0.2).monotone


@pytest.mark.parametrize("a", [0.0, 0.5, -1.0])
def test_crossings_collapse_on_the_right_power_of_the_size(a):
    sizes = [64, 128, 256, 512, 1024]
    found = []
    for i, n in enumerate(sizes):
        place = 2 * n**a
        x = place * torch.logspace(-0.6, 0.6, 13, dtype=torch.float64)
        y = torch.tanh(torch.log(x / place)) + 0.02 * noise(10 + i, 1, 13)[0]
        found.append(crossing(x, y, [0.02] * 13, log=True))
    fit = collapse(sizes, found)
    low, high = fit.interval(1e-4)
    assert low <= a <= high
    assert bool(fit.decide(a + 0.25, 1e-4).fails)
    assert bool(fit.decide(a - 0.25, 1e-4).fails)


def test_a_missing_crossing_names_its_size():
    flat = crossing(GRID, 1 + 0.01 * GRID, [0.001] * len(GRID))
    with pytest.raises(LemmataError, match=r"sizes \[30\.0\]"):
        collapse([10, 30], [crossing(GRID, curve(GRID, 1.0), [0.01] * len(GRID)), flat])
