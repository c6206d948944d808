"""Stores that may only be read, that vanish under a run, or that somebody has changed: a sentence, and never a wrong answer."""

from __future__ import annotations

import os
import random
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from lemmata.theory.language.errors import LemmataError, StoreError
from lemmata.verify.engine.loading import load_file
from lemmata.verify.engine.merging import merge
from lemmata.verify.engine.runner import Run
from lemmata.verify.engine.store import Store
from lemmata.verify.engine.upkeep import lines, prune, summary

NOBODY = 65534
READ = """
import sys
from lemmata.verify.engine.store import Store
from lemmata.verify.engine.upkeep import lines, summary
from lemmata.theory.language.errors import StoreError
store = Store(sys.argv[1])
print([r.verdict for r in store.records()], summary(store).records, len(list(lines(store))), store.writable)
try:
    store.put_plan("key", "test.claim", "", [])
except StoreError as error:
    print(error)
"""


@pytest.fixture
def public() -> Iterator[Path]:
    """A folder that others may look into."""
    folder = Path(tempfile.mkdtemp(dir="/tmp"))
    folder.chmod(0o755)
    yield folder
    folder.chmod(0o755)
    shutil.rmtree(folder)


class TestReadOnly:
    @pytest.mark.parametrize("open_elsewhere", [False, True])
    def test_it_can_be_read_and_says_that_it_cannot_be_written(self, campaign, public, open_elsewhere):
        """By a user who may write neither the file nor its folder; another process may have it open for writing."""
        place = public / "store.sqlite"
        store = Store(place)
        Run(load_file(campaign.write(points=1)), device="cpu", store=store).all()
        if not open_elsewhere:
            store.close()
        for path in (*public.iterdir(), public):
            path.chmod(0o555 if path.is_dir() else 0o444)
        before = sorted(p.name for p in public.iterdir())
        program = f"import os\nif os.getuid() == 0: os.setuid({NOBODY})\n" + READ  # root may write everything
        warm = "import lemmata.verify.engine.upkeep, lemmata.verify.engine.shown\n"  # imported while it may still be read
        answer = subprocess.run(
            [sys.executable, "-c", warm + program, str(place)], capture_output=True, text=True, timeout=60, check=False,
            env={**os.environ, "LEMMATA_CACHE": str(public / "cache"), "PYTHONDONTWRITEBYTECODE": "1"},
        )  # fmt: skip
        assert answer.returncode == 0, answer.stderr
        first, second = answer.stdout.splitlines()
        assert first == "['corroborated', 'corroborated'] 2 7 False"
        assert second == (
            f"the store {place} cannot be used (attempt to write a readonly database): "
            "make it writable or name another with --store"
        )
        assert sorted(p.name for p in public.iterdir()) == before


class TestRemoved:
    @pytest.mark.parametrize("how", ["removed", "replaced", "folder"])
    def test_a_store_that_is_removed_under_a_run_is_an_error_and_no_success(self, campaign, tmp_path, how):
        path, folder = campaign.write(pause=0.01, points=8), tmp_path / "here"
        place = folder / "store.sqlite"

        def listen(event, payload):
            if event == "unit" and folder.exists():
                shutil.rmtree(folder)
                if how == "replaced":
                    Store(place).close()
                elif how == "removed":
                    folder.mkdir()

        with pytest.raises(StoreError, match=r"was removed or replaced while it was in use.*run again"):
            Run(load_file(path), device="cpu", store=Store(place), listen=listen).all()
        assert [r.verdict for r in Run(load_file(path), device="cpu", store=Store(place)).all()] == ["corroborated"] * 2

    def test_after_the_last_unit(self, campaign, tmp_path):
        path, place = campaign.write(points=1), tmp_path / "store.sqlite"
        run = Run(load_file(path), device="cpu", store=Store(place))
        records = iter(run)
        next(records)
        place.unlink()
        with pytest.raises(StoreError, match="was removed or replaced"):
            list(records)

    def test_the_command(self, campaign, tmp_path):
        path, place = campaign.write(pause=0.1, points=20), tmp_path / "store.sqlite"
        process = campaign.start("verify", path, "--store", place)
        campaign.wait_for_units(place, 1, process)
        for file in tmp_path.glob("store.sqlite*"):
            file.unlink()
        _, errors = process.communicate(timeout=60)
        assert process.returncode == 2
        assert errors.startswith(f"lemmata: the store {place} was removed or replaced while it was in use")
        assert errors.count("\n") == 1

    def test_a_simulator_that_changes_the_folder_does_not_lose_the_store(self, campaign, tmp_path, monkeypatch):
        monkeypatch.chdir(tmp_path)
        path = campaign.write(points=1, extra="import os; os.chdir('/')")
        assert [r.verdict for r in Run(load_file(path), device="cpu", store=Store("s.sqlite")).all()] == ["corroborated"] * 2


