"""Points of a claim: what the core covers, how far the rest reaches, conditions, and that points are a pure function of the salt."""

from __future__ import annotations

import json
import math
import subprocess
import sys
from itertools import pairwise
from typing import Any

import pytest
import scipy.stats as st
import sympy as sp

from lemmata import (
    LINKS,
    PSD,
    Array,
    Claim,
    Domain,
    Function,
    Identity,
    Integers,
    Mean,
    Naturals,
    NonNegative,
    Normal,
    Positive,
    Reals,
    Sampled,
    Symbol,
    Tied,
    Trace,
)
from lemmata.theory.language.domain import holds
from lemmata.theory.language.errors import DomainError
from lemmata.verify.engine.drawing import core_plan, draw_points, points_for
from lemmata.verify.engine.hull import tightened
from lemmata.verify.engine.ranges import Interval, heavy, spread
from lemmata.verify.engine.space import Space, choices, ordered

n, d = Symbol("n", "samples", Naturals), Symbol("d", "dimension", Naturals)
a, lam, t = Symbol("a", "frequency", Positive), Symbol("λ", "ridge", NonNegative), Symbol("t", "time", Reals)
k = Symbol("k", "level", Integers)
Z = Sampled("Z", Normal())
SALTS = range(12)


def claim(*symbols: Any, domain: Domain | None = None, extra: Any = 0) -> Claim:
    """A claim that speaks of these symbols."""
    product = sp.Mul(*symbols)
    return Claim(
        "test.points", statement=Identity(Mean(product * Z**2) + extra, product + extra), says="it holds", domain=domain
    )


def matrix_claim(domain: Domain | None = None) -> Claim:
    X, K = Sampled("X", Normal(), n, d), Array("K", "kernel", n, n, kind=PSD)
    f = Function("σ", "link", of=LINKS)
    return Claim(
        "test.matrices",
        statement=Identity(Mean(Trace(X.T * K * X)) + f(lam), d * Trace(K) + f(lam)),
        says="it holds",
        domain=domain,
    )


def valid(made: Claim, points: list[dict[str, Any]]) -> None:
    for point in points:
        assert json.loads(json.dumps(point)) == point
        assert set(point) == {s.name for s in made.symbols} | set(choices(made))
        for symbol in made.symbols:
            value = point[symbol.name]
            assert type(value) is (int if symbol.is_integer else float) and math.isfinite(value)
            assert symbol.domain.contains(value)
        assert not made.domain.broken(point)


# -- the core ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("salt", SALTS)
def test_the_core_has_both_ends_every_option_and_full_precision(salt: int) -> None:
    made = matrix_claim(Domain(d <= 4 * n, lam < 2, core=(n <= 9,)))
    points = core_plan(made, 6, salt)
    valid(made, points)
    assert len(points) >= 7  # as many as the options of σ need
    assert {p["n"] for p in points} >= {1, 9}
    assert any(p["d"] == 1 for p in points) and any(p["d"] == 4 * p["n"] for p in points)
    assert any(p["λ"] == 0 for p in points) and any(p["λ"] == pytest.approx(2 - 2e-3) for p in points)
    for name, options in choices(made).items():
        assert {p[name] for p in points} == set(options)
    assert any(len(f"{p['λ']:.17g}".replace(".", "").strip("0")) >= 15 for p in points)
    assert all(p["n"] <= 9 for p in points)
    assert points[0]["K:style"] == "generic" and points[0]["n"] in (4, 5, 6)


@pytest.mark.parametrize(
    ("domain", "low", "high"),
    [
        (Domain(a >= sp.Rational(1, 10), a <= sp.Rational(2, 3)), 0.1, 0.6666666666666666),
        (Domain(a > 1, a < 3), 1.002, 2.998),
        (Domain(a > 1, a < 101), 1.001, 100.899),
        (Domain(a > 0, core=(a >= 0.01, a <= 5)), 0.01, 5.0),
        (Domain(), 0.1, 10.0),
        (Domain(a <= sp.Rational(1, 1000)), 0.00001, 0.001),
        (Domain(a <= sp.Rational(1, 8)), 0.00125, 0.125),
        (Domain(a <= sp.sqrt(2), a >= 1), 1.0, 1.414213562373095),
    ],
)
def test_ends_closed_or_approached(domain: Domain, low: float, high: float) -> None:
    made = claim(a, domain=domain)
    for salt in SALTS:
        values = [p["a"] for p in core_plan(made, 5, salt)]
        assert min(values) == pytest.approx(low, rel=1e-12) and max(values) == pytest.approx(high, rel=1e-12)
        assert all(holds(c, {"a": v}) for v in values for c in domain.conditions)


