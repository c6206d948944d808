"""Hulls of fits: limits, orders and rates hold within what the expansion leaves open, and are refuted only beyond it."""

from __future__ import annotations

import os

import numpy as np
import pytest

from lemmata.theory.language.errors import LemmataError, NonFinite
from lemmata.verify.engine.stats.decide import Decision
from lemmata.verify.engine.stats.expansion import Term
from lemmata.verify.engine.stats.hull import judge_limit, limit_hull, limit_hulls, verdict
from lemmata.verify.engine.stats.orders import judge_order, order_hulls
from lemmata.verify.engine.stats.plannable import plannable

ROOTS, WHOLE = (Term(0.5), Term(1.0)), (Term(1.0), Term(2.0))
K = np.array([16.0, 64.0, 256.0, 1024.0])
LONG = np.array([10.0, 20.0, 40.0, 80.0, 160.0, 320.0])
FAR = np.array([1e2, 1e3, 1e4, 1e5])
KEYS = 40 if os.environ.get("LEMMATA_ATTACK") == "1" else 2
HOLDS, FAILS, UNDECIDED = Decision.HOLDS, Decision.FAILS, Decision.UNDECIDED
EXACT = {
    "roots": (lambda k: 1 + k**-0.5 + 1 / k, 1.0, ROOTS),
    "log": (lambda k: 1 + np.log(k) / k, 1.0, (Term(1.0, 1.0), Term(1.0))),
    "half-integers": (lambda k: 1 + 1 / k + 2 * k**-1.5, 1.0, (Term(1.0), Term(1.5))),
    "slow": (lambda k: k**-0.15, 0.0, (Term(0.15), Term(0.3))),
}
# infinite series, another expansion: not in any class of two terms
UNEXPECTED = {
    "a series of roots": (lambda k: 1 / (1 + k**-0.5), 1.0, ROOTS),
    "a third term": (lambda k: 1 + k**-0.5 + 1 / k + 3 * k**-1.5, 1.0, ROOTS),
    "exponential": (lambda k: np.exp(2 / k), 1.0, WHOLE),
    "rational": (lambda k: k / (k + 3), 1.0, WHOLE),
    "stretched": (lambda k: np.tanh(k**0.3), 1.0, WHOLE),
    "slow, called fast": (lambda k: k**-0.15, 0.0, ROOTS),
    "log, called roots": (lambda k: 1 + np.log(k) / k, 1.0, ROOTS),
    "1/log, called roots": (lambda k: 1 + 1 / np.log(k), 1.0, ROOTS),
    "1/log², called roots": (lambda k: 1 / np.log(k) ** 2, 0.0, ROOTS),
}


@pytest.mark.parametrize("name", EXACT)
@pytest.mark.parametrize("k", [K, LONG, FAR], ids=["4", "6", "far"])
def test_exact_rungs_of_the_declared_class_give_the_limit(name, k):
    f, limit, terms = EXACT[name]
    hull = limit_hull(k, f(k), np.zeros(len(k)), terms)
    assert not hull.excludes(limit)
    assert hull.high - hull.low < 1e-10
    found = judge_limit(k, f(k), np.zeros(len(k)), terms, stated=limit, resolution=1e-3, scale=1.0)
    assert found.decision is HOLDS and found.resolution < 1e-9
    wrong = judge_limit(k, f(k), np.zeros(len(k)), terms, stated=limit + 0.012, resolution=0.1, scale=1.0)
    assert wrong.decision is not HOLDS


@pytest.mark.parametrize("name", EXACT | UNEXPECTED)
@pytest.mark.parametrize("noise", [0.0, 1e-4, 3e-3])
@pytest.mark.parametrize("k", [K, LONG, FAR], ids=["4", "6", "far"])
def test_a_true_limit_is_not_refuted_and_no_verdict_claims_more_than_is_true(name, noise, k):
    f, limit, terms = (EXACT | UNEXPECTED)[name]
    for key in range(KEYS if noise else 1):
        y = f(k) + noise * np.random.default_rng(key).standard_normal(len(k))
        hulls = limit_hulls(k, y, np.full(len(k), noise), terms, alpha=1e-4)
        assert not hulls[2].excludes(limit)
        off = verdict(hulls, limit + 0.07, 0.05, 1.0, "")
        assert off.decision is not HOLDS


