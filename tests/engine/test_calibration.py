"""The calibration itself: it passes where levels are what they say, and fails where one is not."""

from __future__ import annotations

import math
from dataclasses import dataclass

import pytest
import sympy as sp

from lemmata.theory.first import Claim, Domain, Guarantee, Identity, Inequality, Mean, Observable, Rate, Real, Source
from lemmata.theory.first.kinds import Ladder
from lemmata.theory.language.errors import UsageError
from lemmata.verify.engine.calibration import Tally, document, group, leading, root_keys, runs, sampled
from lemmata.verify.engine.engines.inprocess import InProcess
from lemmata.verify.engine.experiment import Experiment
from lemmata.verify.engine.power import predicted
from lemmata.verify.engine.records import Evidence
from lemmata.verify.engine.stats.sequential import MixtureSequence
from lemmata.verify.engine.store import Store

a = sp.Symbol("a", positive=True)
n = sp.Symbol("n", integer=True, positive=True)
C = Observable("C")
domain = Domain(Real(a, (0, sp.oo), (0.5, 1.5)))


def sound(p, draw):
    return 1 + draw.normal()


def dependent(p, draw):
    """Replicates of mean one that share a part: their mean is right, the standard error of it understated."""
    return 1 + draw.normal() + 0.06 * draw.normal()[0]


def bind(simulate, truth=None, **claim):
    made = Claim(
        id=claim.pop("id", "mine.mean"),
        title="the mean is one",
        truth=Identity(Mean(C), 1) if truth is None else truth,
        source=Source("none", "none"),
        domain=domain,
        **claim,
    )
    return Experiment(made, simulate, points=(4, 4), resolution=(0.1, 0.1))


@dataclass
class Calibrated:
    """A claim under some root keys."""

    experiment: Experiment
    seeds: int
    store: Store

    def document(self):
        tally = Tally(self.experiment, leading(self.experiment))
        for root, (record,) in runs([self.experiment], root_keys(self.seeds), InProcess, self.store, device="cpu"):
            tally.add(record, root)
        return document([tally], {"roots": tally.roots})


def calibrated(experiment, seeds=24, store=None):
    return Calibrated(experiment, seeds, store or Store()).document()


def test_a_sound_claim_is_as_promised():
    mutants = {"near": Identity(Mean(C), sp.Rational(101, 100)), "far": Identity(Mean(C), 2)}
    found = calibrated(bind(sound, mutants=mutants))
    assert found["passed"]
    assert (found["alarms"]["events"], found["alarms"]["trials"]) == (0, 24)
    assert found["alarms"]["high"] == pytest.approx(1 - 0.025 ** (1 / 24))
    (curve,) = found["p_values"]["curves"]
    assert (curve["group"], curve["n"], curve["method"], curve["uniform"]) == ("equality", 96, "exact", True)
    rows = {row["law"]: row for row in found["kills"]["rows"]}
    assert rows["mutant:far"]["events"] == rows["auto:x2"]["events"] == 24
    assert rows["mutant:far"]["predicted"] == pytest.approx(0.999)
    assert 0.01 < rows["mutant:near"]["predicted"] < 0.5
    assert rows["mutant:near"]["predicted"] <= rows["mutant:near"]["high"], "at least the power of the last look"
    assert found["kills"]["killed"] <= found["kills"]["wrong"] == 48


def test_understated_errors_are_found():
    found = calibrated(bind(dependent))
    assert not found["passed"]
    assert not found["p_values"]["passed"]
    assert found["p_values"]["rejected"] == ["mine.mean"]
    assert not found["p_values"]["curves"][0]["valid"]
    assert not found["suspicions"]["passed"]


def test_a_false_truth_is_an_alarm():
    found = calibrated(bind(sound, Identity(Mean(C), 1 + a)), seeds=3)
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


@pytest.mark.parametrize("units", [1, 2, 5])
def test_it_goes_on_inside_a_root_key(monkeypatch, units):
    """Sittings of a few units, of nine in all, make what one sitting makes, and each unit but once."""
    clock, store = Clock(), Store()

    class Timed(InProcess):
        def submit(self, *args):
            clock.now += 1.0
            return super().submit(*args)

    experiments = [bind(sound, id=f"mine.mean{k}") for k in range(3)]

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
    assert sittings == math.ceil(9 / units), "a sitting ends when its time does, and loses nothing"
    assert found(store) == whole
    assert math.floor(clock.now) == 9, "nothing is run twice"


def test_a_promised_power_that_is_not_there_is_found():
    """Mutants of a claim whose records say of a spread that it is a tenth of what it was."""
    experiment = bind(sound, mutants={"near": Identity(Mean(C), sp.Rational(101, 100))})
    tally = Tally(experiment, leading(experiment))
    for root, (record,) in runs([experiment], root_keys(8), InProcess, Store(), device="cpu"):
        (truth,) = (law for law in record.laws if law.name == "truth")
        for evidence in truth.evidence:
            assert evidence.interval is not None
            (row,) = evidence.series
            row[3] /= 10
            evidence.interval = (row[2] - 4.5 * row[3], row[2] + 4.5 * row[3])
        tally.add(record, root)
    found = document([tally], {})
    assert {"claim": "mine.mean", "law": "mutant:near"} in found["kills"]["short"]
    assert not found["kills"]["passed"]


