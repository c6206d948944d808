"""Limits of ladders: the extrapolation covers the true limit, rejects a wrong one, and finds the order of decay."""

from __future__ import annotations

import math

import pytest
import torch

from lemmata.theory.language.errors import LemmataError
from lemmata.verify.engine.stats.extrapolate import decay_order, limit_of_ladder

SIZES = torch.tensor([20.0, 40, 80, 160, 320, 640], dtype=torch.float64)


@pytest.mark.parametrize("order", [0.5, 1.0, 2.0])
@pytest.mark.parametrize("limit", [0.0, 0.3])
def test_deterministic_power_laws_extrapolate_exactly(order, limit):
    fit = limit_of_ladder(SIZES, limit + 2 * SIZES**-order)
    assert fit.limit == pytest.approx(limit, abs=1e-9)
    assert fit.order == pytest.approx(order, rel=1e-6)
    assert fit.interval(1e-6)[1] - fit.interval(1e-6)[0] < 1e-8
    assert fit.shrinks
    assert bool(fit.decide(1e-6, allowed=1e-3).fails) == (limit != 0)


@pytest.mark.parametrize("b", [-1.0, 1.0, 3.0])
def test_next_order_terms_are_inside_the_deterministic_interval(b):
    fit = limit_of_ladder(SIZES, 1 / SIZES + b * SIZES**-1.5)
    low, high = fit.interval(1e-6)
    assert low <= 0 <= high
    assert high - low < 5e-3
    assert bool(fit.decide(1e-6, allowed=0.01).holds)
    assert bool(fit.decide(1e-6, allowed=0.01, target=0.01).fails)


def ladders(key: int, runs: int, error: float, limit: float, order: float) -> torch.Tensor:
    noise = torch.randn(runs, len(SIZES), generator=torch.Generator().manual_seed(key), dtype=torch.float64)
    return limit + 3 * SIZES**-order + error * noise


@pytest.mark.parametrize("order", [0.5, 1.0])
def test_noisy_ladders_reject_a_true_limit_rarely(order, at_most):
    runs, alpha = 2000, 1e-2
    alarms = sum(
        int(limit_of_ladder(SIZES, y, [1e-3] * 6).decide(alpha, allowed=1.0).fails) for y in ladders(1, runs, 1e-3, 0.0, order)
    )
    assert at_most(alarms, runs, alpha)


def test_a_law_off_by_the_resolution_is_rejected(at_most):
    runs, alpha, beta = 1000, 1e-4, 1e-2
    rejected = 0
    for y in ladders(2, runs, 1e-3, 0.0, 1.0):
        off = limit_of_ladder(SIZES, y, [1e-3] * 6, orders=(1.0, 1.0)).resolution(alpha, beta)
        fit = limit_of_ladder(SIZES, y + off, [1e-3] * 6, orders=(1.0, 1.0))
        rejected += int(fit.decide(alpha, allowed=1.0).fails)
    assert at_most(runs - rejected, runs, beta)


def test_a_known_order_sharpens_and_the_order_is_bracketed():
    y = ladders(3, 1, 1e-3, 0.0, 1.0)[0]
    free, known = limit_of_ladder(SIZES, y, [1e-3] * 6), limit_of_ladder(SIZES, y, [1e-3] * 6, orders=(1.0, 1.0))
    assert known.resolution(1e-4) < 0.7 * free.resolution(1e-4)
    low, high = free.order_interval(1e-4)
    assert low <= 1 <= high
    assert high - low < 0.5
    sharp = ladders(3, 1, 1e-5, 0.0, 1.0)[0]
    fit = decay_order(SIZES, sharp, [1e-5] * 6)
    assert bool(fit.decide(-1.0, 1e-4, allowed=0.25).holds)


def test_a_gap_that_grows_does_not_shrink():
    assert not limit_of_ladder(SIZES, SIZES**0.1 - 1).shrinks
    flat = limit_of_ladder(SIZES, [1.0, 1.01, 0.99, 1.0, 1.0, 0.995], [0.01] * 6)
    assert not flat.shrinks


def test_alternating_values_are_not_extrapolated():
    fit = limit_of_ladder([10, 20, 40, 80], [1.0, -0.5, 0.25, -0.125])
    assert math.isnan(fit.order)
    assert fit.interval(1e-3)[0] <= 0 <= fit.interval(1e-3)[1]


def test_short_ladders_are_refused():
    with pytest.raises(LemmataError, match="too short"):
        limit_of_ladder([1, 100], [1.0, 0.1])