def test_a_wide_positive_range_is_drawn_on_a_logarithmic_scale() -> None:
    made = claim(a, domain=Domain(core=(a >= 1e-4, a <= 1e4)))
    values = [p["a"] for p in draw_points(made, 200, salt=3)]
    decades = [sum(10.0**e <= v < 10.0 ** (e + 1) for v in values) for e in range(-4, 4)]
    assert min(decades) >= 15  # 25 on average, low discrepancy


def test_low_discrepancy_covers_a_range() -> None:
    values = sorted(p["t"] for p in draw_points(claim(t), 60, salt=1))
    gaps = [y - x for x, y in pairwise(values)]
    assert max(gaps) < 6 / 60 * 4 and values[0] == -3 and values[-1] == 3


def test_ends_that_other_symbols_leave() -> None:
    made = claim(k, n, d, domain=Domain(k >= 1, k < n, n < d))
    for salt in SALTS:
        points = core_plan(made, 8, salt)
        valid(made, points)
        assert min(p["d"] for p in points) == 3 and max(p["d"] for p in points) == 12
        assert {p["k"] == 1 for p in points} == {True, False} and any(p["n"] == p["d"] - 1 for p in points)
    tight = tightened(
        {a: Interval("a", 0.0, 9.0, (False, True), False), t: Interval("t", -5.0, 1.0, (True, True), False)},
        [2 * a + t < 1, t >= -3],
    )
    assert (tight[a].low, tight[a].high, tight[a].closed) == (0.0, 2.0, (False, False))
    assert (tight[t].low, tight[t].high, tight[t].closed) == (-3.0, 1.0, (True, False))
    chain = [Symbol(f"s{i}", "a link", Positive if i % 2 else Reals) for i in range(9)]
    long = claim(*chain, domain=Domain(*(chain[i] <= chain[i + 1] for i in range(8))))
    valid(long, core_plan(long, 8, 0))
    valid(long, draw_points(long, 20, salt=0, where="rest"))


def test_a_symbol_is_drawn_after_what_bounds_it() -> None:
    assert [s.name for s in ordered([d, n], Domain(d <= 4 * n))] == ["n", "d"]
    assert [s.name for s in ordered([n, d], Domain(d >= n))] == ["n", "d"]
    assert [s.name for s in ordered([a, lam, t], Domain(lam < a, a < t, t > 0))] == ["t", "a", "λ"]
    assert sorted(s.name for s in ordered([a, t], Domain(a < t, t < a + 1))) == ["a", "t"]  # a circle


def test_points_are_a_function_of_the_salt_and_of_no_other_symbol() -> None:
    made = matrix_claim(Domain(d <= 4 * n))
    assert core_plan(made, 9, 5) == core_plan(made, 9, 5) != core_plan(made, 9, 6)
    assert draw_points(made, 9, salt=5, where="rest") == draw_points(made, 9, salt=5, where="rest")
    alone, more = core_plan(claim(t), 7, 5), core_plan(claim(t, lam), 7, 5)
    assert [p["t"] for p in alone][1:3] == [p["t"] for p in more][1:3]


def test_points_do_not_depend_on_the_hash_seed() -> None:
    code = (
        "import json\nfrom lemmata import *\nfrom lemmata.verify.engine.drawing import core_plan, draw_points\n"
        "n = Symbol('n', 'rows', Naturals); d = Symbol('d', 'columns', Naturals); a = Symbol('a', 'scale', Positive)\n"
        "X = Sampled('X', Normal(a), n, d); K = Array('K', 'kernel', n, n, kind=PSD); f = Function('σ', 'link')\n"
        "c = Claim('t.t', statement=Identity(Mean(Trace(X.T*K*X)) + f(a), a*d*Trace(K) + f(a)), says='s', domain=Domain(d <= 4*n))\n"
        "print(json.dumps([core_plan(c, 7, 3), draw_points(c, 20, salt=3, where='rest')]))\n"
    )
    seen = {
        subprocess.run(
            [sys.executable, "-c", code], env={"PYTHONHASHSEED": str(s), "PATH": ""}, capture_output=True, text=True, check=True
        ).stdout
        for s in (1, 2)
    }
    assert len(seen) == 1 and "K:style" in seen.pop()


