"""More samples for what is open: within the levels set aside for it, first decisions stand, and it ends."""

from __future__ import annotations

import math
import time

import pytest

from lemmata import Identity, Mean, Rational
from lemmata.verify.engine.campaign import Unit, measure
from lemmata.verify.engine.engines.inprocess import InProcess
from lemmata.verify.engine.extension import cost, extension, is_open, joined
from lemmata.verify.engine.progress import Progress
from lemmata.verify.engine.records import to_json
from lemmata.verify.engine.runner import Run
from lemmata.verify.engine.setting import Setting
from lemmata.verify.engine.stats.budget import RUN, level
from lemmata.verify.engine.store import Store


def noisy(p, draw):
    return 1 + 8 * draw.normal()


FEW = {"replicates": (4096, 4096), "first": 1024}


@pytest.fixture
def settings(lab):
    """4096 replicates do not decide it, 64 times as many do."""
    of = {"wrong": {"near": {"right": Rational(23, 20)}}}
    return lab.bind(Identity(Mean(lab.C), 1), noisy, of=of, points=5, **FEW)


class Slow(InProcess):
    """Takes a tenth of a second for a unit, whatever it is."""

    def submit(self, fn, /, *args, **kwargs):
        time.sleep(0.1)
        return super().submit(fn, *args, **kwargs)


def run(chosen, store=None, **options):
    events: list[tuple[str, object]] = []
    made = Run(chosen, device="cpu", store=store or Store(), listen=lambda *event: events.append(event), **options)
    return made.all(), made, [payload for event, payload in events if event == "unit"]


class TestRounds:
    def test_a_budget_decides_what_the_profile_left_open(self, settings, tmp_path):
        store = Store(tmp_path / "store.sqlite")
        (before,), _, units = run([settings], store)
        assert (before.verdict, before.rounds, len(units)) == ("undecided", 0, 5)
        assert {law.outcome for law in before.laws} == {"undecided"}
        (after,), made, units = run([settings], store, budget=600)
        assert (after.verdict, after.as_expected, after.laws[1].outcome) == ("corroborated", True, "fails")
        assert 0 < after.rounds <= 4
        assert not made.spent
        assert units, "and nothing of the first round is done again"
        assert max(e.samples for e in after.laws[0].evidence) > 4096
        # what the extension found is kept, and is a pure function of its keys
        (again,), _, units = run([settings], store)
        assert (to_json(again), units) == (to_json(after), [])
        (replayed,), _, _ = run([settings], rounds=after.rounds)
        assert {**to_json(replayed), "seconds": 0} == {**to_json(after), "seconds": 0}

    def test_levels_of_all_rounds_are_within_the_budget(self, settings):
        _, made, _ = run([settings], rounds=4)
        points, laws = 5, 1
        assert laws * points * level(RUN / 2048 / points, 0) < made.progress.alarms < RUN / 2048

    def test_a_round_that_the_budget_cuts_short_is_gone_on_with_later(self, settings, tmp_path):
        store, whole = Store(tmp_path / "store.sqlite"), Store(tmp_path / "whole.sqlite")
        run([settings], store)
        (cut,), made, begun = run([settings], store, budget=0.3, engine=Slow)
        assert (cut.verdict, cut.rounds, made.spent) == ("undecided", 0, True)
        assert 0 < len(begun) < 5
        (later,), _, rest = run([settings], store, budget=600)
        (alone,), _, units = run([settings], whole, budget=600)
        assert len(begun) + len(rest) + 5 == len(units)
        assert {**to_json(later), "seconds": 0} == {**to_json(alone), "seconds": 0}
        (early,), made, none = run([settings], budget=1e-9)
        assert (early.verdict, early.laws[0].points, made.spent, none) == ("undecided", 0, True, [])

    def test_what_no_sample_can_turn_is_not_extended(self, lab):
        wrong = lab.bind(Identity(Mean(lab.C), 3), lambda p, draw: 1 + 0.1 * draw.normal())
        flat = lab.bind(Identity(lab.a, lab.a + Rational(1, 1000)), of={"id": "test.other"})
        records, _, units = run([wrong, flat], budget=600)
        assert {r.verdict for r in records} == {"refuted"}
        assert not any(is_open(record) for record in records)
        assert len(units) == 4 + 1, "a point of the first in each unit, all points of the second in one"

    def test_an_interval_that_no_longer_shrinks_ends_it(self, settings):
        (record,), _, _ = run([settings])
        rows = [_row(e.outcome, e.interval) for e in record.laws[0].evidence]
        assert len(extension(settings, rows, record, 1)) == 5
        for row in rows:
            row["before"] = {"truth": {**row["evidence"]["truth"]}}
        assert extension(settings, rows, record, 2) == []

    def test_the_first_decision_stands(self, settings):
        """Evidence of a later round replaces only that of the laws it was asked about."""
        rows = [_row("undecided", (0, 1)), _row("holds", (0, 1))]
        later = [_row("fails", (0, 0.5))]
        unit = Unit("test.claim", 0, ({"a": 1.0},), 1, ("truth",))
        found = joined(rows, {"key": unit}, later)
        assert [row["evidence"]["truth"]["outcome"] for row in found] == ["fails", "holds"]
        assert found[0]["before"]["truth"]["interval"] == [0, 1]
        assert found[0]["simulations"] == 2

    def test_the_nearest_to_a_decision_goes_first(self, lab):
        def claim(slug, spread):
            return lab.bind(
                Identity(Mean(lab.C), 1), lambda p, draw: 1 + spread * draw.normal(), of={"id": f"test.{slug}"}, **FEW
            )

        _, _, units = run([claim("far", 24.0), claim("near", 2.0)], rounds=3)
        extended = units[8:]
        assert extended[: extended.count("test.near")] == ["test.near"] * extended.count("test.near")
        assert 0 < extended.count("test.near") < extended.count("test.far")

    def test_the_promise_of_a_unit(self, settings):
        unit = Unit("test.claim", 0, ({"a": 1.0},), 1, ("truth",))
        row = _row("undecided", (0, 1))
        assert cost(settings, 0, unit, row) == pytest.approx(2.0 * (0.4 / 0.1) ** 2)
        row["evidence"]["truth"]["resolution"] = None
        assert cost(settings, 0, unit, row) == math.inf