def test_bounded_means_and_bounds_are_conservative():
    event = bind(lambda p, draw: (draw.uniform() < 0.9).double(), Guarantee(C, sp.Rational(9, 10)))
    bound = bind(sound, Inequality(Mean(C), 1 + a))
    for experiment, name in ((event, "bounded"), (bound, "bound")):
        found = calibrated(experiment, seeds=12)
        (curve,) = found["p_values"]["curves"]
        assert found["passed"]
        assert (curve["group"], curve["valid"]) == (name, True)
    assert not curve["uniform"], "an inequality with room has p-values near one"
    assert calibrated(event, seeds=2)["suspicions"]["trials"] == 0


def test_what_has_no_p_value_counts_among_the_alarms():
    decay = Rate(Mean(C), -1, ladder=Ladder(n, (8, 32, 128, 512)))
    experiment = bind(lambda p, draw: (1 + 0.1 * draw.normal()) / p.n, decay)
    assert leading(experiment) is None
    found = calibrated(experiment, seeds=2)
    assert found["passed"]
    assert found["p_values"]["curves"] == []
    assert (found["alarms"]["trials"], found["claims"][0]["law"]) == (2, None)


def test_what_is_kept_is_not_run_again(tmp_path):
    store = Store(tmp_path / "kept.sqlite")
    first = calibrated(bind(sound), seeds=3, store=store)
    count = store.rows("select count(*) from units")
    assert calibrated(bind(sound), seeds=3, store=store) == first
    assert store.rows("select count(*) from units") == count == [(3,)]
    assert calibrated(bind(sound), seeds=4, store=store)["alarms"]["trials"] == 4
    assert store.rows("select count(*) from units") == [(4,)]


def test_what_is_calibrated():
    exact = Experiment(
        Claim(
            id="mine.sum",
            title="sum",
            truth=Identity(a**2 - 1, (a - 1) * (a + 1)),
            source=Source("none", "none"),
            domain=domain,
        )
    )
    random, event = bind(sound), bind(sound, Guarantee(C, sp.Rational(1, 2)))
    assert sampled([exact, random]) == [random]
    assert [group(law) for law in (random.claim.laws()[0], event.claim.laws()[0])] == ["equality", "bounded"]


def test_root_keys_are_fresh_and_reproducible():
    keys = root_keys(200)
    assert len(set(keys)) == 200
    assert keys[:50] == root_keys(50)
    assert not set(keys) & set(root_keys(200, base=1))
    assert min(keys) > 10**6
    with pytest.raises(UsageError, match="--seeds 0: at least one root key is needed"):
        root_keys(0)


class TestPredictedPower:
    def evidence(self, *, samples=1024, error=0.01, z=4.0, resolution=0.1):
        interval = (1 - z * error, 1 + z * error)
        return Evidence(
            "holds",
            predicted=1.0,
            interval=interval,
            resolution=resolution,
            samples=samples,
            how="statistical",
            series=[[0.0, 1.0, 1.0, error]],
        )

    def at(self, value, **options):
        most = options.pop("most", 1024)
        power = predicted([self.evidence(**options)], {"[]": value}, 0.1, most)
        assert power is not None
        return power

    def test_half_at_the_edge_of_the_interval(self):
        assert self.at(1.04) == pytest.approx(0.5)

    def test_monotone_and_capped(self):
        powers = [self.at(1 + gap) for gap in (0.0, 0.01, 0.03, 0.05, 0.07, 1.0)]
        assert powers == sorted(powers)
        assert powers[0] < 1e-4
        assert powers[-1] == pytest.approx(0.999)

    def test_more_replicates_show_more_until_a_quarter_of_the_resolution(self):
        powers = [self.at(1.02, most=most) for most in (2**10, 2**12, 2**14, 2**16, 2**20)]
        assert powers[0] < powers[1] < powers[2] == pytest.approx(powers[3]) == powers[4]

    def test_points_add_up_and_silence_predicts_nothing(self):
        one = self.evidence()
        assert predicted([one, one], {"[]": 1.04}, 0.1, 1024) == pytest.approx(0.75)
        assert predicted([one], {"[]": None}, 0.1, 1024) is None
        assert predicted([Evidence("holds", predicted=1.0)], {"[]": 2.0}, 0.1, 1024) is None

    def test_the_boundary_grows_no_faster_than_is_allowed_for(self):
        """z*² = z² + log(n*/n) is at least the mixture's boundary at n*."""
        for best in (16.0, 1024.0, 2.0**16):
            for size in (256.0, 4096.0, 65536.0):
                small, large = (float(MixtureSequence(best).boundary(m, 3e-4)) for m in (size, 16 * size))
                assert large**2 <= small**2 + math.log(16)