def test_what_is_fixed_stays_and_bounds_the_others() -> None:
    made = matrix_claim(Domain(d <= 4 * n))
    for where in ("core", "rest"):
        points = draw_points(made, 10, salt=0, where=where, fixed={"n": 2, "K:style": "zero"})  # type: ignore[arg-type]
        valid(made, points)
        assert (
            {p["n"] for p in points} == {2} and {p["K:style"] for p in points} == {"zero"} and max(p["d"] for p in points) <= 8
        )


def test_arrays_made_together_are_one_choice() -> None:
    kind = Tied(("F", "G"), lambda p, draw: {}, styles=("generic", "flat"))
    f, g = Array("F", "design", n, d, kind=kind), Array("G", "Gram matrix", n, n, kind=kind)
    made = Claim("test.tied", statement=Identity(Trace(f * f.T), Trace(g)), says="it holds")
    assert choices(made) == {"F,G:style": ("generic", "flat")}
    valid(made, core_plan(made, 5, 0))


def test_a_claim_without_parameters_has_one_point() -> None:
    made = Claim("test.none", statement=Identity(Mean(Z**2), 1), says="the variance is 1")
    assert core_plan(made, 5, 0) == [{}] == draw_points(made, 5, salt=0, where="rest") and draw_points(made, 0, salt=0) == []


# -- the rest ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "domain",
    [
        Domain(),
        Domain(a < 2, lam <= a, t >= -1),
        Domain(a**2 + t**2 <= 1),
        Domain(sp.Ne(t, 0), sp.Or(a > 3, lam > 2)),
        Domain(a >= sp.Rational(1, 10), a <= sp.Rational(1, 3), t < sp.Rational(1, 10)),
        Domain(a * t > 5, a * t < 5.0001),
        Domain(sp.And(a > 1, t > a)),
    ],
    ids=str,
)
def test_no_point_leaves_the_domain(domain: Domain) -> None:
    made = claim(a, lam, t, domain=domain)
    for salt in SALTS:
        for points in (core_plan(made, 6, salt), draw_points(made, 20, salt=salt, where="rest")):
            valid(made, points)


def test_the_rest_reaches_far_and_near_the_ends() -> None:
    values = [p["a"] for p in draw_points(claim(a), 400, salt=0, where="rest")]
    logs = [math.log10(v) for v in values]
    assert min(logs) < -4.5 and max(logs) > 6 and sum(v == 1.0 for v in values) > 0
    both = [p["t"] for p in draw_points(claim(t), 400, salt=0, where="rest")]
    share = sum(v > 0 for v in both)
    assert st.binomtest(share, sum(v != 0 for v in both), 0.5).pvalue > 1e-6 and 0.0 in both and max(map(abs, both)) > 1e5
    inside = [p["a"] for p in draw_points(claim(a, domain=Domain(a < 2)), 400, salt=0, where="rest")]
    assert min(inside) < 1e-4 and 2 - max(inside) < 1e-4 and sum(0.5 < v < 1.5 for v in inside) > 20
    closed = [p["a"] for p in draw_points(claim(a, domain=Domain(a <= 2)), 400, salt=0, where="rest")]
    assert 2.0 in closed


def test_sizes_are_bounded_by_their_cost() -> None:
    made = matrix_claim(Domain(d <= 4 * n))
    points = draw_points(made, 200, salt=0, where="rest")
    assert max(p["n"] * p["d"] for p in points) <= 40_000 and max(p["n"] for p in points) <= 200
    assert max(p["n"] for p in points) > 100 and max(p["d"] for p in points) > 50
    level = [p["k"] for p in draw_points(claim(k), 200, salt=0, where="rest")]
    assert min(level) < -100 and max(level) > 100 and max(map(abs, level)) <= 1000 and 0 in level


