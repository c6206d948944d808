"""Tails and ranks are scipy's to the last bit."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from lemmata.verify.engine.stats.quantiles import chi2_isf, chi2_sf, normal_isf, ranks, student_isf

RANDOM = np.random.default_rng(0)
P = np.concatenate([10.0 ** -RANDOM.uniform(0, 15, 500), RANDOM.uniform(0, 1, 500)])
K, X = RANDOM.integers(1, 300, 1000), RANDOM.uniform(0, 400, 1000)
PAIRS = {
    "normal": (normal_isf(P), stats.norm.isf(P)),
    "student": (student_isf(P, K), stats.t.isf(P, K)),
    "chi2": (chi2_isf(P, K), stats.chi2.isf(P, K)),
    "tail": (chi2_sf(X, K), stats.chi2.sf(X, K)),
}


@pytest.mark.parametrize("name", PAIRS)
def test_a_quantile(name):
    own, other = PAIRS[name]
    assert np.array_equal(own, other)


@pytest.mark.parametrize("values", [RANDOM.normal(size=999), RANDOM.integers(0, 9, 999).astype(float), np.zeros(7)])
def test_ranks(values):
    assert np.array_equal(ranks(values), stats.rankdata(values))
