"""Drift and places of rest of the overlap in high dimension against reference numbers."""

import pytest
import sympy as sp

from lemmata import evaluate
from lemmata.numerics.models.single_index.chain import Sgd, one_step
from lemmata.numerics.models.single_index.chain_links import he3, minus_cos
from lemmata.numerics.models.single_index.overlap_drift import drift_and_spread, finite_drift, place_of_rest
from lemmata.numerics.random.draw import Draw
from lemmata.numerics.random.keys import Key
from lemmata.theory.sgd import generative_rate
from lemmata.theory.sgd.notation import in_the_limit

COSINE = Sgd(he3, minus_cos, 64, 1.0)


@pytest.mark.parametrize(("m", "drift", "spread"), [(0.0, 0.299366, 1.673370), (0.5, 0.217840, 1.660756)])
def test_reference_drift(m: float, drift: float, spread: float) -> None:
    assert drift_and_spread(COSINE, 1.0, m) == pytest.approx((drift, spread), abs=1e-6)


def test_reference_drift_as_a_term() -> None:
    for m, drift, spread in ((0, 0.299366, 1.673370), (sp.Rational(1, 2), 0.217840, 1.660756)):
        for term, value in (
            (in_the_limit(lambda z, u, g, m=m: g * (z - m * u), sp.sympify(m)), drift),
            (in_the_limit(lambda z, u, g: g**2, sp.sympify(m)), spread),
        ):
            found, _ = evaluate(term, a=1.0)
            assert found == pytest.approx(value, abs=1e-6)


def test_reference_growth_rate() -> None:
    """kappa (mu_2 - kappa v/2) with mu_2 = .62519, v = .53621."""
    assert float(evaluate(generative_rate.rate(generative_rate.half))) == pytest.approx(0.27336, abs=1e-5)


def test_online_drift_vanishes_at_the_equator() -> None:
    assert abs(drift_and_spread(Sgd(he3, minus_cos, 64, 1.0, reuse=False), 1.0, 0.0)[0]) < 1e-10


@pytest.mark.parametrize(("kappa", "rest"), [(1.0, 0.303623), (0.5, 0.515717), (0.1, 0.870303)])
def test_reference_place_of_rest(kappa: float, rest: float) -> None:
    value, error = place_of_rest(COSINE, 1.0, kappa)
    assert value == pytest.approx(rest, abs=1e-6)
    assert error < 1e-8


def test_a_finer_grid_changes_nothing() -> None:
    """In the third digit it did, of Gauss rules."""
    for m in (0.0, 0.5, 0.9):
        assert drift_and_spread(COSINE, 2.0, m) == pytest.approx(drift_and_spread(COSINE, 2.0, m, 2), abs=1e-4)


def test_finite_dimension_against_steps() -> None:
    """Mean pull along theta in R^6, 2^18 steps, within 5 standard errors; and its limit in high dimension."""
    sgd = Sgd(he3, minus_cos, 6, 0.15)
    pull = one_step(sgd, 0.2, Draw(Key(0, "tests.drift"), 2**18))["pull"]
    assert abs(float(pull.mean()) - finite_drift(sgd, 0.2)) < 5 * float(pull.std()) / 2**9
    assert finite_drift(Sgd(he3, minus_cos, 10**6, 1e-6), 0.3) == pytest.approx(drift_and_spread(COSINE, 1.0, 0.3)[0], abs=1e-5)
