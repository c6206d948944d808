"""The store under faults: what cannot be written or read says so in one sentence, and nothing finished is lost."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import pytest

from theory.language import Identity
from theory.language.errors import StoreError, UsageError
from verify.engine import workers
from verify.engine.campaign import SAMPLED
from verify.engine.records import to_json
from verify.engine.runner import Run
from verify.engine.store import Store
from verify.library import load_file

SLOW = """
import time
import sympy as sp
from theory.language import Claim, Domain, Identity, Mean, Observable, Real, Source
from verify import experiment

a = sp.Symbol("a", positive=True)
C = Observable("C")


def simulate(p, draw):
    time.sleep({pause})
    {extra}
    return 1 + 0.1 * draw.normal()


def add(slug):
    claim = Claim(id=f"slow.{{slug}}", title="a mean", truth=Identity(Mean(C), 1), source=Source("none", "none"),
                  domain=Domain(Real(a, (0, sp.oo), (0.2, 1.5))))
    return experiment(claim, points=({points}, {points}))(simulate)


first, second = add("first"), add("second")
"""


def write(path: Path, *, pause: float = 0.0, points: int = 4, extra: str = "pass") -> Path:
    path.write_text(SLOW.format(pause=pause, points=points, extra=extra))
    return path


def start(*arguments: str | Path, folder: Path) -> subprocess.Popen[str]:
    environment = {**os.environ, "XDG_CACHE_HOME": str(folder / "cache"), "OMP_NUM_THREADS": "1"}
    return subprocess.Popen(
        [sys.executable, "-m", "verify", *map(str, arguments)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment,
        cwd=folder,
    )


def wait_for_units(path: Path, count: int, process: subprocess.Popen[str]) -> int:
    """Wait until so many units are in the store; how many there are."""
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        if process.poll() is not None:
            raise AssertionError(f"the run ended early: {process.communicate()}")
        if path.exists():
            with sqlite3.connect(path, timeout=5) as db:
                try:
                    (found,) = db.execute("select count(*) from units").fetchone()
                except sqlite3.OperationalError:
                    found = 0
            db.close()
            if found >= count:
                return int(found)
        time.sleep(0.02)
    raise AssertionError("no unit was finished within a minute")


def units(path: Path) -> int:
    db = sqlite3.connect(path)
    (count,) = db.execute("select count(*) from units").fetchone()
    db.close()
    return int(count)


def in_units(points: int) -> int:
    """Units of a file of two sampled claims with so many points each."""
    return 2 * -(-points // SAMPLED)


class TestFiles:
    def test_a_folder_that_cannot_be_made(self, tmp_path):
        (tmp_path / "file").write_text("")
        with pytest.raises(StoreError, match=r"the store .*file/store.sqlite cannot be made: .*; choose another with --store"):
            Store(tmp_path / "file" / "store.sqlite")

    def test_a_folder_in_place_of_the_file(self, tmp_path):
        with pytest.raises(StoreError, match=r"unable to open database file.*make its folder writable or name another"):
            Store(tmp_path)

    @pytest.mark.parametrize(
        "content", [b"no database at all, but long enough to be taken for one" * 40, b"SQLite format 3\0" + b"\xff" * 5000]
    )
    def test_garbage(self, tmp_path, content):
        path = tmp_path / "store.sqlite"
        path.write_bytes(content)
        with pytest.raises(
            StoreError, match=r"the store .* cannot be used \(.*\): move the file away or name another with --store"
        ):
            Store(path)
        assert path.read_bytes() == content, "what may be somebody's file is left alone"

    def test_pages_that_are_damaged_later(self, tmp_path):
        path = tmp_path / "store.sqlite"
        store = Store(path)
        for number in range(200):
            store.put_unit(f"key{number}", "test.claim", [{"text": "x" * 500}], 1.0)
        store.close()
        content = bytearray(path.read_bytes())
        content[4096:] = b"\xff" * (len(content) - 4096)
        path.write_bytes(content)
        with pytest.raises(StoreError, match=r"the store .* cannot be used"):
            Store(path).unit("key100")

    def test_a_record_that_is_no_record(self, tmp_path):
        store = Store(tmp_path / "store.sqlite")
        store._db.execute("insert into claims values ('abc', 'test.claim', 'quick', 0, '{\"id\": 3', 0)")
        store._db.execute("insert into units values ('abc', 'test.claim', 'nonsense', 0, 0)")
        for read in (
            lambda: store.find("abc"),
            lambda: store.record("abc"),
            lambda: list(store.records()),
            lambda: store.unit("abc"),
        ):
            with pytest.raises(StoreError, match=r"the store .* holds a record that cannot be read.*move the file away"):
                read()

    def test_another_schema(self, tmp_path):
        store = Store(tmp_path / "store.sqlite")
        store._db.execute("update meta set value = 'lemmata-records/0'")
        store.close()
        with pytest.raises(
            StoreError, match=r"has schema lemmata-records/0, this version writes lemmata-records/\d; name another with --store"
        ):
            Store(tmp_path / "store.sqlite")

    def test_read_only(self, tmp_path):
        store = Store(tmp_path / "store.sqlite")
        store._db.execute("pragma query_only = 1")
        with pytest.raises(StoreError, match=r"readonly database\): make it writable or name another with --store"):
            store.put_unit("key", "test.claim", [], 1.0)

    def test_full_disk(self, tmp_path, lab):
        """The pages run out in the middle of a run: one sentence, and what was finished is there afterwards."""
        path = write(tmp_path / "slow.py")
        store = Store(tmp_path / "store.sqlite")
        (pages,) = store._db.execute("pragma page_count").fetchone()
        store._db.execute(f"pragma max_page_count = {pages + 4}")
        with pytest.raises(
            StoreError, match=r"database or disk is full\): free some space and run again: what was finished is kept"
        ):
            Run(load_file(path), device="cpu", store=store).all()
        store.close()
        kept = units(tmp_path / "store.sqlite")
        assert kept > 0
        events: list[str] = []
        records = Run(
            load_file(path), device="cpu", store=Store(tmp_path / "store.sqlite"), listen=lambda e, p: events.append(e)
        ).all()
        assert [r.verdict for r in records] == ["corroborated"] * 2
        assert events.count("unit") == in_units(4) - kept

    def test_merge(self, tmp_path, lab):
        path = write(tmp_path / "slow.py")
        first, second = load_file(path)
        stores = [Store(tmp_path / name) for name in ("one.sqlite", "two.sqlite")]
        made = [
            record
            for store, e in zip(stores, (first, second), strict=True)
            for record in Run([e], device="cpu", store=store).all()
        ]
        stores[0].merge(tmp_path / "two.sqlite")
        stores[0].merge(tmp_path / "two.sqlite")
        assert [to_json(r) for r in stores[0].records()] == [to_json(r) for r in made]
        events: list[str] = []
        Run([first, second], device="cpu", store=stores[0], listen=lambda e, p: events.append(e)).all()
        assert "unit" not in events

    def test_merge_of_what_is_no_store(self, tmp_path):
        store = Store(tmp_path / "store.sqlite")
        with pytest.raises(StoreError, match=r"there is no store .*other.sqlite to merge"):
            store.merge(tmp_path / "other.sqlite")
        (tmp_path / "garbage.sqlite").write_bytes(b"garbage" * 1000)
        with pytest.raises(StoreError, match=r"cannot be used \(file is not a database\)"):
            store.merge(tmp_path / "garbage.sqlite")
        other = Store(tmp_path / "old.sqlite")
        other._db.execute("update meta set value = 'lemmata-records/0'")
        other.close()
        with pytest.raises(StoreError, match="has schema lemmata-records/0"):
            store.merge(tmp_path / "old.sqlite")
        assert list(store.records()) == []
        store.put_unit("key", "test.claim", [], 1.0)

    def test_a_store_in_memory_leaves_nothing(self, tmp_path, monkeypatch, lab):
        monkeypatch.chdir(tmp_path)
        lab.run(lab.bind(Identity(lab.a + 1, 1 + lab.a * 1.0), of={"domain": lab.one}))
        assert list(tmp_path.iterdir()) == []

    def test_a_key_with_wildcards_finds_nothing(self, tmp_path):
        store = Store(tmp_path / "store.sqlite")
        Run(load_file(write(tmp_path / "slow.py", points=1)), device="cpu", store=store).all()
        assert store.find("%") is None
        assert store.find("_" * 12) is None
        assert store.find("") is None

    @pytest.mark.parametrize("seed", [-(2**63), -1, 2**63 - 1])
    def test_any_seed_of_64_bits_is_kept(self, tmp_path, seed):
        store = Store(tmp_path / "store.sqlite")
        Run(load_file(write(tmp_path / "slow.py", points=1)), seed=seed, device="cpu", store=store).all()
        assert [r.seed for r in store.records()] == [seed] * 2
        with pytest.raises(UsageError, match="a root key is an integer of 64 bits"):
            Run([], seed=2**63)


class TestKilled:
    def test_kill_and_resume_lose_only_what_was_in_flight(self, tmp_path):
        path, store = write(tmp_path / "slow.py", pause=0.05, points=12), tmp_path / "store.sqlite"
        process = start("verify", path, "--store", store, folder=tmp_path)
        seen = wait_for_units(store, 2, process)
        process.kill()
        process.communicate()
        kept = units(store)
        assert seen <= kept < in_units(12)
        path_again = write(path, pause=0.05, points=12)  # the same text: the same content keys
        events: list[str] = []
        records = Run(load_file(path_again), store=Store(store), listen=lambda e, p: events.append(e)).all()
        assert events.count("unit") == in_units(12) - kept
        assert [r.verdict for r in records] == ["corroborated"] * 2
        alone = Run(load_file(path_again)).all()
        assert [[law.statistic for law in r.laws] for r in records] == [[law.statistic for law in r.laws] for r in alone]

    @pytest.mark.parametrize("processes", [1, 2])
    def test_interrupt(self, tmp_path, processes):
        path, store = write(tmp_path / "slow.py", pause=0.4, points=30), tmp_path / "store.sqlite"
        process = start("verify", path, "--store", store, "--workers", processes, folder=tmp_path)
        wait_for_units(store, 1, process)
        began = time.monotonic()
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=30)
        assert time.monotonic() - began < 10
        assert process.returncode == 130
        assert errors.strip() == "lemmata: interrupted; what was finished is kept, the same command resumes"
        assert 1 <= units(store) < 60

    def test_killed_workers(self, tmp_path):
        """One claim kills every worker it meets, another only the first: that one and its neighbours are finished."""
        flag = tmp_path / "killed"
        path = write(tmp_path / "slow.py", pause=0.1, points=3, extra="die(draw)")
        path.write_text(
            f"""
import os, pathlib, signal


def die(draw):
    if draw.key.claim == "slow.second":
        try:
            pathlib.Path({str(flag)!r}).touch(exist_ok=False)
        except FileExistsError:
            return
    os.kill(os.getpid(), signal.SIGKILL)
"""
            + path.read_text().replace(
                "experiment(claim, points=(3, 3))", 'experiment(claim, points=(1, 1) if slug == "first" else (3, 3))'
            )
        )
        first, second = Run(load_file(path), device="cpu", workers=2).all()
        assert flag.exists()
        assert (first.verdict, first.laws[0].detail) == ("error", f"the worker died {workers.ATTEMPTS} times on this unit")
        assert second.verdict == "corroborated"
        assert second.laws[0].points == 3
