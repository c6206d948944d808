"""The calibration itself: alarms are counted against what was promised, and what was killed is counted."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import pytest

from lemmata import Identity, Mean, Rational
from lemmata.theory.language.errors import UsageError
from lemmata.verify.engine.calibration import Tally, document, root_keys, runs, sampled
from lemmata.verify.engine.closing import write
from lemmata.verify.engine.engines.inprocess import InProcess
from lemmata.verify.engine.store import Store
from lemmata.verify.engine.subject import Settings


def sound(p, draw):
    return 1 + draw.normal()


@dataclass
class Calibrated:
    """A claim under some root keys."""

    settings: Settings
    seeds: int
    store: Store

    def document(self):
        tally = Tally(self.settings)
        for root, (record,) in runs([self.settings], root_keys(self.seeds), InProcess, self.store, device="cpu"):
            tally.add(record, root)
        return document([tally], {"roots": tally.roots})


def calibrated(settings, seeds=24, store=None):
    return Calibrated(settings, seeds, store or Store()).document()


@pytest.fixture
def bind(lab) -> Any:
    def made(statement=None, **of):
        of = {"id": "mine.mean", "says": "the mean is one", **of}
        return lab.bind(Identity(Mean(lab.C), 1) if statement is None else statement, sound, of=of, points=4)

    return made


def test_a_sound_claim_is_as_promised(bind):
    wrong = {"near": {"right": Rational(1001, 1000)}, "far": {"right": 2}}
    found = calibrated(bind(wrong=wrong))
    assert found["passed"]
    assert (found["alarms"]["events"], found["alarms"]["trials"]) == (0, 24)
    assert found["alarms"]["high"] == pytest.approx(1 - 0.025 ** (1 / 24))
    rows = {row["law"]: row for row in found["kills"]["rows"]}
    assert rows["mutant:far"]["events"] == 24
    assert rows["mutant:near"]["events"] < 24
    assert rows["mutant:near"]["low"] <= rows["mutant:near"]["events"] / 24 <= rows["mutant:near"]["high"]
    assert found["kills"]["killed"] <= found["kills"]["wrong"] == 48


def test_a_false_truth_is_an_alarm(bind, lab):
    found = calibrated(bind(Identity(Mean(lab.C), 1 + lab.a)), seeds=3)
    assert not found["alarms"]["passed"]
    assert (found["alarms"]["events"], len(found["alarms"]["list"])) == (3, 3)
    assert found["alarms"]["low"] == pytest.approx(0.025 ** (1 / 3))
    assert found["alarms"]["list"][0]["claim"] == "mine.mean"


class Clock:
    """Time that passes with units; reading it takes a moment too."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        self.now += 1e-6
        return self.now


@pytest.mark.parametrize("units", [3, 8, 20])
def test_it_goes_on_inside_a_root_key(monkeypatch, bind, units):
    """Sittings of a few units, of thirty-six in all, make what one sitting makes, and each unit but once."""
    clock, store = Clock(), Store()

    class Timed(InProcess):
        def submit(self, *args):
            clock.now += 0.0 if args[0] is write else 1.0  # a record takes no time here
            return super().submit(*args)

    experiments = [bind(id=f"mine.mean{k}") for k in range(3)]

    def found(store, deadline=None):
        options = {"deadline": deadline, "device": "cpu"}
        return [(root, [r.verdict for r in rs]) for root, rs in runs(experiments, root_keys(3), Timed, store, **options)]

    whole = found(Store())
    monkeypatch.setattr("time.monotonic", clock)
    clock.now, done, sittings = 0.0, [], 0
    while len(done) < 3:
        done, sittings = found(store, clock.now + units - 0.5), sittings + 1
        assert done == whole[: len(done)]
        assert sittings < 50
    assert sittings == math.ceil(36 / units), "a sitting ends when its time does, and loses nothing"
    assert found(store) == whole
    assert math.floor(clock.now) == 36, "nothing is run twice"


def test_what_is_kept_is_not_run_again(tmp_path, bind):
    store = Store(tmp_path / "kept.sqlite")
    first = calibrated(bind(), seeds=3, store=store)
    count = store.rows("select count(*) from units")
    assert calibrated(bind(), seeds=3, store=store) == first
    assert store.rows("select count(*) from units") == count == [(12,)]
    assert calibrated(bind(), seeds=4, store=store)["alarms"]["trials"] == 4
    assert store.rows("select count(*) from units") == [(16,)]


def test_what_is_calibrated(bind, lab):
    exact = lab.bind(Identity(lab.a**2 - 1, (lab.a - 1) * (lab.a + 1)))
    random = bind()
    assert sampled([exact, random]) == [random]


def test_root_keys_are_fresh_and_reproducible():
    keys = root_keys(200)
    assert len(set(keys)) == 200
    assert keys[:50] == root_keys(50)
    assert not set(keys) & set(root_keys(200, base=1))
    assert min(keys) > 10**6
    with pytest.raises(UsageError, match="--seeds 0: at least one root key is needed"):
        root_keys(0)
