"""The corrected interval keeps its level at a fixed size, for normal, skewed, heavy and bounded statistics."""

from __future__ import annotations

import math

import pytest
import torch
from scipy import stats

from lemmata.numerics.random.stream import Moments
from lemmata.theory.language.errors import LemmataError
from lemmata.verify.engine.stats.studentised import check_level, fixed_interval, student_from_normal

RUNS = 20_000


@pytest.mark.parametrize("n", [64, 640])
def test_the_interval_misses_the_mean_no_more_often_than_it_says(law, at_most, n):
    _, draw, _ = law
    moments = Moments.of(draw(7, (RUNS, n)))
    for level in (1e-2, 1e-3, 5e-4):
        interval = fixed_interval(moments, level)
        assert at_most(int(((interval.low > 0) | (interval.high < 0)).sum()), RUNS, level)


def test_interval_narrows_to_the_normal_one(law):
    _, draw, deviation = law
    n = 1 << 18
    moments = Moments.of(draw(3, (4, n)))
    interval = fixed_interval(moments, 1e-3)
    half = 3.2905 * deviation / math.sqrt(n)
    assert torch.allclose((interval.high - interval.low) / 2, torch.full((4,), half, dtype=torch.float64), rtol=0.1)


@pytest.mark.parametrize("dof", [31, 100, 1000])
def test_students_law_is_turned_into_the_normal(dof):
    z = torch.tensor([-4.0, -1.0, 0.5, 3.0, 4.5], dtype=torch.float64)
    t = student_from_normal(z, torch.tensor(float(dof)))
    exact = stats.t.isf(stats.norm.sf(z.numpy()), dof)
    assert torch.allclose(t, torch.as_tensor(exact), rtol=2e-3)


def test_no_interval_before_the_sample_can_carry_one():
    few = Moments.of(torch.randn(1, 16, generator=torch.Generator().manual_seed(1)))
    assert math.isinf(float(fixed_interval(few, 1e-3).high))
    spike = torch.zeros(1, 200)
    spike[0, 0] = 1.0
    assert math.isinf(float(fixed_interval(Moments.of(spike), 1e-3).high)), "γ̂² = 200 asks for 4000 replicates"


def test_replicates_that_do_not_vary_decide_only_when_there_are_many():
    assert math.isinf(float(fixed_interval(Moments.of(torch.full((1, 512), 0.3)), 1e-3).high))
    many = fixed_interval(Moments.of(torch.full((1, 2048), 0.5, dtype=torch.float64)), 1e-3)
    assert abs(float(many.low) - 0.5) < 1e-14
    assert abs(float(many.high) - 0.5) < 1e-14


@pytest.mark.parametrize("alpha", [0.0, 1.0, -1.0, math.nan])
def test_a_level_outside_the_unit_interval_is_refused(alpha):
    with pytest.raises(LemmataError, match="strictly between 0 and 1"):
        check_level(alpha)
