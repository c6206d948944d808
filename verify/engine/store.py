"""Results on disk: one SQLite file, one commit a unit, keyed by content, so that a killed run resumes.

``units`` holds the evidence of (claim, points); ``claims`` the finished records. Two stores merge by union: equal keys
hold equal results.
"""

from __future__ import annotations

import json
import re
import sqlite3
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeVar

from theory.language.errors import StoreError
from verify.engine.records import SCHEMA, ClaimRecord, from_json, to_json

T = TypeVar("T")
_TABLES = """
create table if not exists meta (name text primary key, value text not null);
create table if not exists units (key text primary key, claim text not null, evidence text not null, seconds real not null,
                                  made real not null);
create table if not exists claims (key text primary key, claim text not null, profile text not null, seed integer not null,
                                   record text not null, made real not null);
"""


class Store:
    """A store at a path, or in memory when no path is given."""

    def __init__(self, path: str | Path | None = None) -> None:
        self.path = str(path) if path is not None else ":memory:"
        if path is not None:
            folder = Path(path).expanduser().resolve().parent
            try:
                folder.mkdir(parents=True, exist_ok=True)
            except OSError as error:
                raise StoreError(
                    f"the store {self.path} cannot be made: {error.strerror or error}; choose another with --store"
                ) from None
        self._db = self._guard(self._open)

    def _open(self) -> sqlite3.Connection:
        db = sqlite3.connect(self.path, timeout=30, isolation_level=None)
        db.execute("pragma journal_mode=wal")
        db.execute("pragma synchronous=normal")
        db.executescript(_TABLES)
        db.execute("insert or ignore into meta values ('schema', ?)", (SCHEMA,))
        (schema,) = db.execute("select value from meta where name = 'schema'").fetchone()
        if schema != SCHEMA:
            raise StoreError(
                f"the store {self.path} has schema {schema}, this version writes {SCHEMA}; name another with --store"
            )
        return db

    def _guard(self, action: Callable[[], T]) -> T:
        try:
            return action()
        except sqlite3.DatabaseError as error:
            text = str(error)
            cure = {
                "database or disk is full": "free some space and run again: what was finished is kept",
                "attempt to write a readonly database": "make it writable or name another with --store",
                "unable to open database file": "make its folder writable or name another with --store",
            }.get(text, "move the file away or name another with --store")
            raise StoreError(f"the store {self.path} cannot be used ({text}): {cure}") from None

    def unit(self, key: str) -> list[dict[str, Any]] | None:
        """The evidence kept under a key."""
        row = self._guard(lambda: self._db.execute("select evidence from units where key = ?", (key,)).fetchone())
        return self._read(json.loads, row[0]) if row else None

    def put_unit(self, key: str, claim: str, evidence: list[dict[str, Any]], seconds: float) -> None:
        """Keep the evidence of a unit; one commit."""
        row = (key, claim, json.dumps(evidence), seconds, time.time())
        self._guard(lambda: self._db.execute("insert or replace into units values (?, ?, ?, ?, ?)", row))

    def put_record(self, record: ClaimRecord) -> None:
        """Keep a finished record; one commit."""
        row = (record.key, record.id, record.profile, record.seed, json.dumps(to_json(record)), time.time())
        self._guard(lambda: self._db.execute("insert or replace into claims values (?, ?, ?, ?, ?, ?)", row))

    def record(self, key: str) -> ClaimRecord | None:
        """The finished record of exactly this content key."""
        row = self._guard(lambda: self._db.execute("select record from claims where key = ?", (key,)).fetchone())
        return self._read(_record, row[0]) if row else None

    def find(self, text: str) -> ClaimRecord | None:
        """The newest record whose key begins with ``text`` (hexadecimal digits)."""
        if not re.fullmatch("[0-9a-f]+", text):
            return None
        row = self._guard(
            lambda: self._db.execute("select record from claims where key like ? order by made desc", (text + "%",)).fetchone()
        )
        return self._read(_record, row[0]) if row else None

    def records(self) -> Iterator[ClaimRecord]:
        """The newest record of each claim, by id."""
        rows = self._guard(
            lambda: self._db.execute(
                "select record from claims c where made = (select max(made) from claims where claim = c.claim) order by claim"
            ).fetchall()
        )
        for (text,) in rows:
            yield self._read(_record, text)

    def _read(self, reader: Callable[[str], T], text: str) -> T:
        try:
            return reader(text)
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise StoreError(
                f"the store {self.path} holds a record that cannot be read ({type(error).__name__}: {error}): "
                "move the file away or name another with --store"
            ) from None

    def merge(self, other: str | Path) -> None:
        """Take over everything another store holds."""
        if not Path(other).is_file():
            raise StoreError(f"there is no store {other} to merge")
        Store(other).close()  # which says so if it is none, or of another schema

        def action() -> None:
            self._db.execute("attach database ? as other", (str(other),))
            for table in ("units", "claims"):
                self._db.execute(f"insert or ignore into {table} select * from other.{table}")
            self._db.execute("detach database other")

        self._guard(action)

    def close(self) -> None:
        self._db.close()


def _record(text: str) -> ClaimRecord:
    return from_json(json.loads(text))
