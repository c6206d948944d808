"""What doubles speak against, and nothing finer confirms, is not corroborated; what they cannot tell is left open."""

from __future__ import annotations

import pytest

from lemmata import Claim, Domain, Identity, Inequality, Naturals, Part, Positive, Settings, Symbol
from lemmata.verify.engine.findings import law_record
from lemmata.verify.engine.records import Evidence
from lemmata.verify.engine.scope import narrower

a, n = Symbol("a", "a number", Positive), Symbol("n", "a small number", Naturals)
CORE = Domain(core=(a >= 2, a <= 3))
BOUND = Claim("mine.bound", says="at most a", statement=Inequality(a, a + a * 0 + 1), domain=CORE)
SAME = Claim("mine.same", says="it is a", statement=Identity((a + 1) ** 2, a**2 + 2 * a + 1), domain=CORE)


@pytest.mark.parametrize(("error", "outcome"), [(0.01, "undecided"), (3.0, "holds")])
@pytest.mark.parametrize("claim", [BOUND, SAME])
def test_a_point_outside_the_core(claim: Claim, error: float, outcome: str) -> None:
    """left 11, right 10, found up to the error: one is clear, the other is not."""
    places = [2.1, 2.3, 2.5, 2.7]
    rows = [{"point": {"a": v}, "core": v < 3} for v in (*places, 10.0)]
    found = [Evidence("holds", statistic=v, predicted=v, interval=(v, v), resolution=1e-9, point={"a": v}) for v in places]
    ratio = 1.1 if claim is BOUND else 2 * error / 11
    found.append(
        Evidence(
            "undecided", statistic=11.0, predicted=10.0, interval=(11 - error, 11 + error), resolution=ratio, size=1 / 11,
            point={"a": 10.0},
        )
    )  # fmt: skip
    assert law_record(Settings(claim), claim.laws()[0], rows, found, 1e-3).outcome == outcome


def test_the_scope_says_what_is_claimed_by_the_part_and_which_values_none_of_the_points_has() -> None:
    part = Part(Identity((n + a) ** 2, n**2 + 2 * n * a + a**2), when=(a <= 5,), says="a sum")
    settings = Settings(Claim("mine.sum", parts={"main": part}, domain=Domain(n <= 6, a <= 10)))
    points = [{"n": k, "a": 1.0} for k in (1, 2, 4, 6)]
    text = narrower(settings, {"n": [1, 6], "a": [1.0, 2.0]}, None, 0, part.when, points)
    assert text == "1 ≤ a ≤ 2, n ≠ 3, 5; claimed for 0 < a ≤ 5, 1 ≤ n ≤ 6" or text == (
        "n ≠ 3, 5, 1 ≤ a ≤ 2; claimed for 1 ≤ n ≤ 6, 0 < a ≤ 5"
    )
    assert narrower(settings, {"n": [1, 6]}, None, 0, part.when, [{"n": k} for k in range(1, 7)]) == ""
