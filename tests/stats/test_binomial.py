"""Exact statements on success probabilities, checked by summing the binomial law, not by sampling."""

from __future__ import annotations

import math

import pytest
import torch
from scipy import stats

from lemmata.theory.language.errors import LemmataError
from lemmata.verify.engine.stats.binomial import clopper_pearson, log_e, p_value, sequence


@pytest.mark.parametrize("p", [0.01, 0.3, 0.9])
@pytest.mark.parametrize("n", [10, 200])
def test_clopper_pearson_covers_at_least_as_stated(p, n):
    k = torch.arange(n + 1, dtype=torch.float64)
    interval = clopper_pearson(k, n, 0.05)
    mass = torch.as_tensor(stats.binom.pmf(k.numpy(), n, p))
    assert float(mass[(interval.low <= p) & (p <= interval.high)].sum()) >= 0.95
    reference = stats.binomtest(n // 3, n).proportion_ci(0.95, "exact")
    assert float(interval.low[n // 3]) == pytest.approx(reference.low)
    assert float(interval.high[n // 3]) == pytest.approx(reference.high)


@pytest.mark.parametrize("side", [1, -1])
def test_p_values_are_binomial_tails(side):
    k = torch.arange(31, dtype=torch.float64)
    expected = stats.binom.sf(k.numpy() - 1, 30, 0.4) if side > 0 else stats.binom.cdf(k.numpy(), 30, 0.4)
    assert torch.allclose(p_value(k, 30, 0.4, side), torch.as_tensor(expected))


@pytest.mark.parametrize("side", [0, 1, -1])
@pytest.mark.parametrize("p", [0.02, 0.5, 0.97])
def test_e_values_have_mean_one_under_the_null_and_are_martingales(side, p):
    for n in (1, 20, 300):
        k = torch.arange(n + 1, dtype=torch.float64)
        log_mass = torch.as_tensor(stats.binom.logpmf(k.numpy(), n, p))
        assert float(torch.logsumexp(log_mass + log_e(k, n, p, side), 0)) == pytest.approx(0.0, abs=1e-9)
    k = torch.arange(21, dtype=torch.float64)
    ahead = p * torch.exp(log_e(k + 1, 21, p, side)) + (1 - p) * torch.exp(log_e(k, 21, p, side))
    assert torch.allclose(ahead, torch.exp(log_e(k, 20, p, side)))


@pytest.mark.parametrize("shift", [0.05, 0.2])
def test_one_sided_e_values_stay_below_one_for_better_probabilities(shift):
    k = torch.arange(101, dtype=torch.float64)
    mass = torch.as_tensor(stats.binom.pmf(k.numpy(), 100, 0.6 + shift))
    assert float((mass * torch.exp(log_e(k, 100, 0.6, -1))).sum()) < 1


def test_confidence_sequence_inverts_the_e_value_and_shrinks():
    k, n = torch.tensor([5.0, 500.0]), torch.tensor([10.0, 1000.0])
    interval = sequence(k, n, 1e-3)
    assert torch.allclose(log_e(k, n, interval.low), torch.full((2,), math.log(1e3), dtype=torch.float64), rtol=1e-6)
    assert float(interval.high[1] - interval.low[1]) < 0.15 < float(interval.high[0] - interval.low[0])


@pytest.mark.parametrize(("k", "p"), [(10, 1.0), (0, 0.0)])
def test_edges_are_not_refuted_by_what_they_predict(k, p):
    assert float(log_e(k, 10, p)) < 20
    assert bool(sequence(k, 10, 1e-3).low <= p <= sequence(k, 10, 1e-3).high)
    assert math.isinf(float(log_e(5, 10, p)))


@pytest.mark.parametrize("alpha", [1e-2, 1e-4])
def test_a_probability_at_the_guarantee_is_rejected_at_any_time_with_probability_at_most_alpha(alpha):
    # exact: mass of the first passage of k through the rejection region, p = 0.9, n ≤ 400
    alive, rejected = torch.tensor([1.0], dtype=torch.float64), 0.0
    for n in range(1, 401):
        k = torch.arange(n + 1, dtype=torch.float64)
        step = torch.zeros(n + 1, dtype=torch.float64)
        step[:-1] += 0.1 * alive
        step[1:] += 0.9 * alive
        out = log_e(k, n, 0.9, -1) >= -math.log(alpha)
        rejected += float(step[out].sum())
        alive = torch.where(out, torch.zeros_like(step), step)
    assert 0 < rejected <= alpha


def test_impossible_counts_are_refused():
    with pytest.raises(LemmataError, match="0 ≤ successes ≤ trials"):
        clopper_pearson(11, 10, 0.05)
