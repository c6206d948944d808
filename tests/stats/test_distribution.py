"""Tests of whole distributions against scipy and against exact probabilities."""

from __future__ import annotations

import math

import numpy as np
import pytest
import torch
from scipy import integrate, stats

from lemmata.theory.language.errors import LemmataError, NonFinite
from lemmata.verify.engine.stats.distribution import (
    chi2_test,
    ecdf_band,
    holm,
    ks_one_sample,
    ks_two_sample,
    log_e_from_p,
    p_from_log_e,
)


def uniform(key: int, *shape: int) -> torch.Tensor:
    return torch.rand(shape, generator=torch.Generator().manual_seed(key), dtype=torch.float64)


def test_kolmogorov_smirnov_agrees_with_scipy():
    x = uniform(1, 200)
    reference = stats.kstest(x.numpy(), "uniform", method="exact")
    assert ks_one_sample(x, lambda t: t) == pytest.approx((reference.statistic, reference.pvalue))
    y = uniform(2, 150) ** 1.1
    reference = stats.ks_2samp(x.numpy(), y.numpy(), method="exact")
    assert ks_two_sample(x, y) == pytest.approx((reference.statistic, reference.pvalue))
    assert ks_one_sample(x**1.5, lambda t: t)[1] < 1e-6


def test_chi_squared_merges_thin_cells_and_rejects_wrong_probabilities():
    p = torch.tensor([0.5, 0.25, 0.125, 0.0625, 0.03125, 0.03125], dtype=torch.float64)
    value, dof, tail = chi2_test([50, 25, 13, 6, 3, 3], p)
    assert dof == 3
    assert tail == pytest.approx(float(stats.chi2.sf(value, 3)))
    assert chi2_test([500, 300, 100, 60, 20, 20], p)[2] < 1e-2
    with pytest.raises(LemmataError, match="sum to 1"):
        chi2_test([1, 2], [0.5, 0.6])
    with pytest.raises(LemmataError, match="draw more"):
        chi2_test([1, 2], [0.5, 0.5])


def test_calibrated_e_values_integrate_to_one_and_decrease():
    def e_of_log(t: float) -> float:
        return math.exp(float(log_e_from_p(math.exp(-t))) - t)

    total = integrate.quad(e_of_log, 0, 5, epsabs=1e-10)[0] + integrate.quad(e_of_log, 5, 600, limit=400)[0]
    # the integrand falls like 1/t², so the cut at t = 600 leaves 1/600
    assert total == pytest.approx(1 - 1 / 600, abs=2e-5)
    p = torch.logspace(-12, 0, 500, dtype=torch.float64)
    log_e = log_e_from_p(p)
    assert bool((log_e[1:] < log_e[:-1]).all())
    assert float(log_e[-1]) == pytest.approx(math.log(0.5))
    assert bool((p_from_log_e(log_e) >= p).all())


def test_holm_is_stepwise_bonferroni():
    rejected, adjusted = holm([0.01, 0.04, 0.03, 0.005], 0.05)
    assert rejected.tolist() == [True, False, False, True]
    assert adjusted.tolist() == pytest.approx([0.03, 0.06, 0.06, 0.02])


@pytest.mark.parametrize("n", [20, 300])
@pytest.mark.parametrize("side", ["both", "upper"])
def test_the_band_holds_the_whole_ecdf_with_the_stated_probability(n, side, at_most):
    runs, alpha = 4000, 0.05
    band = ecdf_band(n, alpha, side=side)
    p = uniform(3, runs, n).sort(dim=1).values
    e = torch.searchsorted(p, band.at.expand(runs, -1).contiguous(), right=True).double() / n
    outside = int(((e < band.low - 1e-12) | (e > band.high + 1e-12)).any(1).sum())
    assert at_most(outside, runs, alpha)
    # not wasteful: binomial counts are discrete, so small samples fall short of the level
    assert outside > (0.3 if n == 20 else 0.7) * alpha * runs
    assert band.inside(p[0]) == bool(((e[0] >= band.low - 1e-12) & (e[0] <= band.high + 1e-12)).all())


def test_the_upper_band_accepts_conservative_p_values_and_rejects_small_ones():
    band = ecdf_band(200, 1e-3, side="upper")
    assert band.inside(uniform(4, 200).sqrt())
    assert not band.inside(uniform(4, 200) ** 2)
    assert not ecdf_band(200, 1e-3).inside(uniform(4, 200).sqrt())


def test_the_band_of_one_value_is_the_binomial_one():
    band = ecdf_band(1, 0.05)
    assert (band.low.tolist(), band.high.tolist()) == ([0.0], [1.0])
    assert np.isclose(float(band.at[0]), 0.5)


def test_numbers_that_are_none_are_refused():
    with pytest.raises(NonFinite):
        ks_one_sample([0.1, math.nan], lambda t: t)
    with pytest.raises(LemmataError, match=r"values in \[0, 1\]"):
        ks_one_sample([0.1, 3.0], lambda t: t)
