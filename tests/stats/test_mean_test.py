"""Means under a named assumption: what is green, what is red, and what no sample can decide."""

from __future__ import annotations

import math
import os
import time

import pytest
import torch

from lemmata.numerics.random.stream import Moments
from lemmata.theory.language.errors import LemmataError, NonFinite
from lemmata.verify.engine.stats.assumptions import Asymptotic, Bounded, Kurtosis, Unknown, asymptotic_below
from lemmata.verify.engine.stats.betting import BettingSequence
from lemmata.verify.engine.stats.bounded import bounded_interval
from lemmata.verify.engine.stats.catoni import least_samples
from lemmata.verify.engine.stats.decide import Decision
from lemmata.verify.engine.stats.mean_test import MeanTest
from lemmata.verify.engine.stats.relations import AtMost, Equal, Within

RUNS = 2000 if os.environ.get("LEMMATA_ATTACK") == "1" else 60
HOLDS, FAILS, UNDECIDED = Decision.HOLDS, Decision.FAILS, Decision.UNDECIDED
EXACT = Kurtosis(3, "derived")


def normal(key: int, *shape: int) -> torch.Tensor:
    return torch.randn(shape, generator=torch.Generator().manual_seed(key), dtype=torch.float64)


def uniform(key: int, *shape: int) -> torch.Tensor:
    return torch.rand(shape, generator=torch.Generator().manual_seed(key), dtype=torch.float64)


def judge(x, relation, assumption, *, scale=1.0, alpha=1e-6, resolution=0.1, **options):
    return MeanTest(assumption, alpha, resolution, scale, **options).look(x, relation)


@pytest.mark.parametrize("assumption", [Unknown(), Asymptotic(), Kurtosis(15, "declared")])
@pytest.mark.parametrize("n", [100, 256, 20_000])
def test_equal_replicates_prove_nothing_where_the_experiment_draws(assumption, n):
    """A weight of 1e4 at probability 1e-4 has mean 2 and shows 1 only, most of the time."""
    found = judge(torch.ones(n, dtype=torch.float64), Equal(1.0), assumption)
    assert found.decision is UNDECIDED
    assert found.smallest_probability == pytest.approx(3 / n)


def test_equal_replicates_are_enough_where_nothing_is_drawn_or_a_theorem_forbids_rare_events():
    same = torch.full((1000,), 0.7, dtype=torch.float64)
    assert judge(same[:1], Equal(0.7), Unknown(), draws=False).decision is HOLDS
    assert judge(same, Equal(0.7), EXACT).decision is HOLDS
    assert judge(same, Equal(0.7), Bounded(0.0, 1.0)).decision is HOLDS
    assert judge(same, Equal(0.7 + 1e-9), EXACT).decision is FAILS
    # too few to rule out what the bounds allow
    assert judge(same[:20], Equal(0.7), Bounded(0.0, 1.0)).decision is UNDECIDED


def test_rounding_is_added_to_sampling():
    """A constant observable with rounding noise of 1e-17 is not off by hundreds of standard errors."""
    x = 1 + 2e-16 * normal(1, 4000).round()
    assert judge(x, Equal(1 + 2.5e-16), EXACT).decision is HOLDS
    y = 1.499898897 + 1e-12 * normal(2, 4000)
    assert judge(y, Equal(1.499898897 + 1e-11), EXACT).decision is FAILS
    assert judge(y, Equal(1.499898897 + 1e-11), EXACT, rounding=1e-10).decision is HOLDS


@pytest.mark.parametrize("scale", [1e200, 1e-200, 1e120, 1e-300])
@pytest.mark.parametrize("assumption", [EXACT, Unknown()])
def test_scales_whose_squares_leave_the_range(scale, assumption):
    x = scale * (1 + 0.5 * normal(3, 40_000))
    assert judge(x, Equal(scale), assumption, scale=scale).decision is HOLDS
    assert judge(7 * x, Equal(scale), assumption, scale=scale).decision is FAILS


def test_bounds_of_any_size():
    x = uniform(4, 20_000)
    for scale in (1.0, 1e200, 1e-200):
        assert judge(scale * x, Equal(0.5 * scale), Bounded(0.0, scale), scale=scale).decision is HOLDS
        assert judge(scale * x, Equal(0.6 * scale), Bounded(0.0, scale), scale=scale).decision is FAILS
    assert judge(1.6e308 * (x - 0.5), Equal(0.0), Bounded(-1e308, 1e308), scale=1e308).decision is HOLDS


def test_without_an_assumption_the_verdict_names_the_kurtosis_it_supports():
    x = 1 + normal(5, 200_000)
    few, many = judge(x[:2000], Equal(1.0), Unknown()), judge(x, Equal(1.0), Unknown())
    assert few.decision is UNDECIDED and f"{least_samples(93.0, 0.75e-6)}" in few.notes[0]
    assert many.decision is HOLDS
    assert many.kurtosis is not None and many.kurtosis >= 93
    assert many.assumption == f"for every law of kurtosis ≤ {math.floor(many.kurtosis)}"
    # the interval shown is the one at that kurtosis, not the narrow one
    assert many.resolution == pytest.approx(0.1, rel=0.1)


