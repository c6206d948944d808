"""Orders from one side: a small exponent is no exponent 0, and falling behind is allowed."""

from __future__ import annotations

import pytest

from lemmata import Claim, Domain, Ladder, Naturals, Order, Rational, Settings, Symbol, log
from lemmata.verify.engine.runner import Run

n = Symbol("n", "a size", Naturals)
LADDER = Ladder(n, (10, 100, 1000, 10**4, 10**5))


@pytest.mark.parametrize(
    ("quantity", "direction", "outcome"),
    [
        (n ** Rational(6, 5), "upper", "fails"),
        (n ** Rational(11, 10), "upper", "fails"),
        (n * log(n), "upper", "undecided"),
        (3 * n + 1, "upper", "holds"),
        (n ** Rational(1, 2), "upper", "holds"),
        (n ** Rational(4, 5), "lower", "fails"),
        (n**2, "lower", "holds"),
    ],
)
def test_an_order_from_one_side(quantity: object, direction: str, outcome: str) -> None:
    made = Claim(
        "mine.order", says="an order", statement=Order(quantity, n, ladder=LADDER, direction=direction), domain=Domain(n >= 1)
    )
    (record,) = Run([Settings(made)], seed=0)
    law = next(law for law in record.laws if law.role == "truth")
    assert law.outcome == outcome or (outcome == "undecided" and law.outcome == "fails")
