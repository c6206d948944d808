"""Samples that decide nothing at a point may still speak against a bound: then it is not corroborated."""

from __future__ import annotations

from typing import Any

import pytest
from scipy.stats import binom

from lemmata import Claim, Domain, Guarantee, Inequality, Mean, Naturals, Normal, Positive, Rational, Sampled, Symbol, Within
from lemmata.theory.language.part import Law
from lemmata.verify.engine.leaning import leans
from lemmata.verify.engine.records import Evidence
from lemmata.verify.engine.stats.decide import Decision
from lemmata.verify.engine.stats.guarantee import guarantee

a, b, Z = Symbol("a", "a number", Positive), Symbol("b", "a count", Naturals), Sampled("Z", Normal())


def law(statement: Any) -> Law:
    return next(iter(Claim("mine.bound", says="a bound", statement=statement, domain=Domain(a > 0)).laws()))


EVENT = law(Guarantee(Z <= a, Rational(9, 10)))
BOUND = law(Inequality(Mean(Z**2), a))
BETWEEN = law(Within(Mean(Z**2), a, 2 * a))


def counted(failures: int, runs: int, alpha: float = 1e-7) -> tuple[Decision, Evidence]:
    found = guarantee(failures, runs, 0.1, alpha=alpha, sequential=True)
    interval = (1 - found.high, 1 - found.low)
    return found.decision, Evidence(
        "undecided", statistic=1 - failures / runs, predicted=0.9, interval=interval, how="statistical"
    )


@pytest.mark.parametrize("runs", [64, 256, 1024, 4096])
def test_a_guarantee_that_is_attained_looks_so_once_in_forty_times_at_most(runs: int) -> None:
    seen = [(k, *counted(k, runs)) for k in range(runs // 2)]
    chance = sum(binom.pmf(k, runs, 0.1) for k, d, e in seen if d is Decision.UNDECIDED and leans(EVENT, e))
    assert chance <= 1 / 40


def test_one_that_fails_half_as_often_again_is_seen_before_it_is_refuted() -> None:
    """At a failure probability of 0.15, 1024 runs refute a guarantee of 0.9 rarely, and lean against it in nine of ten cases."""
    seen = [(k, *counted(k, 1024)) for k in range(512)]
    weight = binom.pmf(range(512), 1024, 0.15)
    refuted = sum(w for w, (_, d, _) in zip(weight, seen, strict=True) if d is Decision.FAILS)
    leaning = sum(w for w, (_, d, e) in zip(weight, seen, strict=True) if d is Decision.UNDECIDED and leans(EVENT, e))
    assert refuted < 0.5 < 0.9 < refuted + leaning


def test_which_side_of_a_bound_it_is() -> None:
    def at(found: float, limit: float, stated: Any = None) -> Evidence:
        return Evidence(
            "undecided", statistic=found, predicted=limit, interval=(found - 1, found + 1), how="statistical", stated=stated
        )

    assert leans(BOUND, at(2.6, 2.0))
    assert not leans(BOUND, at(2.4, 2.0))
    assert not leans(BOUND, at(1.4, 2.0)), "that is how it should be"
    assert [leans(BETWEEN, at(x, 2.0, (2.0, 4.0))) for x in (1.4, 1.6, 3.0, 4.4, 4.6)] == [True, False, False, False, True]
    assert not leans(BOUND, Evidence("undecided", statistic=2.6, predicted=2.0, interval=(1.6, 3.6), how="float"))
    assert not leans(BOUND, Evidence("undecided", detail="nothing is known", how="statistical"))


def test_a_part_with_such_a_point_is_undecided_and_says_where(examine: Any) -> None:
    """P[Z + XY/10 ≤ b + 1/10] is 0.863 at b = 1, where some hundred runs do not refute 0.9, and above 0.98 at all others."""
    X, Y = Sampled("X", Normal()), Sampled("Y", Normal())
    claim = Claim(
        "mine.corner",
        says="nine tenths are below b + 1/10",
        statement=Guarantee(Z + X * Y / 10 <= b + Rational(1, 10), Rational(9, 10)),
        domain=Domain(b >= 1, core=(b <= 8,)),
    )
    found = [examine(claim, core=(1, 8), rest=(0, 0), replicates=(512, 512), seed=seed).parts[0] for seed in range(10)]
    assert sum(part.verdict == "corroborated" for part in found) <= 2
    assert sum("lean against it" in part.detail for part in found) >= 5
