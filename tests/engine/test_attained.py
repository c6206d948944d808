"""How nearly a bound is attained: never by a ratio above 1, which at a point that is left open shows rounding or no convergence."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from lemmata.verify.engine.findings import _left_open, _resolution
from lemmata.verify.engine.records import Evidence

BOUND: Any = SimpleNamespace(kind="inequality")


def test_a_ratio_above_one_attains_nothing() -> None:
    """What holds attains at most 1; what is left open above 1 is told with its share of the points."""
    seen = [Evidence("holds", resolution=0.4), Evidence("undecided", resolution=1e9), Evidence("undecided", resolution=0.7)]
    assert _resolution(BOUND, seen) == 0.7
    assert _resolution(BOUND, [*seen, Evidence("holds", resolution=1 + 1e-12)]) == 1.0
    assert _left_open(BOUND, seen) == ["left open at 1 of 3 points, where left/right comes to 1e+09"]
    assert _left_open(BOUND, seen[:1]) == []
