"""Crossings and their number, their collapse on a formula, common effects, guarantees."""

from __future__ import annotations

import math

import numpy as np
import pytest
import torch
from scipy import stats

from lemmata.theory.language.errors import LemmataError, NonFinite
from lemmata.verify.engine.stats.collapse import Point, judge_collapse
from lemmata.verify.engine.stats.common import common_effect, in_chunks
from lemmata.verify.engine.stats.decide import Decision
from lemmata.verify.engine.stats.guarantee import exactly, guarantee
from lemmata.verify.engine.stats.phase import find_crossings, judge_crossings

HOLDS, FAILS, UNDECIDED = Decision.HOLDS, Decision.FAILS, Decision.UNDECIDED


def curve(f, noise=0.0, key=0):
    rng = np.random.default_rng(key)
    return lambda x: (f(x) + noise * rng.standard_normal(len(x)), np.full(len(x), noise))


def two(x):
    return (np.log(x) - 1) ** 2 - 0.04


@pytest.mark.parametrize("noise", [0.0, 0.005])
def test_the_number_of_crossings_is_part_of_the_statement(noise):
    places = [math.exp(0.8), math.exp(1.2)]
    found = find_crossings(curve(two, noise), 0.1, 100.0)
    assert judge_crossings(found, places).decision is HOLDS
    for stated in ([], places[:1], [1.0, *places]):
        assert judge_crossings(found, stated).decision is FAILS
    assert judge_crossings(find_crossings(curve(lambda x: np.log(x / 3), noise), 0.1, 100.0), [3.0]).decision is HOLDS


def test_a_turn_between_grid_points_is_looked_into():
    """Both crossings lie within one step of the first grid, whose points are all above."""
    narrow = find_crossings(curve(lambda x: (np.log(x) - 1.03) ** 2 - 0.001), 0.1, 100.0, start=9)
    assert len(narrow.brackets) == 2
    assert judge_crossings(narrow, []).decision is FAILS
    touching = find_crossings(curve(lambda x: (np.log(x) - 1.03) ** 2 + 0.001), 0.1, 100.0, start=9)
    assert judge_crossings(touching, []).decision is HOLDS


@pytest.mark.parametrize(("stated", "points"), [(1, 2), (2, None)])
def test_where_the_ends_contradict_the_number_of_crossings_nothing_between_them_is_looked_at(stated, points):
    two = curve(lambda x: (np.log(x) - 1) ** 2 - 0.5)
    found = find_crossings(two, 0.1, 100.0, stated=stated)
    whole = find_crossings(two, 0.1, 100.0)
    places, decision = ([3.0], FAILS) if stated == 1 else ([np.exp(1 - 0.5**0.5), np.exp(1 + 0.5**0.5)], HOLDS)
    assert judge_crossings(found, places).decision is judge_crossings(whole, places).decision is decision
    assert found.points == (points or whole.points)


def test_a_wrong_place_falls_and_noise_decides_nothing():
    f = curve(lambda x: np.log(x / 3), 0.01)
    assert judge_crossings(find_crossings(f, 0.1, 100.0), [4.5]).decision is FAILS
    assert judge_crossings(find_crossings(f, 0.1, 100.0), [3.3]).decision is HOLDS
    assert judge_crossings(find_crossings(curve(lambda x: np.log(x / 3), 1.0), 0.1, 100.0), [3.0]).decision is UNDECIDED
    touch = find_crossings(curve(lambda x: (np.log(x) - 1) ** 2 + 0.002, 0.02), 0.1, 100.0)
    assert judge_crossings(touch, []).decision is UNDECIDED


def test_brackets_contain_the_crossing(at_most):
    missed = 0
    for key in range(200):
        found = find_crossings(curve(lambda x: np.tanh(np.log(x / 3)), 0.05, key), 0.1, 100.0, alpha=1e-2)
        missed += not any(low <= 3 <= high for low, high in found.brackets)
    assert at_most(missed, 200, 1e-2)


