"""The store under faults: what cannot be written or read says so in one sentence, and nothing finished is lost."""

from __future__ import annotations

import re
import resource
import sqlite3

import pytest

from lemmata import Identity
from lemmata.theory.language.errors import StoreError, UsageError
from lemmata.verify.engine.loading import load_file
from lemmata.verify.engine.runner import Run
from lemmata.verify.engine.store import Store


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
            store.put_unit(f"key{number}", "test.claim", "code", [{"text": "x" * 500}], 1.0)
        store.close()
        content = bytearray(path.read_bytes())
        content[4096:] = b"\xff" * (len(content) - 4096)
        path.write_bytes(content)
        with pytest.raises(StoreError, match=r"the store .* cannot be used"):
            Store(path).unit("key100")

    def test_a_record_that_is_no_record(self, tmp_path):
        store = Store(tmp_path / "store.sqlite")
        store.db.execute("insert into claims values ('abc', 'test.claim', 'quick', 0, '{\"id\": 3', 0, '')")
        store.db.execute("insert into units values ('abc', 'test.claim', 'nonsense', 0, 0, '')")
        store.db.execute("insert into requests values ('abc', 'test.claim', '', '', 1)")
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
        store.db.execute("update meta set value = 'lemmata-store/0'")
        store.close()
        with pytest.raises(
            StoreError, match=r"has schema lemmata-store/0, this version writes lemmata-store/\d; name another with --store"
        ):
            Store(tmp_path / "store.sqlite")

    def test_read_only(self, tmp_path):
        store = Store(tmp_path / "store.sqlite")
        store.db.execute("pragma query_only = 1")
        with pytest.raises(StoreError, match=r"readonly database\): make it writable or name another with --store"):
            store.put_unit("key", "test.claim", "code", [], 1.0)

    def test_full_disk(self, tmp_path, campaign):
        """The pages run out in the middle of a run: one sentence, and what was finished is there afterwards."""
        path = campaign.write()
        store = Store(tmp_path / "store.sqlite")
        (pages,) = store.db.execute("pragma page_count").fetchone()
        store.db.execute(f"pragma max_page_count = {pages + 4}")
        with pytest.raises(
            StoreError, match=r"database or disk is full\): free some space and run again: what was finished is kept"
        ):
            Run(load_file(path), device="cpu", store=store).all()
        store.close()
        kept = campaign.units(tmp_path / "store.sqlite")
        assert kept > 0
        events: list[str] = []
        records = Run(
            load_file(path), device="cpu", store=Store(tmp_path / "store.sqlite"), listen=lambda e, p: events.append(e)
        ).all()
        assert [r.verdict for r in records] == ["corroborated"] * 2
        assert events.count("unit") == campaign.in_units(4) - kept

    def test_a_file_that_may_not_grow(self, tmp_path, campaign):
        """The command ends with one sentence, the store is sound and is gone on with where there is room again."""
        path, store = campaign.write(points=40), tmp_path / "store.sqlite"

        def small_files() -> None:
            resource.setrlimit(resource.RLIMIT_FSIZE, (110_000, 110_000))

        process = campaign.start("verify", path, "--store", store, preexec_fn=small_files)
        _, errors = process.communicate(timeout=120)
        assert process.returncode == 2
        assert re.fullmatch(r"lemmata: the store .* cannot be used \(.*\): .*free some space and run again.*\n", errors), errors
        kept = campaign.units(store)
        assert 0 < kept < campaign.in_units(40)
        db = sqlite3.connect(store)
        assert db.execute("pragma integrity_check").fetchone() == ("ok",)
        db.close()
        records = Run(load_file(path), device="cpu", store=Store(store)).all()
        assert [r.verdict for r in records] == ["corroborated"] * 2

    def test_a_store_in_memory_leaves_nothing(self, tmp_path, monkeypatch, lab):
        monkeypatch.chdir(tmp_path)
        lab.run(lab.bind(Identity((lab.a + 1) ** 2, lab.a**2 + 2 * lab.a + 1)))
        assert list(tmp_path.iterdir()) == []

    def test_a_key_with_wildcards_finds_nothing(self, tmp_path, campaign):
        store = Store(tmp_path / "store.sqlite")
        Run(load_file(campaign.write(points=1)), device="cpu", store=store).all()
        assert store.find("%") is None
        assert store.find("_" * 12) is None
        assert store.find("") is None

    @pytest.mark.parametrize("seed", [-(2**63), -1, 2**63 - 1])
    def test_any_seed_of_64_bits_is_kept(self, tmp_path, campaign, seed):
        store = Store(tmp_path / "store.sqlite")
        Run(load_file(campaign.write(points=1)), seed=seed, device="cpu", store=store).all()
        assert [r.seed for r in store.records()] == [seed] * 2
        with pytest.raises(UsageError, match="a root key is an integer of 64 bits"):
            Run([], seed=2**63)
