"""Counts of events against the rate that each may have."""

from __future__ import annotations

import pytest
from scipy import stats

from lemmata.verify.engine.stats.coverage import at_most


def test_counts_have_their_exact_intervals_and_tails():
    found = at_most(1, 200, 1e-3)
    assert found.p == pytest.approx(1 - 0.999**200)
    exact = stats.binomtest(1, 200).proportion_ci(0.95, "exact")
    assert (found.low, found.high) == pytest.approx((exact.low, exact.high))
    assert at_most(0, 200, 1e-3).p == 1.0
    assert at_most(0, 200, 1e-3).high == pytest.approx(1 - 0.025 ** (1 / 200))
    assert (at_most(0, 0, 0.1).p, at_most(0, 0, 0.1).low, at_most(0, 0, 0.1).high) == (1.0, 0.0, 1.0)