@pytest.mark.parametrize("name", ["exponential", "rational", "a third term", "a series of roots"])
@pytest.mark.parametrize("k", [K, LONG, FAR], ids=["4", "6", "far"])
def test_a_series_that_goes_on_beyond_the_declared_terms_still_has_its_limit(name, k):
    f, limit, terms = UNEXPECTED[name]
    found = judge_limit(k, f(k), np.zeros(len(k)), terms, stated=limit, resolution=0.05, scale=1.0)
    assert found.decision is HOLDS
    off = judge_limit(k, f(k), np.zeros(len(k)), terms, stated=limit + 0.08, resolution=0.05, scale=1.0)
    assert off.decision is not HOLDS


def test_gross_errors_are_refuted():
    for f, limit, terms in list(EXACT.values())[:3]:
        found = judge_limit(LONG, f(LONG), np.full(6, 1e-4), terms, stated=limit + 0.3, resolution=0.1, scale=1.0)
        assert found.decision is FAILS


def test_what_only_a_slower_expansion_would_allow_is_undecided():
    y = 1 + 1 / np.log(K)
    found = judge_limit(K, y, np.full(4, 1e-3), ROOTS, stated=1.0, resolution=0.1, scale=1.0)
    assert found.decision is UNDECIDED
    assert found.declared.excludes(1.0) and not found.wide.excludes(1.0)
    assert found.assumption == "given the expansion k^-0.5, k^-1"


def test_hard_bounds_widen_the_hull_by_what_they_may_do():
    y = 1 + K**-0.5 + 1 / K
    exact = limit_hull(K, y, np.zeros(4), ROOTS)
    for shift in np.array(np.meshgrid(*[[-1e-3, 1e-3]] * 4)).reshape(4, -1).T:
        hull = limit_hull(K, y + shift, np.zeros(4), ROOTS, bounds=np.full(4, 1e-3))
        assert not hull.excludes(1.0)
        assert hull.high - hull.low > exact.high - exact.low


def test_units_do_not_matter():
    y = 1 + K**-0.5 + 1 / K
    one = limit_hull(K, y, np.full(4, 1e-3), ROOTS)
    for unit in (1e200, 1e-200):
        hull = limit_hull(K, unit * y, np.full(4, 1e-3 * unit), ROOTS)
        assert hull.low == pytest.approx(unit * one.low, rel=1e-9)
        assert hull.high == pytest.approx(unit * one.high, rel=1e-9)


def test_constant_and_vanishing_ladders():
    for value in (0.0, 1.0, 1e-300, 1e300):
        y = np.full(4, value)
        scale = value or 1.0
        assert judge_limit(K, y, np.zeros(4), ROOTS, stated=value, resolution=0.1, scale=scale).decision is HOLDS
        assert judge_limit(K, y, np.zeros(4), ROOTS, stated=value + 0.2 * scale, resolution=0.1, scale=scale).decision is FAILS


def test_a_ladder_that_is_too_noisy_or_too_slow_is_not_planned():
    fine, noisy = plannable(K, 0.003, ROOTS, 0.1), plannable(K, 0.05, ROOTS, 0.1)
    assert fine and not noisy
    assert 0.003 < noisy.needed_noise < 0.05
    slow = plannable(K, 1e-9, (Term(0.0, -1.0), Term(1.0)), 0.1)
    assert not slow and slow.needed_noise == 0.0
    # what is planned is decided: the declared hull of noisy rungs then has the resolution nearly always
    held = 0
    for key in range(50):
        y = 1 + K**-0.5 + 1 / K + fine.needed_noise * np.random.default_rng(key).standard_normal(4)
        hull = limit_hull(K, y, np.full(4, fine.needed_noise), ROOTS)
        held += max(hull.high - 1, 1 - hull.low) <= 0.1
    assert held >= 40


def test_orders_with_constants_are_judged_by_both():
    exact = np.zeros(6)
    assert judge_order(LONG, 5 * LONG, exact, ROOTS, stated=1.0, constants=(1.0, 100.0)).decision is HOLDS
    for truth in (LONG**1.2, 200 * LONG, 0.5 * LONG):
        assert judge_order(LONG, truth, exact, ROOTS, stated=1.0, constants=(1.0, 100.0)).decision is FAILS
    noisy = LONG**1.2 * (1 + 0.01 * np.random.default_rng(0).standard_normal(6))
    assert judge_order(LONG, noisy, 0.01 * noisy, ROOTS, stated=1.0, constants=(1.0, 100.0)).decision is not HOLDS


