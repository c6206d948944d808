"""The mixture sequence keeps its level at all looks together, for normal, skewed, heavy and bounded statistics."""

from __future__ import annotations

import math

import pytest
import torch
from scipy import stats

from lemmata.numerics.random.stream import Moments
from lemmata.theory.language.errors import LemmataError
from lemmata.verify.engine.stats.sequential import (
    MixtureSequence,
    check_level,
    fixed_interval,
    fixed_p,
    interval_at,
    normal_from_student,
    statistic,
    student_from_normal,
)

RUNS = 20_000
LOOKS = [64, 128, 256, 512, 1024]


def test_sequence_excludes_the_mean_at_any_look_with_probability_at_most_alpha(law, at_most):
    _, draw, _ = law
    sequence = MixtureSequence(256)
    alarms = {alpha: torch.zeros(RUNS, dtype=torch.bool) for alpha in (5e-4, 1e-4)}
    moments, before = None, 0
    for look in LOOKS:
        batch = Moments.of(draw(100 + look, (RUNS, look - before)))
        moments, before = batch if moments is None else moments.merge(batch), look
        for alpha, alarm in alarms.items():
            interval = sequence.interval(moments, alpha)
            alarm |= (interval.low > 0) | (interval.high < 0)
    for alpha, alarm in alarms.items():
        assert at_most(int(alarm.sum()), RUNS, alpha)


@pytest.mark.parametrize("n", [64, 640])
def test_fixed_size_p_value_is_small_no_more_often_than_it_says(law, at_most, n):
    _, draw, _ = law
    moments = Moments.of(draw(7, (RUNS, n)))
    for side in (0, 1, -1):
        p = fixed_p(moments, 0.0, side)
        for level in (1e-2, 1e-3, 5e-4):
            assert at_most(int((p <= level).sum()), RUNS, level)


def test_interval_narrows_to_the_normal_one(law):
    _, draw, deviation = law
    n = 1 << 18
    moments = Moments.of(draw(3, (4, n)))
    interval = fixed_interval(moments, 1e-3)
    half = 3.2905 * deviation / math.sqrt(n)
    assert torch.allclose((interval.high - interval.low) / 2, torch.full((4,), half, dtype=torch.float64), rtol=0.1)


def test_interval_excludes_a_target_exactly_where_the_statistic_is_beyond_the_quantile(law):
    _, draw, _ = law
    moments = Moments.of(draw(5, (2000, 256)))
    z = torch.tensor(3.0, dtype=torch.float64)
    interval = interval_at(moments, z)
    for target in (-0.2, 0.0, 0.2):
        value = statistic(moments, target)
        outside = (interval.low > target) | (interval.high < target)
        clear = (value.abs() - 3.0).abs() > 1e-6
        assert torch.equal(outside[clear], value[clear].abs() > 3.0)


@pytest.mark.parametrize("dof", [31, 100, 1000])
def test_students_law_is_turned_into_the_normal(dof):
    z = torch.tensor([-4.0, -1.0, 0.5, 3.0, 4.5], dtype=torch.float64)
    t = student_from_normal(z, torch.tensor(float(dof)))
    exact = stats.t.isf(stats.norm.sf(z.numpy()), dof)
    assert torch.allclose(t, torch.as_tensor(exact), rtol=2e-3)
    assert torch.allclose(normal_from_student(t, torch.tensor(float(dof))), z)


def test_boundary_is_narrowest_near_the_chosen_size_and_solves_the_mixture():
    sequence = MixtureSequence(1000)
    sizes = torch.logspace(0, 6, 400, dtype=torch.float64)
    radius = sequence.boundary(sizes, 1e-3) / sizes.sqrt()
    fixed = stats.norm.isf(5e-4) / sizes.sqrt()
    ratio = radius / fixed
    assert 300 < float(sizes[ratio.argmin()]) < 3000
    assert float(ratio.min()) < 1.35
    assert bool((radius[1:] < radius[:-1]).all())


def test_mixture_e_value_meets_its_wall_on_the_boundary():
    torch.manual_seed(0)
    moments = Moments.of(torch.randn(50, 4096))
    sequence = MixtureSequence(1024)
    interval = sequence.interval(moments, 1e-3)
    log_e = sequence.log_e(moments, interval.low, 1e-3)
    assert torch.allclose(log_e, torch.full((50,), math.log(1e3), dtype=torch.float64), rtol=1e-6)


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
