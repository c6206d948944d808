"""Bounds on ECDFs and counts against known answers, and their level and power."""

from __future__ import annotations

import math

import pytest
import torch
from scipy import stats

from lemmata.theory.language.errors import LemmataError
from lemmata.verify.engine.stats.coverage import EXACT, at_least, at_most, cover, dkw, too_small
from lemmata.verify.engine.stats.distribution import ecdf


def uniform(n: int, seed: int) -> torch.Tensor:
    return torch.rand(n, generator=torch.Generator().manual_seed(seed), dtype=torch.float64)


def test_counts_have_their_exact_intervals_and_tails():
    found = at_most(1, 200, 1e-3)
    assert found.p == pytest.approx(1 - 0.999**200)
    exact = stats.binomtest(1, 200).proportion_ci(0.95, "exact")
    assert (found.low, found.high) == pytest.approx((exact.low, exact.high))
    assert at_most(0, 200, 1e-3).p == 1.0
    assert at_most(0, 200, 1e-3).high == pytest.approx(1 - 0.025 ** (1 / 200))
    assert at_least(190, 200, 0.99).p == pytest.approx(stats.binom.cdf(190, 200, 0.99))
    assert at_least(200, 200, 0.999).p == 1.0
    assert (at_most(0, 0, 0.1).p, at_most(0, 0, 0.1).low, at_most(0, 0, 0.1).high) == (1.0, 0.0, 1.0)


def test_smirnov_against_scipy():
    values = uniform(37, 1)
    assert too_small(values.tolist()) == pytest.approx(stats.kstest(values.numpy(), "uniform", alternative="greater").pvalue)
    assert too_small([1.0] * 10) == 1.0
    assert too_small([0.5]) == pytest.approx(0.5)


def test_the_band_of_massart():
    assert dkw(200, 0.025) == pytest.approx(math.sqrt(math.log(40) / 400))
    found = cover(uniform(EXACT + 1, 2).tolist(), 0.01)
    assert found.method == "Dvoretzky-Kiefer-Wolfowitz"
    assert found.high[20] - found.at[20] == pytest.approx(dkw(EXACT + 1, 0.01))


@pytest.mark.parametrize("n", [12, 100, 3000])
def test_uniform_conservative_and_too_small(n):
    values = uniform(n, 3)
    assert cover(values.tolist(), 1e-3).uniform
    larger, smaller = cover(values.pow(1 / 8).tolist(), 1e-3), cover(values.pow(8).tolist(), 1e-3)
    assert larger.valid
    assert not larger.uniform
    assert not smaller.valid
    assert not smaller.uniform


def test_the_exact_band_has_its_level():
    """At level 0.2 each of 300 samples leaves the upper band with probability at most 0.2, and nearly as often."""
    high = torch.tensor(cover(uniform(24, 0).tolist(), 0.2).high, dtype=torch.float64)
    at = torch.arange(1, 25, dtype=torch.float64) / 25
    outside = sum(bool((ecdf(uniform(24, seed), at) > high + 1e-12).any()) for seed in range(300))
    assert stats.binom.sf(outside - 1, 300, 0.2) > 1e-4
    assert stats.binom.cdf(outside, 300, 0.1) > 1e-4


def test_nonsense_is_refused():
    for values in ([], [0.5, 1.5], [math.nan]):
        with pytest.raises(LemmataError, match="p-values"):
            cover(values, 0.01)
    with pytest.raises(LemmataError, match="one-sided band"):
        dkw(10, 0.6)
