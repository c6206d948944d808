"""Betting is exact: its intervals miss no more often than they say, at every size, and are nearly as narrow as normal ones."""

from __future__ import annotations

import math
import time

import pytest
import torch

from lemmata.numerics.random.stream import Moments
from lemmata.theory.language.errors import LemmataError
from lemmata.verify.engine.stats.betting import BettingSequence, betting_interval


def uniform(key: int, *shape: int) -> torch.Tensor:
    return torch.rand(shape, generator=torch.Generator().manual_seed(key), dtype=torch.float64)


SAMPLES = {
    "uniform": (lambda u: u, 0.5),
    "rare": (lambda u: (u < 0.02).double(), 0.02),
    "coin": (lambda u: (u < 0.5).double(), 0.5),
    "skewed": (lambda u: u**4, 0.2),
}


def stream(function, runs: int, looks: list[int]):
    moments, before = None, 0
    for look in looks:
        batch = Moments.of(function(uniform(look, runs, look - before)))
        moments, before = batch if moments is None else moments.merge(batch), look
        yield moments


@pytest.mark.parametrize("name", SAMPLES)
@pytest.mark.parametrize("alpha", [0.05, 1e-3])
def test_wealth_against_the_truth_reaches_the_wall_rarely(name, alpha, at_most):
    function, mean = SAMPLES[name]
    runs = 10_000
    betting = BettingSequence(0.0, 1.0)
    alarm = torch.zeros(runs, dtype=torch.bool)
    for moments in stream(function, runs, [8, 16, 32, 64, 128, 256, 512, 1024]):
        alarm |= betting.log_e(moments, mean) >= -math.log(alpha)
    assert at_most(int(alarm.sum()), runs, alpha)


def test_wealth_is_a_lower_bound_of_the_product_of_bets():
    x = uniform(1, 3, 500) ** 2
    moments = Moments.of(x)
    betting = BettingSequence(0.0, 1.0)
    for m in (0.2, 0.28, 0.3, 0.38, 0.6):
        theta = betting._theta[:, None, None]
        exact_up = torch.logsumexp(torch.log1p(theta * (x - m) / m).sum(-1), 0) - math.log(72)
        exact_down = torch.logsumexp(torch.log1p(theta * (m - x) / (1 - m)).sum(-1), 0) - math.log(72)
        for side, exact in ((1, exact_up), (-1, exact_down)):
            bound = betting.log_e(moments, m, side)
            assert bool((bound <= exact + 1e-9).all())
        larger = torch.maximum(exact_up, exact_down)
        tight = torch.maximum(betting.log_e(moments, m, 1), betting.log_e(moments, m, -1))
        # tight where intervals end; far beyond it is an underestimate
        assert bool(((tight >= 0.9 * larger - 0.5) | (larger > 20)).all())


def test_interval_ends_are_where_the_wealth_meets_the_wall():
    moments = Moments.of(uniform(2, 20, 3000) * 3 - 1)
    betting = BettingSequence(-1.0, 2.0)
    interval = betting.interval(moments, 1e-6)
    wall = math.log(2e6)
    assert torch.allclose(betting.log_e(moments, interval.low, 1), torch.full((20,), wall, dtype=torch.float64), atol=1e-6)
    assert torch.allclose(betting.log_e(moments, interval.high, -1), torch.full((20,), wall, dtype=torch.float64), atol=1e-6)


def test_a_law_off_by_one_hundredth_is_rejected_soon():
    # sd 0.1, shift 0.01, level 1e-6: 2 σ² log(1/α)/δ² = 2763 is the least a bet of known size needs on average
    x = 0.5 + 0.1 * math.sqrt(3) * (2 * uniform(3, 200, 8000) - 1)
    betting = BettingSequence(0.0, 1.0)
    log_e = betting.log_e(Moments.of(x[:, :4000]), 0.51)
    assert float((log_e >= math.log(1e6)).double().mean()) > 0.5
    assert float((betting.log_e(Moments.of(x), 0.51) >= math.log(1e6)).double().mean()) > 0.98


@pytest.mark.parametrize("name", SAMPLES)
def test_final_interval_misses_rarely(name, at_most):
    function, mean = SAMPLES[name]
    x = function(uniform(11, 2000, 300))
    interval = betting_interval(x, 0.02, tolerance=1e-2)
    missed = (interval.low > mean) | (interval.high < mean)
    assert at_most(int(missed.sum()), 2000, 0.02)


def test_final_interval_is_fast_and_nearly_normal():
    x = uniform(5, 10_000)
    best = math.inf
    for _ in range(5):
        start = time.process_time()
        interval = betting_interval(x, 1e-6)
        best = min(best, time.process_time() - start)
    normal = 2 * 4.8916 * float(x.std()) / 100
    assert 1.0 < float(interval.high - interval.low) / normal < 1.12
    assert best < 0.069


def test_bounds_differ_from_law_to_law():
    x = uniform(6, 2, 2000)
    low, high = torch.tensor([0.0, -5.0], dtype=torch.float64), torch.tensor([1.0, 5.0], dtype=torch.float64)
    both = BettingSequence(low, high).interval(Moments.of(x), 1e-3)
    one = BettingSequence(-5.0, 5.0).interval(Moments.of(x[1:]), 1e-3)
    assert float(both.low[1]) == pytest.approx(float(one.low[0]))
    assert float(both.high[0] - both.low[0]) < float(both.high[1] - both.low[1])


def test_targets_outside_the_bounds_are_refuted_and_edges_never_on_their_free_side():
    moments = Moments.of(uniform(7, 1, 100))
    betting = BettingSequence(0.0, 1.0)
    assert math.isinf(float(betting.log_e(moments, 1.5)))
    assert float(betting.log_e(Moments.of(torch.ones(1, 100, dtype=torch.float64)), 1.0)) <= 0


def test_a_replicate_outside_its_bounds_is_named():
    with pytest.raises(LemmataError, match=r"said to lie in \[0, 0\.5\]"):
        BettingSequence(0.0, 0.5).interval(Moments.of(uniform(8, 1, 100)), 0.05)
    with pytest.raises(LemmataError, match="outside"):
        betting_interval(uniform(8, 1, 100), 0.05, 0.0, 0.5)
    with pytest.raises(LemmataError, match="increasing order"):
        BettingSequence(1.0, 1.0)
