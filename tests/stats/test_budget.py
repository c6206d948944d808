"""Shares of the run's budget of false alarms never sum to more than the whole."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from theory.language.errors import LemmataError
from verify.engine.stats.budget import RUN, even, share, split, stages


@given(st.dictionaries(st.text(), st.floats(1e-6, 1e6), min_size=1, max_size=50))
def test_shares_sum_to_the_budget_in_proportion(weights):
    shares = split(RUN, weights)
    assert math.fsum(shares.values()) == pytest.approx(RUN)
    assert all(s > 0 for s in shares.values())


def test_even_shares_and_stages():
    assert even(1e-3, ["a", "b", "c", "d"]) == dict.fromkeys("abcd", 2.5e-4)
    assert math.prod(stages(1e-8)) == pytest.approx(1e-8)


def test_shares_of_an_open_family_telescope():
    total = math.fsum(share(1e-4, k) for k in range(1, 10_001))
    assert total == pytest.approx(1e-4 * (1 - 1 / 10_001))


@pytest.mark.parametrize("weights", [{"a": 0.0}, {"a": math.nan}, {"a": -1.0}])
def test_bad_weights_are_named(weights):
    with pytest.raises(LemmataError, match="'a'"):
        split(1e-3, weights)
    with pytest.raises(LemmataError, match="between 0 and 1"):
        split(0.0, {"a": 1.0})
    with pytest.raises(LemmataError, match="from 1"):
        share(1e-3, 0)
