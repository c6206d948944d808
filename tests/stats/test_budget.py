"""Levels of all laws, points and rounds never sum to more than the run's budget of false alarms."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lemmata.theory.language.errors import LemmataError
from lemmata.verify.engine.stats.budget import RUN, SLOTS, level, slot


@given(st.integers(0, 10_000), st.integers(0, 1000))
def test_slots_sum_to_at_most_the_budget(laws, points):
    assert laws * points * slot(laws, points) <= RUN * (1 + 1e-12)


@given(st.floats(1e-12, 0.5))
def test_rounds_sum_to_the_share(share):
    assert math.fsum(level(share, k) for k in range(60)) == pytest.approx(share)
    assert all(level(share, k) > level(share, k + 1) > 0 for k in range(20))


def test_the_level_of_a_law_does_not_depend_on_the_selection():
    assert slot(1, 8) == slot(SLOTS, 8) > slot(SLOTS + 1, 8) == slot(2 * SLOTS, 8)


def test_wrong_arguments_are_named():
    with pytest.raises(LemmataError, match="-1 laws"):
        slot(-1, 1)
    with pytest.raises(LemmataError, match=r"not at 0\.0"):
        level(0.0, 0)
    with pytest.raises(LemmataError, match="from 0, not -1"):
        level(0.1, -1)
