"""Drift, spread, growth and places of rest of the overlap in high dimension, as the claims state them, against reference numbers."""

import pytest
import sympy as sp

from lemmata import evaluate
from lemmata.theory.sgd import generative_rate, interpolation
from lemmata.theory.sgd.notation import in_the_limit


@pytest.mark.parametrize(("m", "drift", "spread"), [("0", 0.299366, 1.673370), ("1/2", 0.217840, 1.660756)])
def test_reference_drift(m: str, drift: float, spread: float) -> None:
    overlap = sp.Rational(m)
    for f, value in ((lambda z, u, g: g * (z - overlap * u), drift), (lambda z, u, g: g**2, spread)):
        assert float(evaluate(in_the_limit(f, overlap), a=1.0)) == pytest.approx(value, abs=1e-6)


def test_reference_growth_rate() -> None:
    """kappa (mu_2 - kappa v/2) with mu_2 = .62519, v = .53621."""
    assert float(evaluate(generative_rate.rate(generative_rate.half))) == pytest.approx(0.27336, abs=1e-5)


@pytest.mark.parametrize(("kappa", "rest"), [(1.0, 0.303623), (0.5, 0.515717), (0.1, 0.870303)])
def test_reference_place_of_rest(kappa: float, rest: float) -> None:
    """The overlap grows just below it and falls just above."""
    below, above = (
        float(evaluate(interpolation.balance(sp.Float(m), sp.Float(kappa), sp.Integer(1)))) for m in (rest - 2e-6, rest + 2e-6)
    )
    assert below > 1 > above