def test_a_sample_with_few_events_does_not_refute_the_truth():
    """Poisson counts far below their mean: the sample looks lighter than its law, at kurtosis 93 it would be refuted."""
    x = torch.zeros(10_000, dtype=torch.float64)
    x[:1] = 1
    assert judge(x, Equal(1e-3), Unknown(), scale=1e-3, alpha=1e-4).decision is UNDECIDED


def test_a_declared_kurtosis_that_the_sample_contradicts_decides_nothing():
    x = torch.exp(2 * normal(6, 20_000))
    found = judge(x, Equal(math.exp(2)), Kurtosis(15, "declared"), scale=10.0, resolution=1.0)
    assert found.decision is UNDECIDED and "contradicts" in found.notes[0]


def test_training_runs_are_judged_by_student_unless_one_of_them_carries_the_sum():
    x = uniform(7, 64)
    found = judge(x, Equal(0.5), Asymptotic(), alpha=1e-3, resolution=0.5)
    assert (found.decision, found.assumption) == (HOLDS, "asymptotic, n = 64")
    assert judge(x, Equal(1.0), Asymptotic(), alpha=1e-3, resolution=0.5).decision is FAILS
    heavy = torch.cat((x, torch.tensor([4.0], dtype=torch.float64)))
    weak = judge(heavy, Equal(0.56), Asymptotic(), alpha=1e-3, resolution=2.0)
    assert weak.decision is UNDECIDED and "sum of squares" in weak.notes[0]
    assert judge(x[:5], Equal(0.5), Asymptotic(), alpha=1e-3).decision is UNDECIDED
    assert asymptotic_below(1e-7) == math.ceil(12 * math.log(4e7))


def test_inequalities_need_a_gap_larger_than_the_error():
    x = normal(8, 20_000)
    assert judge(x, AtMost(0.2), EXACT).decision is HOLDS
    assert judge(x, AtMost(-0.2), EXACT).decision is FAILS
    # 3 ± 5 ≤ 1 and equality alike
    assert judge(3 + 500 * x, AtMost(1.0), EXACT).decision is UNDECIDED
    assert judge(x, AtMost(float(x.mean())), EXACT).decision is UNDECIDED
    assert judge(x, AtMost(float(x.mean()), tolerance=0.1), EXACT).decision is HOLDS
    assert judge(x, Within(-0.1, 0.1), EXACT).decision is HOLDS
    assert judge(x, Within(0.1, 0.2), EXACT).decision is FAILS
    assert judge(x, Within(0.0, 0.2), EXACT).decision is UNDECIDED


@pytest.mark.parametrize("assumption", [EXACT, Bounded(-12.0, 12.0)])
def test_looks_together_keep_the_level(assumption, at_most):
    x = normal(9, RUNS, 3200)
    alarms = 0
    for row in x:
        test = MeanTest(assumption, 0.02, 0.5, 1.0)
        chunks = row.split([200, 200, 400, 800, 1600])
        alarms += any(test.look(c, Equal(0.0)).decision is FAILS for c in chunks)
    assert at_most(alarms, RUNS, 0.02)
    spent = sum(MeanTest(EXACT, 0.02, 0.5, 1.0).level(i) for i in range(1, 200))
    assert spent <= 0.02 + 1e-12


def test_the_fast_interval_is_that_of_the_betting_sequence_and_takes_a_millisecond():
    for x in (uniform(10, 10_000), (uniform(11, 10_000) < 1e-3).double(), uniform(12, 50) ** 8, torch.zeros(300)):
        moments = Moments.of(x)
        low, high = bounded_interval(moments, 0.0, 1.0, 1e-7)
        slow = BettingSequence(torch.tensor(0.0), torch.tensor(1.0)).interval(moments, 1e-7)
        width = float(slow.high - slow.low)
        assert low == pytest.approx(float(slow.low), abs=0.02 * width)
        assert high == pytest.approx(float(slow.high), abs=0.02 * width)
    moments, best = Moments.of(uniform(13, 10_000)), math.inf
    for _ in range(20):
        start = time.process_time()
        bounded_interval(moments, 0.0, 1.0, 1e-7)
        best = min(best, time.process_time() - start)
    assert best < 5e-3


def test_nonsense_is_refused():
    with pytest.raises(NonFinite):
        judge(torch.tensor([1.0, math.inf]), Equal(1.0), Unknown())
    with pytest.raises(LemmataError, match="correct the bounds"):
        judge(torch.tensor([0.5, 1.5]), Equal(1.0), Bounded(0.0, 1.0))
    with pytest.raises(LemmataError, match="scale=0"):
        MeanTest(Unknown(), 1e-3, 0.1, 0.0)
    with pytest.raises(LemmataError, match="no number to compare"):
        Equal(math.nan)
    with pytest.raises(LemmataError, match="empty"):
        Within(1.0, 0.0)
    with pytest.raises(LemmataError, match="increasing"):
        Bounded(1.0, 0.0)
