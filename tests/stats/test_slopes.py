"""Exponents: exact on powers, covering under finite-size corrections and noise, and rejecting ± 0.25."""

from __future__ import annotations

import math

import pytest
import torch

from lemmata.theory.language.errors import LemmataError
from lemmata.verify.engine.stats.slopes import growth_exponent

SIZES = torch.tensor([32.0, 64, 128, 256, 512, 1024, 2048], dtype=torch.float64)


@pytest.mark.parametrize("a", [-2.0, -0.5, 0.0, 1.5])
def test_a_pure_power_is_recovered_exactly(a):
    fit = growth_exponent(SIZES, 3 * SIZES**a)
    low, high = fit.interval(1e-6)
    assert high - low < 1e-10
    assert low - 1e-10 <= a <= high + 1e-10
    assert fit.constant == pytest.approx((3.0, 3.0))
    assert [slope for _, slope, _ in fit.local] == pytest.approx([a] * 6, abs=1e-9)


@pytest.mark.parametrize("delta", [0.5, 1.0, 2.0])
@pytest.mark.parametrize("b", [-2.0, -0.5, 0.5, 2.0])
def test_finite_size_corrections_are_inside_the_interval(delta, b):
    values = SIZES**0.75 * (1 + b * SIZES**-delta)
    for se in (None, 1e-6 * values):
        fit = growth_exponent(SIZES, values, se)
        low, high = fit.interval(1e-6)
        assert low <= 0.75 <= high
        assert fit.decide(0.75, 1e-6).holds.all() == (fit.resolution(1e-6) <= 0.25)
        assert bool(fit.decide(1.25, 1e-6).fails)
        assert bool(fit.decide(0.25, 1e-6).fails)


def test_stated_logarithms_are_allowed_for_and_unstated_ones_show():
    sizes = torch.logspace(2, 5, 10, dtype=torch.float64)
    values = sizes * torch.log(sizes)
    assert not growth_exponent(sizes, values).interval(1e-6)[0] <= 1 <= growth_exponent(sizes, values).interval(1e-6)[1]
    low, high = growth_exponent(sizes, values, logs=(0.0, 1.0)).interval(1e-6)
    assert low <= 1 <= high
    exact = growth_exponent(sizes, values, logs=(1.0, 1.0)).interval(1e-6)
    assert exact == pytest.approx((1.0, 1.0), abs=1e-9)
    # a logarithm costs resolution: the exponents 0.75 and 1.25 must still be rejected over three decades
    fit = growth_exponent(sizes, values, logs=(0.0, 1.0))
    assert bool(fit.decide(0.75, 1e-6).fails)
    assert bool(fit.decide(1.25, 1e-6).fails)


def noisy(key: int, runs: int, error: float, truth: float = 0.5, b: float = 0.0):
    noise = torch.randn(runs, len(SIZES), generator=torch.Generator().manual_seed(key), dtype=torch.float64)
    mean = SIZES**truth * (1 + b * SIZES**-0.5)
    return mean * (1 + error * noise), mean * error


@pytest.mark.parametrize("b", [0.0, 1.0])
def test_noisy_ladders_reject_the_truth_rarely_and_quarter_exponents_always(b, at_most):
    runs, alpha = 800, 1e-2
    values, se = noisy(1, runs, 0.01, b=b)
    alarms, wide, kept = 0, 0, 0
    for v in values:
        fit = growth_exponent(SIZES, v, se)
        alarms += int(fit.decide(0.5, alpha).fails)
        wide += int(fit.resolution(1e-6) > 0.25)
        kept += int(not fit.decide(0.75, 1e-6).fails) + int(not fit.decide(0.25, 1e-6).fails)
    assert at_most(alarms, runs, alpha)
    assert at_most(kept, 2 * runs, 1e-3)
    assert wide < 0.1 * runs


def test_residuals_of_few_points_get_students_quantile(at_most):
    runs, alpha = 1500, 0.02
    values, _ = noisy(2, runs, 0.05)
    alarms = sum(int(growth_exponent(SIZES, v, noisy=True).decide(0.5, alpha).fails) for v in values)
    assert at_most(alarms, runs, alpha)
    assert growth_exponent(SIZES, values[0], noisy=True).dof == 5


def test_scatter_beyond_the_stated_errors_widens_the_interval():
    values, se = noisy(3, 1, 0.05)
    honest, boastful = growth_exponent(SIZES, values[0], se), growth_exponent(SIZES, values[0], se / 20)
    assert boastful.standard_error > honest.standard_error / 5


def test_one_sided_orders():
    fit = growth_exponent(SIZES, SIZES**0.2)
    assert bool(fit.decide(0.5, 1e-6, relation="at_most").holds)
    assert bool(fit.decide(0.0, 1e-6, relation="at_most").fails)
    assert bool(fit.decide(0.0, 1e-6, relation="at_least").holds)


@pytest.mark.parametrize(
    ("sizes", "values", "message"),
    [
        ([1, 2, 4, 8], [1, 2, 3, 4], "span 0.90 decades"),
        ([1, 10, 100], [1, 2, 3], "too short"),
        ([1, 10, 100, 1000], [1, 2, -3, 4], "positive values"),
        ([1, 10, 100, 1000], [1, 2, math.nan, 4], "not finite"),
        ([1, 10, 10, 1000], [1, 2, 3, 4], "distinct"),
    ],
)
def test_ladders_that_cannot_give_an_exponent_say_why(sizes, values, message):
    with pytest.raises(LemmataError, match=message):
        growth_exponent(sizes, values)