@pytest.mark.parametrize("omega", [1.0, 2.0, 5.0, 9.0])
@pytest.mark.parametrize("k", [K, LONG, np.array([16.0, 48.0, 144.0, 432.0, 1296.0])], ids=["4", "6", "5"])
def test_a_log_periodic_order_is_not_refuted(omega, k):
    for phase in (0.0, 1.0, 2.0):
        y = k * (1 + 0.3 * np.sin(omega * np.log(k) + phase))
        assert judge_order(k, y, 0.01 * y, ROOTS, stated=1.0).decision is not FAILS


def test_orders_and_rates():
    for f, order in ((lambda k: 3 * k, 1.0), (lambda k: (k + 5) ** 0.5, 0.5), (lambda k: k**-1.5 * (1 + 1 / k), -1.5)):
        y = f(LONG)
        assert judge_order(LONG, y, 1e-3 * np.abs(y), WHOLE, stated=order).decision is HOLDS
        assert judge_order(LONG, y, 1e-3 * np.abs(y), WHOLE, stated=order + 0.6).decision is FAILS
    y = LONG * np.log(LONG)
    assert not order_hulls(LONG, y, 1e-3 * y, WHOLE, logs=1.0)[0].excludes(1.0)
    x = np.array([2.0, 4.0, 6.0, 8.0, 10.0])
    y = 3 * np.exp(-0.7 * x) * (1 + 1 / x)
    assert judge_order(x, y, 1e-3 * y, WHOLE, stated=-0.7, growth="exponential", resolution=0.1).decision is HOLDS
    assert judge_order(x, y, 1e-3 * y, WHOLE, stated=-1.4, growth="exponential", resolution=0.1).decision is FAILS


def test_values_without_a_logarithm_decide_nothing():
    y = np.array([1.0, -1.0, 2.0, 3.0])
    assert judge_order(K, y, np.zeros(4), ROOTS, stated=1.0).decision is UNDECIDED


def test_nonsense_is_refused():
    y = np.ones(4)
    with pytest.raises(LemmataError, match="at least two"):
        limit_hull(K, y, y, (Term(1.0), Term(1.0)))
    with pytest.raises(LemmataError, match="at least four"):
        limit_hull(K[:3], y[:3], y[:3], ROOTS)
    with pytest.raises(NonFinite, match="value of the ladder is nan"):
        limit_hull(K, np.array([1.0, np.nan, 1.0, 1.0]), y, ROOTS)
    with pytest.raises(LemmataError, match="must vanish"):
        Term(0.0, 1.0)
    with pytest.raises(LemmataError, match="resolution"):
        judge_order(K, y, y, ROOTS, stated=1.0, growth="exponential")


@pytest.mark.parametrize(
    ("f", "limit"),
    [
        (lambda k: np.log(k) / k**0.1, 0.0),
        (lambda k: np.log(k) / k**0.15, 0.0),
        (lambda k: np.log(np.log(k)) / np.log(k), 0.0),
        (lambda k: 1 / np.log(np.log(k)), 0.0),
    ],
)
def test_a_limit_reached_more_slowly_than_any_term_of_the_class_is_not_refuted(f, limit):
    sizes = 2.0 ** np.arange(4, 12)
    found = judge_limit(sizes, f(sizes), np.zeros(8), (Term(1.0), Term(2.0)), stated=limit, resolution=0.1, scale=1.0)
    assert found.decision is UNDECIDED


@pytest.mark.parametrize(
    ("f", "stated"),
    [
        (lambda k: (1 + 1 / k) ** k, 2.7),
        (lambda k: k ** (1 / k), 2.0),
        (lambda k: np.log(k) / k, 0.5),
        (lambda k: np.log(k) / np.sqrt(k), 1.0),
    ],
)
def test_a_wrong_limit_is_refuted_although_no_term_of_the_class_is_exact(f, stated):
    sizes = 2.0 ** np.arange(4, 12)
    found = judge_limit(sizes, f(sizes), np.zeros(8), (Term(1.0), Term(2.0)), stated=stated, resolution=0.1, scale=stated)
    assert found.decision is FAILS
