"""A run over claims of the library reads them while its workers are busy, and says the same as one that reads all first."""

from __future__ import annotations

import os
import pickle
from concurrent.futures import Future

import pytest

from lemmata.theory.language.errors import ClaimError
from lemmata.verify.claims import claim_ids
from lemmata.verify.engine.closing import unseen
from lemmata.verify.engine.engines.inprocess import InProcess
from lemmata.verify.engine.engines.supervised import Supervised
from lemmata.verify.engine.loading import select, selection
from lemmata.verify.engine.outline import Told, outline, whole
from lemmata.verify.engine.planning import plan, true_laws
from lemmata.verify.engine.profiles import profile as find_profile
from lemmata.verify.engine.records import to_json
from lemmata.verify.engine.runner import Run
from lemmata.verify.engine.setting import Setting
from lemmata.verify.engine.stats.budget import SLOTS
from lemmata.verify.engine.store import Store
from lemmata.verify.engine.unprepared import Nameless, Unprepared, Unread

THREE = ["additive.normalisation", "mean_field.label_noise", "sphere.gegenbauer"]


def numbers(records):
    plain = [to_json(record) for record in records]
    return [{key: value for key, value in record.items() if key != "seconds"} for record in plain]


def test_records_are_the_same_and_the_first_comes_before_the_last_is_read():
    chosen = selection(THREE)
    assert all(isinstance(one, Unread) for one in chosen)
    events = []

    def watched(one):
        return Unread(one.claim, lambda: events.append(("read", one.claim.id)) or one.read())

    def listen(event, payload):
        if event in ("finished", "planned"):
            events.append((event, getattr(payload, "id", "")))

    ahead = Run([watched(one) for one in chosen], device="cpu", listen=listen).all()
    assert numbers(ahead) == numbers(Run(select(THREE), device="cpu").all())
    assert events.index(("finished", THREE[0])) < events.index(("read", THREE[2])) < events.index(("planned", ""))


def test_a_budget_orders_all_claims_first():
    events = []
    chosen = [Unread(one.claim, lambda one=one: events.append("read") or one.read()) for one in selection(THREE)]
    records = Run(chosen, device="cpu", budget=1e-9, listen=lambda event, payload: events.append(event)).all()
    assert events[:4] == ["begun", "read", "read", "read"]
    assert {record.verdict for record in records} == {"undecided"}
    assert {law.detail for r in records for law in r.laws} == {"the budget was spent before any point was judged"}
    assert not any(record.parts for record in records), "no proof is sought when the time is up"


def test_one_claim_or_a_file_is_read_at_once(tmp_path):
    (single,) = selection(THREE[:1])
    assert single.claim.laws()


def test_the_budget_of_alarms_has_a_slot_for_every_law_of_the_library():
    """Levels are fixed before all claims are read; so the least number of slots must do for all of them."""
    assert true_laws(select(claim_ids())) <= SLOTS


def test_a_worker_goes_on_with_what_it_knows():
    """Tasks of two places: each goes to the worker that knows its place when both have nothing to do."""
    with Supervised(2) as pool:
        known = _round(pool, "ab", 0.3)
        assert known["a"] != known["b"]
        assert all(_round(pool, order, 0.0) == known for order in ("ab", "ba", "ba", "ab"))


def test_a_worker_that_has_nothing_left_helps_the_other():
    with Supervised(2) as pool:
        assert len(set(_round(pool, "ab", 0.3).values())) == 2
        rest = [pool.submit_near("a", _who, 0.2) for _ in range(6)]
        assert len({future.result(60) for future in rest}) == 2


def _round(pool, places, seconds):
    """Who did a task of each place."""
    return {place: future.result(60) for place, future in [(one, pool.submit_near(one, _who, seconds)) for one in places]}


def _who(seconds):
    import time

    time.sleep(seconds)
    return os.getpid()


@pytest.mark.parametrize("how", ["told", "fails", "nobody"])
def test_claims_are_read_by_the_run_or_by_the_process_that_workers_are_forked_from(how):
    """In the order in which they were asked for; what that process is told of what is kept is not made again."""
    events, store = [], Store()

    class Elsewhere(InProcess):
        local = False

        def foresee(self, place, fn, /, *args):
            events.append(("foreseen", place, args[-1] is not None))
            if how == "nobody":
                return None
            future = Future()
            if how == "told":
                future.set_result(pickle.loads(pickle.dumps(fn(*args))))
            else:
                future.set_exception(ZeroDivisionError())
            return future

    def run():
        events.clear()
        chosen = [
            Unread(one.claim, lambda one=one: events.append(("read", one.claim.id)) or one.read())
            for one in selection(THREE[:2])
        ]
        return numbers(Run(chosen, device="cpu", store=store, engine=Elsewhere).all())

    read = [] if how == "told" else [("read", name) for name in THREE[:2]]
    records = run()
    assert records == numbers(Run(select(THREE[:2]), device="cpu").all())
    assert events == [("foreseen", name, False) for name in THREE[:2]] + read
    assert run() == records
    assert events == [("foreseen", name, True) for name in THREE[:2]] + read


def test_what_is_told_of_a_claim_counts_as_the_claim_does():
    """The same points, units and alarms, and the sentences of a run that has no time for any of them."""
    (settings, *_) = select(THREE[:1])
    setting, quick = Setting(3), find_profile("quick")
    told = Told(outline(settings, setting, quick, lambda key: None), lambda: settings)
    there, here = plan(told, setting, quick, 0, Store()), plan(settings, setting, quick, 0, Store())
    assert there[1] == here[1]
    assert there[0].key == here[0].key
    unit = here[1].units[0]
    assert there[0].alarms(unit) == here[0].alarms(unit) > 0
    assert whole(told) is settings
    assert to_json(unseen(there[0], setting, quick)) == to_json(unseen(here[0], setting, quick))


def test_points_that_are_kept_are_not_drawn_again():
    (settings, *_) = select(THREE[:1])
    setting, quick = Setting(3), find_profile("quick")
    first = outline(settings, setting, quick, lambda key: None)
    assert outline(settings, setting, quick, lambda key: first.drawn[:1]).drawn == first.drawn[:1]


def test_a_claim_that_cannot_be_read_there_is_read_here_and_says_why():
    good, bad = selection(THREE[:2])
    broken = Unread(Nameless("no.such"), lambda: Unprepared(Nameless("no.such"), ClaimError("no.such: it has no binding")))
    records = Run([good, broken, bad], device="cpu", workers=2).all()
    assert [record.verdict for record in records if record.id == "no.such"] == ["error"]
    assert "it has no binding" in next(record for record in records if record.id == "no.such").laws[0].detail
    assert numbers([record for record in records if record.id != "no.such"]) == numbers(
        Run(select(THREE[:2]), device="cpu").all()
    )
