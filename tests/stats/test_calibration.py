"""Every judge keeps what it promises on synthetic laws: alarms at most at the level, falsehoods seen at least as often as stated.

`LEMMATA_ATTACK=1` runs 2000 keys for each case, or takes what `lemmata calibrate --judges` has counted; the default run a
sample of them.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from scipy import stats

from lemmata.verify.engine.stats.calibration import ALPHA, BEYOND, CASES
from lemmata.verify.engine.stats.counted import FIRST_KEY, Counts, counted
from lemmata.verify.engine.stats.table import Row, table

COUNTS = Path(".lemmata/judges.jsonl")
RUNS = 2000 if os.environ.get("LEMMATA_ATTACK") == "1" else 6
POOLED = 40 if RUNS == 2000 else 2


@pytest.mark.parametrize("case", CASES, ids=lambda c: f"{c.judge}: {c.statement}")
def test_a_judge_keeps_its_promise(case):
    number = CASES.index(case)
    row = counted(Counts(COUNTS), RUNS, [number])[0] if RUNS == 2000 else case.run(RUNS, first=FIRST_KEY)
    tail = (
        stats.binom.sf(row.events - 1, RUNS, row.promised) if row.at_most else stats.binom.cdf(row.events, RUNS, row.promised)
    )
    assert tail > 1e-4, f"{row.events} of {RUNS} where {row.promised} is promised"


def test_all_alarms_together_are_as_rare_as_promised():
    """Pooled over all alarm cases, the sample is large enough to see a rate of a few times the level."""
    rows = [case.run(POOLED, first=90_000) for case in CASES if case.at_most]
    events, runs = sum(r.events for r in rows), sum(r.runs for r in rows)
    assert runs > 100
    assert stats.binom.sf(events - 1, runs, ALPHA) > 1e-4


def test_what_lies_beyond_an_assumption_is_listed_apart():
    text = table([case.run(3) for case in BEYOND])
    assert text.count("\n") == 2 + len(BEYOND)


def test_the_table_shows_promise_and_observation():
    text = table([Row("mean", "a | b", 0.01, 12, 2000), Row("mean", "power", 0.9, 1700, 2000, at_most=False)])
    kept, broken = text.splitlines()[2:]
    assert kept.startswith("| mean | a \\| b | ≤ 0.01 | 0.006 |") and kept.endswith("| 2000 | yes |")
    # 1700 of 2000 is below 0.9 by more than five standard errors
    assert "≥ 0.9 | 0.85" in broken and broken.endswith("**no** |")