def _row(outcome, interval):
    evidence = {"outcome": outcome, "interval": list(interval), "how": "statistical", "resolution": 0.4}
    return {"point": {"a": 1.0}, "evidence": {"truth": evidence}, "simulations": 1, "seconds": 2.0}


def test_alarms_stay_within_their_level_however_often_what_is_open_is_extended(lab):
    """A mean whose check never becomes narrow, on three rounds; each is begun unless the one before refuted it."""
    share, runs = 0.4, 40
    options = {"replicates": (4096, 4096), "first": 2048, "resolution": (1e-3, 1e-3)}
    settings = lab.bind(Identity(Mean(lab.C), 0), lambda p, draw: draw.normal(), **options)
    alarms = [0, 0]
    for root in range(runs):
        for round in range(3):
            unit = Unit("test.claim", 0, ({"a": 1.0},), round, ("truth",))
            row, *_ = measure(settings, unit, Setting(root=root), level(share, round))
            if row["evidence"]["truth"]["outcome"] == "fails":
                alarms[round > 0] += 1
                break
    assert lab.at_most(sum(alarms), runs, share)
    assert lab.at_most(alarms[1], runs, share / 16)


def test_progress_in_a_line():
    progress = Progress(claims=3, workers=2, budget=100.0)
    assert progress.left() is None
    progress.todo.update({"x": 4, "y": 2})
    progress.timed("x", 3.0)
    assert progress.left() == pytest.approx(9.0)
    progress.alarms = 2.5e-4
    assert progress.line().startswith(
        "0 of 3 claims decided, 0 open; 6 units to go; 0 not as expected; alarms 2.5e-04 of 0.001 spent; 0 s, about 9 s left"
    )
    progress.budget = 5.0
    assert progress.left() <= 5.0
