"""Stores and files of records beside each other: two runs of one thing are equal, and no changed bit goes unseen."""

from __future__ import annotations

import json
import re
import sqlite3

import pytest

from lemmata.theory.language.errors import StoreError
from lemmata.verify.engine.comparing import compare
from lemmata.verify.engine.loading import load_file
from lemmata.verify.engine.merging import merge
from lemmata.verify.engine.runner import Run
from lemmata.verify.engine.store import Store


@pytest.fixture
def pair(campaign, tmp_path):
    """Two stores of one campaign, made apart."""
    path = campaign.write()
    for name in ("one", "two"):
        Run(load_file(path), device="cpu", store=Store(tmp_path / name)).all()
    return tmp_path / "one", tmp_path / "two"


def altered(path, table, column, change):
    db = sqlite3.connect(path)
    key, text = db.execute(f"select key, {column} from {table} order by key limit 1").fetchone()
    data = json.loads(text)
    changed = change(data)
    db.execute(f"update {table} set {column} = ? where key = ?", (json.dumps(data if changed is None else changed), key))
    db.commit()
    db.close()
    return key


def test_two_runs_are_equal(pair, campaign):
    found = compare(*pair)
    assert found.differences == []
    assert found.tables == {"plans": 2, "units": campaign.in_units(4), "claims": 2}


def test_times_and_places_may_differ(pair):
    altered(pair[0], "claims", "record", lambda record: record.update(seconds=1e9, address="elsewhere.py"))
    altered(pair[0], "units", "evidence", lambda rows: rows[0].update(seconds=1e9))
    assert compare(*pair).differences == []
    assert merge(Store(pair[0]), pair[1]) == 0


CHANGES = {
    "last digit": ("units", "evidence", lambda rows: rows[0]["point"].update(a=rows[0]["point"]["a"] * (1 + 2**-52))),
    "sign of zero": ("units", "evidence", lambda rows: rows[0]["evidence"]["truth"].update(size=-0.0)),
    "number for truth": ("claims", "record", lambda record: record.update(as_expected=1)),
    "whole for broken": ("claims", "record", lambda record: record["laws"][0].update(wide=float(record["laws"][0]["wide"]))),
    "parameter called seconds": ("units", "evidence", lambda rows: rows[0]["point"].update(seconds=2.0)),
    "order of laws": ("claims", "record", lambda record: record.update(laws=[*record["laws"], record["laws"][0]])),
    "order of entries": ("claims", "record", lambda record: dict(reversed(record.items()))),
    "a point": ("plans", "points", lambda points: points[:-1]),
}


@pytest.mark.parametrize("what", CHANGES)
def test_what_differs_in_a_bit_is_found(pair, what):
    if what == "sign of zero":
        altered(pair[1], "units", "evidence", lambda rows: rows[0]["evidence"]["truth"].update(size=0.0))
    table, column, change = CHANGES[what]
    key = altered(pair[0], table, column, change)
    (line,) = compare(*pair).differences
    assert line.startswith(f"{table} {key[:12]} of slow.")
    if what != "order of entries":  # for a merge that is the same
        with pytest.raises(StoreError, match="different results under one key"):
            merge(Store(pair[0]), pair[1])


def test_what_one_of_them_lacks_is_named(pair):
    db = sqlite3.connect(pair[1])
    db.execute("delete from claims where claim = 'slow.second'")
    db.commit()
    (line,) = compare(*pair).differences
    assert re.fullmatch(rf"only {re.escape(str(pair[0]))} has claims [0-9a-f]{{12}} of slow\.second", line)
    assert len(compare(*reversed(pair)).differences) == 1


def test_the_command(pair, campaign, tmp_path):
    def lemmata(*words):
        process = campaign.start(*words)
        out, errors = process.communicate(timeout=120)
        return process.returncode, out, errors

    code, out, _ = lemmata("store", "compare", "--store", pair[0], "--with", pair[1])
    assert (code, out) == (0, "2 plans, 8 units, 2 records: equal in every bit, but for the time they took\n")
    assert lemmata("report", "--store", pair[0], "--out", tmp_path / "one.html")[0] == 0
    beside = ("store", "compare", "--store", pair[1], "--with", tmp_path / "one.json")
    assert lemmata(*beside)[:2] == (0, "2 records: equal in every bit, but for the time they took\n")
    altered(pair[1], "claims", "record", lambda record: record.update(simulations=7))
    code, out, _ = lemmata(*beside)
    assert code == 1
    assert "simulations: 7 -> " in out
    assert "1 differences; 2 records under keys that both have" in out


def test_summaries_of_runs(campaign, tmp_path):
    path, files = campaign.write(), [tmp_path / f"{k}.json" for k in (1, 2, 3)]
    for number, file in enumerate(files):
        process = campaign.start("verify", path, "--store", tmp_path / str(number), "--json", file, "--seed", str(number // 2))
        assert process.communicate(timeout=120) and process.returncode == 0
    assert compare(*files[:2]).differences == []
    assert len(compare(*files[1:]).differences) == 2
    with pytest.raises(StoreError, match="nothing of one kind"):
        compare(files[0], tmp_path / "1")


@pytest.mark.parametrize(
    ("words", "text"),
    [
        ("compare", "`lemmata store compare` and --with OTHER go together"),
        ("show --with {two}", "`lemmata store compare` and --with OTHER go together"),
        ("compare --with {one}", "is the store itself"),
        ("compare --with nowhere", "there is no store nowhere"),
        ("compare --with /dev/zero", "--with /dev/zero is a device or a pipe"),
        ("compare --with slow.py", "is neither a store nor JSON of `lemmata report`"),
        ("compare --with list.json", "is neither a store nor JSON of `lemmata report`"),
    ],
)
def test_wrong_words(pair, campaign, tmp_path, words, text):
    (tmp_path / "list.json").write_text("[1, 2]")
    process = campaign.start("store", *words.format(one=pair[0], two=pair[1]).split(), "--store", pair[0])
    out, errors = process.communicate(timeout=120)
    assert (process.returncode, out) == (2, "")
    assert text in errors
    assert len(errors.splitlines()) == 1
