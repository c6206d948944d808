"""A violation narrower than any step of a climb is found digit by digit; true bounds that are attained stay true."""

from __future__ import annotations

import pytest

from lemmata import check

FALSE = [
    ("1/1000 <= abs(x - 12345.678)", "x > 0", {"x": 12345.678}),
    ("1/10^6 <= abs(x^2 - 2)", "x > 0", {"x": 2**0.5}),
    ("1 <= (n - 12345)^2", "n: natural", {"n": 12345}),
    ("cos(n) <= 0.99999", "n: natural", {"n": 710}),  # 355/113 is nearly π
]
TRUE = [
    ("1 + n*x <= (1 + x)^n", "x >= -1; n: natural"),
    ("abs(sin(n*x)) <= n*abs(sin(x))", "x: real; n: natural"),
    ("exp(x) >= 1 + x + x^2/2 + x^3/6", "x > 0"),  # equal to rounding near 0
]


@pytest.mark.parametrize(("statement", "terms", "place"), FALSE, ids=[s for s, *_ in FALSE])
def test_a_thin_violation_is_found(statement, terms, place):
    found = check(statement, terms)
    assert found.verdict == "refuted"
    assert {k: found.counterexample[k] for k in place} == pytest.approx(place, abs=1e-3 if "10^6" not in statement else 1e-6)


@pytest.mark.parametrize(("statement", "terms"), TRUE, ids=[s for s, _ in TRUE])
def test_what_is_attained_is_not_refuted(statement, terms):
    assert check(statement, *terms.split("; ")).holds
