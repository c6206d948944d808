"""A bound that looks broken by far at a point, where nothing confirms it, is not corroborated; one that is attained may be left open."""

from __future__ import annotations

import pytest

from lemmata import Claim, Domain, Inequality, Mean, Normal, Positive, Sampled, Settings, Symbol
from lemmata.verify.engine.findings import law_record
from lemmata.verify.engine.records import Evidence

a = Symbol("a", "a number", Positive)
claim = Claim(
    "mine.bound",
    says="It is at most a",
    statement=Inequality(Mean(Sampled("Z", Normal()) ** 2), a),
    domain=Domain(core=(a >= 2, a <= 3)),
)


@pytest.mark.parametrize(("ratio", "outcome"), [(1.3, "holds"), (1170.0, "undecided")])
@pytest.mark.parametrize("core", [False, True])
def test_a_point_that_is_left_open(ratio: float, outcome: str, core: bool) -> None:
    places = [2.1, 2.3, 2.5, 2.7, 2.9, 2.95, 3.0]
    rows = [{"point": {"a": v}, "core": core or v < 3} for v in places]
    found = [Evidence("holds", resolution=0.5, point={"a": v}, how="statistical") for v in places[:-1]]
    found.append(Evidence("undecided", resolution=ratio, point={"a": 3.0}, how="statistical"))
    record = law_record(Settings(claim), claim.laws()[0], rows, found, 1e-3)
    assert record.outcome == outcome
    assert (f"at a = 3 left/right comes to {ratio:.3g}" in record.detail) is (outcome == "undecided")
    assert record.left_open == ("1 of 7 points of the core, such as a = 3" if core and outcome == "holds" else "")
