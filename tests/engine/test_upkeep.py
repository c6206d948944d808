"""Looking after a store: counts, what can go, joining, JSON lines."""

from __future__ import annotations

import json

import pytest

from lemmata.theory.language.errors import StoreError
from lemmata.verify.engine.loading import load_file
from lemmata.verify.engine.merging import merge
from lemmata.verify.engine.records import to_json
from lemmata.verify.engine.runner import Run
from lemmata.verify.engine.store import SCHEMA, Store
from lemmata.verify.engine.upkeep import lines, prune, summary


@pytest.fixture
def path(tmp_path):
    return tmp_path / "store.sqlite"


@pytest.fixture
def store(path):
    return Store(path)


def run(campaign, store, **options):
    events: list[str] = []
    records = Run(
        load_file(campaign.folder / "slow.py"), device="cpu", store=store, listen=lambda e, p: events.append(e), **options
    ).all()
    return records, events.count("unit")


def test_counts(campaign, store):
    assert summary(store).records == 0
    campaign.write()
    run(campaign, store)
    run(campaign, store, seed=3)
    found = summary(store)
    assert (found.units, found.records, found.stale) == (2 * campaign.in_units(4), 4, 0)
    assert found.runs == {("quick", 0): 2, ("quick", 3): 2}
    assert found.verdicts == {"corroborated": 2}
    assert found.bytes > 0
    assert found.first <= found.last


def test_what_is_of_superseded_code_goes_and_the_rest_stays(campaign, store):
    campaign.write()
    run(campaign, store)
    campaign.write(extra="0")
    records, fresh = run(campaign, store)
    assert fresh == campaign.in_units(4)
    stale = campaign.in_units(4) + 2 + 2  # units, records and plans
    assert summary(store).stale == stale
    assert prune(store) == stale
    assert (summary(store).units, summary(store).records) == (fresh, 2)
    again, more = run(campaign, store)
    assert (more, [to_json(r) for r in again]) == (0, [to_json(r) for r in records])
    assert prune(store) == 0


def test_what_is_old_goes_on_demand(campaign, store):
    campaign.write(points=1)
    run(campaign, store)
    assert prune(store, days=1) == 0
    store.db.execute("update units set made = made - 3 * 86400")
    assert prune(store, days=4) == 0
    assert prune(store, days=2) == campaign.in_units(1)


def test_a_record_that_is_replaced_goes(campaign, store):
    campaign.write(pause=0.01, points=8)
    partial, _ = run(campaign, store, budget=1e-3)
    assert {r.verdict for r in partial} == {"undecided"}
    whole, _ = run(campaign, store)
    assert {r.verdict for r in whole} == {"corroborated"}
    assert prune(store) == 2
    assert [to_json(r) for r in store.records()] == [to_json(r) for r in whole]


def test_merge(campaign, store, tmp_path):
    first, second = load_file(campaign.write())
    other = Store(tmp_path / "two.sqlite")
    made = [*Run([first], device="cpu", store=store).all(), *Run([second], device="cpu", store=other).all()]
    assert merge(store, tmp_path / "two.sqlite") == campaign.in_units(4) // 2 + 2  # units, a record and a plan
    assert merge(store, tmp_path / "two.sqlite") == 0
    assert [to_json(r) for r in store.records()] == [to_json(r) for r in made]
    assert run(campaign, store)[1] == 0


def test_merge_of_what_is_no_store(store, tmp_path):
    with pytest.raises(StoreError, match=r"there is no store .*other.sqlite to merge"):
        merge(store, tmp_path / "other.sqlite")
    (tmp_path / "garbage.sqlite").write_bytes(b"garbage" * 1000)
    with pytest.raises(StoreError, match=r"cannot be used \(file is not a database\)"):
        merge(store, tmp_path / "garbage.sqlite")
    other = Store(tmp_path / "old.sqlite")
    other.db.execute("update meta set value = 'lemmata-store/0'")
    other.close()
    with pytest.raises(StoreError, match="has schema lemmata-store/0"):
        merge(store, tmp_path / "old.sqlite")
    assert list(store.records()) == []
    store.put_unit("key", "test.claim", "code", [], 1.0)


def test_json_lines_hold_everything(campaign, store):
    campaign.write()
    records, units = run(campaign, store)
    rows = [json.loads(line) for line in lines(store)]
    assert rows[0] == {"table": "meta", "schema": SCHEMA}
    tables = [row["table"] for row in rows]
    assert {name: tables.count(name) for name in tables} == {"meta": 1, "plans": 2, "units": units, "claims": 2}
    assert [row["record"]["id"] for row in rows if row["table"] == "claims"] == [r.id for r in records]
    assert all(row["evidence"][0]["evidence"]["truth"]["outcome"] == "holds" for row in rows if row["table"] == "units")
