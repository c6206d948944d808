"""A law holds only where its check would have rejected it at the stated resolution; both rates are as stated."""

from __future__ import annotations

import math

import pytest

from lemmata.numerics.random.stream import Moments
from lemmata.theory.language.errors import LemmataError
from lemmata.verify.engine.stats.decide import Decision, Relation, one_sided, rule, sides, spread
from lemmata.verify.engine.stats.sequential import Interval, as_tensor, fixed_interval

T = as_tensor


def judge(mean: float, half: float, q: float = 0.0, **kwargs: float):
    kwargs = {"allowed": 1.0, **kwargs}
    ruling = rule(T([mean]), Interval(T([mean - half]), T([mean + half])), T([q]), **kwargs)
    return ruling.decisions()[0], float(ruling.resolution[0])


def test_three_values_and_the_resolution():
    assert judge(0.05, 0.1, 0.02, allowed=0.15) == (Decision.HOLDS, pytest.approx(0.12))
    assert judge(0.05, 0.1, 0.06, allowed=0.15)[0] == Decision.UNDECIDED
    assert judge(0.2, 0.1)[0] == Decision.FAILS
    assert judge(0.2, math.inf)[0] == Decision.UNDECIDED


def test_slack_widens_the_interval_and_costs_resolution():
    assert judge(0.2, 0.1, slack=0.15)[0] == Decision.HOLDS
    assert judge(0.2, 0.1, slack=0.15)[1] == pytest.approx(0.4)
    assert judge(0.2, 0.1, slack=0.15, allowed=0.39)[0] == Decision.UNDECIDED


def test_one_sided_relations_look_at_one_side():
    assert judge(-3.0, 0.1, side=1, allowed=0.01)[0] == Decision.HOLDS, "clearly below its bound, however coarse"
    assert judge(3.0, 0.1, side=1)[0] == Decision.FAILS
    assert judge(3.0, 0.1, side=-1, allowed=0.01)[0] == Decision.HOLDS
    assert judge(0.0, 0.1, side=1, allowed=0.05)[0] == Decision.UNDECIDED


@pytest.mark.parametrize("beta", [1e-2, 1e-3])
def test_a_law_off_by_the_resolution_is_accepted_rarely_and_else_rejected(law, at_most, at_least, beta):
    name, draw, _ = law
    runs, n, alpha = 20_000, 1000, 1e-3
    moments = Moments.of(draw(21, (runs, n)))
    interval, q = fixed_interval(moments, alpha), spread(moments, beta)
    allowed = float(rule(moments.mean, interval, q, allowed=1.0).resolution.median())
    for off in (allowed, -allowed):
        shifted = Interval(interval.low + off, interval.high + off)
        ruling = rule(moments.mean + off, shifted, q, allowed=allowed)
        assert at_most(int(ruling.holds.sum()), runs, beta)
        # a skewed sample whose own resolution is worse than the median leaves the law undecided
        if name in {"normal", "bounded"}:
            assert at_least(int(ruling.fails.sum()), runs, 1 - 1.1 * beta)


def test_bad_requests_say_what_to_change():
    with pytest.raises(LemmataError, match="not all among equal"):
        sides(["equal", "less"])
    with pytest.raises(LemmataError, match="must not be negative"):
        judge(0.0, 0.1, slack=-0.1)


def test_one_sided_levels_double():
    level = one_sided(1e-3, sides([Relation.EQUAL, Relation.AT_MOST]))
    assert level.tolist() == [1e-3, 2e-3]
