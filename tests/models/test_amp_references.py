"""Numbers of message passing for ridge regression that were computed independently of this code, to the digits given."""

from __future__ import annotations

import pytest

from lemmata.numerics.formula.certain import evaluate
from lemmata.theory.amp import notation, ridge_closed_form
from lemmata.theory.language.definitions import expand


@pytest.mark.parametrize(
    ("alpha", "ridge", "v", "rho"),
    [(2.0, 0.5, 0.561553, 0.258641), (0.7, 0.1, 4.316625, 0.461439), (1.0, 0.02, 6.588723, 0.753816)],
)
def test_ridge_by_its_variance(alpha: float, ridge: float, v: float, rho: float) -> None:
    known = {"V": v, "α": alpha}
    for formula, value in ((notation.ridge(), ridge), (ridge_closed_form.rho, rho)):
        found, _ = evaluate(expand(formula), known)
        assert float(found) == pytest.approx(value, rel=3e-6)


def test_risk_of_ridge_regression() -> None:
    found, _ = evaluate(expand(ridge_closed_form.mse), {"V": 0.561553, "α": 2.0, "σ²": 0.2})
    assert float(found) == pytest.approx(0.176114, abs=2e-6)