def points(truth, formula, lengths=(1.0, 2.0, 4.0), gammas=(0.5, 1.0, 2.0), width=0.03):
    return [
        Point({"length": l, "gamma": g}, (truth(l, g) * (1 - width), truth(l, g) * (1 + width)), formula(l, g))
        for l in lengths
        for g in gammas
    ]


def test_a_threshold_with_the_wrong_dependence_fails():
    def root(l, g):
        return l / math.sqrt(g)

    assert judge_collapse(points(root, root)).decision is HOLDS
    for wrong in (lambda l, g: l / g, lambda l, g: l, lambda l, g: l**2 / math.sqrt(g), lambda l, g: 2 * root(l, g)):
        assert judge_collapse(points(root, wrong)).decision is FAILS
    # agreement at one value of a parameter shows nothing of it
    assert judge_collapse(points(root, lambda l, g: l / g, gammas=(1.0,))).decision is UNDECIDED
    assert judge_collapse(points(root, root, width=0.4)).decision is UNDECIDED


def test_replicates_with_a_common_effect_are_found_out(at_most):
    g = torch.Generator().manual_seed(1)
    alarms = 0
    for _ in range(300):
        heavy = torch.exp(2 * torch.randn(20, 50, generator=g, dtype=torch.float64))
        alarms += common_effect(heavy, alpha=1e-2).detected
    assert at_most(alarms, 300, 1e-2)
    x, shift = torch.randn(32, 500, generator=g, dtype=torch.float64), torch.randn(32, 1, generator=g, dtype=torch.float64)
    shared = common_effect(x + 0.5 * shift)
    assert shared.detected and shared.inflation > 20 and shared.effective < 1000
    assert common_effect(1e200 * (x + 0.5 * shift)).detected
    assert common_effect(x * torch.exp(0.5 * shift)).detected
    assert not common_effect(torch.ones(4, 10, dtype=torch.float64)).detected
    assert in_chunks(torch.arange(100.0), 5).shape == (5, 20)


def test_a_guarantee_is_an_upper_bound():
    assert guarantee(0, 1000, 0.01, alpha=1e-3).decision is HOLDS
    # (1 - δ)^n > α: no number of successes shows it yet
    assert guarantee(0, 600, 0.01, alpha=1e-3).decision is UNDECIDED
    assert guarantee(30, 1000, 0.01, alpha=1e-3).decision is FAILS
    assert guarantee(0, 4000, 0.01, alpha=1e-3, sequential=True).decision is HOLDS
    high = guarantee(3, 1000, 0.01, alpha=1e-3).high
    assert stats.binom.cdf(3, 1000, high) == pytest.approx(1e-3)


def test_an_impossible_event_has_no_probability_of_a_hundredth():
    assert exactly(0, 2000, 0.01, alpha=1e-3).decision is FAILS
    assert exactly(0, 100, 0.01, alpha=1e-3).decision is UNDECIDED
    assert exactly(0, 10**6, 0.001, alpha=1e-3).decision is FAILS
    assert exactly(1000, 10**6, 0.001, alpha=1e-3).decision is UNDECIDED
    assert exactly(1000, 10_000, 0.1, alpha=1e-3).decision is HOLDS
    assert exactly(9900, 10_000, 0.99, alpha=0.05).decision is HOLDS
    assert exactly(99, 100, 0.99, alpha=1e-3).decision is UNDECIDED


def test_nonsense_is_refused():
    with pytest.raises(NonFinite, match="no number"):
        find_crossings(curve(lambda x: x * np.nan), 0.1, 1.0)
    with pytest.raises(LemmataError, match="ends must increase"):
        find_crossings(curve(np.log), 0.0, 1.0)
    with pytest.raises(LemmataError, match="several parameters"):
        judge_collapse([Point({"a": 1.0}, (1.0, 1.0), 1.0)])
    with pytest.raises(LemmataError, match="at least 8"):
        common_effect(torch.ones(2, 3))
    with pytest.raises(LemmataError, match="delta=0"):
        guarantee(0, 10, 0.0, alpha=0.1)