def test_conditions_that_are_no_bounds_are_met_or_named() -> None:
    made = claim(n, d, domain=Domain(sp.Eq(n, d**2)))  # an equation determines n
    for where in ("core", "rest"):
        points = draw_points(made, 8, salt=0, where=where)  # type: ignore[arg-type]
        valid(made, points)
        assert all(p["n"] == p["d"] ** 2 for p in points) and len(points) > 2
    hard = claim(n, d, domain=Domain(sp.Eq(n**5 + 7, d**7)))
    with pytest.raises(DomainError, match=r"test\.points: hardly any point meets .*n\*\*5.*a narrower core"):
        core_plan(hard, 4, 0)
    with pytest.raises(DomainError, match="the core of a is empty"):
        core_plan(claim(a, domain=Domain(a > 2, a < 1)), 4, 0)


@pytest.mark.parametrize(
    "when",
    [
        (a > 3,),
        (a > 3, t < a),
        (t > 1e3,),
        (sp.Eq(t, 2 * a),),
        (sp.Eq(a, sp.Rational(1, 3)),),
        (sp.And(a < 0.5, t > 0),),
        (a * t > 2,),
        (),
    ],
    ids=str,
)
def test_points_of_a_part_meet_its_conditions(when: tuple[Any, ...]) -> None:
    made = claim(a, t)
    for salt in SALTS:
        given = core_plan(made, 6, salt)
        points = points_for(made, when, 10, salt=salt, given=given)
        assert len(points) >= 10
        for point in points:
            for condition in when:
                if isinstance(condition, sp.Equality):
                    gap = (condition.lhs - condition.rhs).subs({a: point["a"], t: point["t"]})
                    assert abs(gap) < 1e-12
                else:
                    assert holds(condition, point)
        assert all(p in points for p in given if when and all(holds(c, p) for c in when))


def test_conditions_on_more_than_numbers_are_left_to_others() -> None:
    made = matrix_claim()
    kernel = made.arrays[0]
    points = points_for(made, (Trace(kernel) > 1, n > 5), 4, salt=0)
    assert len(points) == 4 and all(p["n"] > 5 for p in points)
    with pytest.raises(DomainError):
        points_for(made, (n > 5, n < 6), 4, salt=0)


# -- single ranges -------------------------------------------------------------------------------------------------

RANGES = [
    Interval("x", -math.inf, math.inf, (False, False), False),
    Interval("x", 0.0, math.inf, (False, False), False),
    Interval("x", 0.0, math.inf, (True, False), False),
    Interval("x", -math.inf, 5.0, (False, False), False),
    Interval("x", 1.0, 1.0 + 2**-50, (True, False), False),
    Interval("x", 1e-300, 1e-299, (True, True), False),
    Interval("x", -1e6, 3.0, (False, True), False),
    Interval("x", 7.0, 7.0, (True, True), False),
    Interval("x", 1, math.inf, (True, False), True),
    Interval("x", -math.inf, math.inf, (False, False), True),
    Interval("x", 3, 3, (True, True), True),
    Interval("x", -7, 10**9, (True, True), True),
]


@pytest.mark.parametrize("own", RANGES, ids=str)
def test_values_lie_in_their_range(own: Interval) -> None:
    from random import Random

    values = [heavy(own, None, Random(i), 1000) for i in range(300)]
    assert all(own.holds(v) for v in values) and all(type(v) is int for v in values) is own.integer
    laid = [spread(own, None, i / 200, 1000) for i in range(201)]
    assert all(x <= y for x, y in pairwise(laid)) and all(own.holds(v) for v in laid)
    if math.isfinite(own.high - own.low):
        ordinary = [own.at(i / 100, digits) for i in range(101) for digits in (2, 17)]
        assert all(own.holds(v) for v in (*ordinary, own.end(False), own.end(True)))


def test_the_space_knows_its_ends_exactly() -> None:
    space = Space(claim(a, t, domain=Domain(a < sp.Rational(1, 3), t <= sp.Rational(1, 10), t >= sp.Rational(1, 10))))
    third = space.interval(a, {}, core=False)
    assert third is not None and not third.holds(1 / 3) and third.holds(math.nextafter(1 / 3, 0))
    with pytest.raises(DomainError, match="hardly any point meets"):
        core_plan(space.claim, 4, 0)  # one tenth is no double