VALUES = (
    "null",
    "0",
    "-1",
    "1e999",
    "[]",
    "{}",
    '"text"',
    "[null]",
    "[[]]",
    "[{}]",
    '{"id": 3}',
    "not json",
    b"\xff\xfe",
    None,
    7,
    "",
)


class TestChangedByHand:
    def test_four_hundred_changes(self, campaign, tmp_path):
        """A value of any row is replaced by another: every reader answers, or says a sentence; none takes long."""
        whole, draw = tmp_path / "whole.sqlite", random.Random(3)
        path = campaign.write(points=1)
        made = Store(whole)
        Run(load_file(path), device="cpu", store=made).all()
        key = made.rows("select key from claims")[0][0]
        made.close()
        said: list[str] = []
        for number in range(400):
            place = tmp_path / f"{number}.sqlite"
            shutil.copy(whole, place)
            db = sqlite3.connect(place)
            table = draw.choice(["plans", "units", "claims", "requests", "meta"])
            columns = [name for _, name, *_ in db.execute(f"pragma table_info({table})")]
            column, value = draw.choice(columns), draw.choice(VALUES)
            try:
                db.execute(f"update {table} set {column} = ?", (value,))
            except sqlite3.IntegrityError:
                db.rollback()
                if number % 3:
                    db.execute(f"alter table {table} rename column {column} to other")
                else:
                    db.execute(f"drop table {table}")
            db.commit()
            db.close()
            for read in (_records, _find(key), _lines, _summary, _prune, _merged, _run(path)):
                try:
                    read(place)
                except LemmataError as error:
                    said.append(str(error))
            for file in tmp_path.glob(f"{number}.sqlite*"):
                file.unlink()
        assert len(said) > 400
        assert not [text for text in said if "\n" in text or len(text) > 1000]

    @pytest.mark.parametrize(
        ("old", "new"),
        [('"holds"', '"fine"'), ('"seed": 0', '"seed": "0"'), ('"laws": [', '"laws": [3, '), ('"seconds"', '"second"')],
    )
    def test_a_record_of_the_wrong_shape_is_no_record(self, campaign, tmp_path, old, new):
        store = Store(tmp_path / "store.sqlite")
        Run(load_file(campaign.write(points=1)), device="cpu", store=store).all()
        store.db.execute("update claims set record = replace(record, ?, ?)", (old, new))
        with pytest.raises(StoreError, match="holds a record that cannot be read"):
            list(store.records())

    def test_a_database_of_something_else_is_left_alone(self, tmp_path):
        place = tmp_path / "other.sqlite"
        db = sqlite3.connect(place)
        db.execute("create table mine (x)")
        db.commit()
        db.close()
        with pytest.raises(StoreError, match="is a database of something else; name another with --store"):
            Store(place)
        db = sqlite3.connect(place)
        assert db.execute("select name from sqlite_master").fetchall() == [("mine",)]
        db.close()

    def test_a_key_that_two_records_begin_with(self, campaign, tmp_path):
        store = Store(tmp_path / "store.sqlite")
        for seed in range(9):
            Run(load_file(campaign.write(points=1)), seed=seed, device="cpu", store=store).all()
        keys = [key for (key,) in store.rows("select key from claims")]
        first = next(k[0] for k in keys if sum(other[0] == k[0] for other in keys) > 1)
        with pytest.raises(StoreError, match=f"more than one record whose key begins with {first}: give more digits"):
            store.find(first)
        assert store.find(keys[0][:12]).key == keys[0]


def _records(place):
    store = Store(place)
    list(store.records())
    store.superseded()


def _find(key):
    return lambda place: Store(place).find(key[:12])


def _lines(place):
    list(lines(Store(place)))


def _summary(place):
    summary(Store(place))


def _prune(place):
    prune(Store(place), days=1)


def _merged(place):
    merge(Store(), place)


def _run(path):
    return lambda place: Run(load_file(path)[:1], device="cpu", store=Store(place), budget=1e-9).all()
