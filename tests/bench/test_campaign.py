"""The measurement of campaigns runs, and what it measures is of the right size even on a busy machine."""

from __future__ import annotations

from lemmata.bench.campaign import PER_CLAIM, measured


def test_a_small_campaign() -> None:
    found = measured(units=2 * PER_CLAIM, size=1000)
    seconds = [
        value for what, value in found.items() if "load" not in what and "(ratio)" not in what and "per second" not in what
    ]
    assert len(seconds) == 4
    assert all(0 < value < 10 for value in seconds)
