"""Results on disk: one SQLite file, one commit a unit, keyed by content, so that a killed run resumes.

``units`` holds the evidence of (claim, points); ``claims`` the finished records; ``plans`` the points that were drawn.
Equal keys hold equal results, so two runs may write to one store at once, and two stores merge by union.
"""

from __future__ import annotations

import json
import re
import sqlite3
import time
from collections.abc import Callable, Collection, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeVar

from lemmata.theory.language.errors import StoreError
from lemmata.verify.engine.records import ClaimRecord, from_json, to_json

T = TypeVar("T")
SCHEMA = "lemmata-store/2"
BUSY = 60.0  # seconds to wait for another run that is writing
TABLES = ("plans", "units", "claims")
_CREATE = """
create table if not exists meta (name text primary key, value text not null);
create table if not exists plans (key text primary key, claim text not null, code text not null, points text not null,
                                  made real not null);
create table if not exists units (key text primary key, claim text not null, evidence text not null, seconds real not null,
                                  made real not null, code text not null default '');
create table if not exists claims (key text primary key, claim text not null, profile text not null, seed integer not null,
                                   record text not null, made real not null, code text not null default '');
create index if not exists units_of on units (claim, code);
create index if not exists claims_of on claims (claim, made);
"""
_BEFORE = "lemmata-records/1"  # this schema but for plans and the columns `code`
_CURE = {
    "database or disk is full": "free some space and run again: what was finished is kept",
    "disk I/O error": "the disk is full or failing; free some space and run again: what was finished is kept",
    "attempt to write a readonly database": "make it writable or name another with --store",
    "unable to open database file": "make its folder writable or name another with --store",
    "database is locked": "another run has kept it busy for a minute; wait for it, or name another with --store",
}


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
        self.db = self.guard(self._open)

    def _open(self) -> sqlite3.Connection:
        db = sqlite3.connect(self.path, timeout=BUSY, isolation_level=None)
        try:
            self._prepare(db)
        except BaseException:
            db.close()
            raise
        return db

    def _prepare(self, db: sqlite3.Connection) -> None:
        db.execute("pragma journal_mode=wal")
        db.execute("pragma synchronous=normal")
        if self._schema(db) != SCHEMA:
            db.execute("begin immediate")  # of two runs that make a store at once, one waits
            if self._schema(db) == _BEFORE:
                for table in ("units", "claims"):
                    db.execute(f"alter table {table} add column code text not null default ''")
                db.execute("update meta set value = ? where name = 'schema'", (SCHEMA,))
            for statement in _CREATE.split(";"):
                db.execute(statement)
            db.execute("insert or ignore into meta values ('schema', ?)", (SCHEMA,))
            db.execute("commit")
        schema = self._schema(db)
        if schema != SCHEMA:
            raise StoreError(
                f"the store {self.path} has schema {schema}, this version writes {SCHEMA}; name another with --store"
            )

    @staticmethod
    def _schema(db: sqlite3.Connection) -> str | None:
        if not db.execute("select 1 from sqlite_master where name = 'meta'").fetchone():
            return None
        found = db.execute("select value from meta where name = 'schema'").fetchone()
        return str(found[0]) if found else None

    def guard(self, action: Callable[[], T]) -> T:
        """Do something with the database; whatever fails is one sentence that says what to do."""
        try:
            return action()
        except sqlite3.Error as error:
            self._roll_back()
            cure = _CURE.get(str(error), "move the file away or name another with --store")
            raise StoreError(f"the store {self.path} cannot be used ({error}): {cure}") from None

    def _roll_back(self) -> None:
        """Leave no transaction open; the database may be past that."""
        db = getattr(self, "db", None)
        if db is not None:
            with suppress(sqlite3.Error):
                db.rollback()

    def rows(self, query: str, *values: Any) -> list[Any]:
        """All rows of a query."""
        return self.guard(lambda: self.db.execute(query, values).fetchall())

    def plan(self, key: str) -> list[dict[str, Any]] | None:
        """The points drawn for a claim."""
        rows = self.rows("select points from plans where key = ?", key)
        return self._read(lambda text: [restored(point) for point in json.loads(text)], rows[0][0]) if rows else None

    def put_plan(self, key: str, claim: str, code: str, points: list[dict[str, Any]]) -> None:
        row = (key, claim, code, json.dumps(points), time.time())
        self.guard(lambda: self.db.execute("insert or replace into plans values (?, ?, ?, ?, ?)", row))

    def known(self, claim: str, code: str) -> set[str]:
        """The keys of all units of a claim by this code."""
        return {key for (key,) in self.rows("select key from units where claim = ? and code = ?", claim, code)}

    def has(self, key: str) -> bool:
        return bool(self.rows("select 1 from units where key = ?", key))

    def unit(self, key: str) -> list[dict[str, Any]] | None:
        """The evidence kept under a key."""
        rows = self.rows("select evidence from units where key = ?", key)
        return self._read(json.loads, rows[0][0]) if rows else None

    def put_unit(self, key: str, claim: str, code: str, evidence: list[dict[str, Any]], seconds: float) -> None:
        """Keep the evidence of a unit; one commit."""
        row = (key, claim, json.dumps(evidence), seconds, time.time(), code)
        self.guard(lambda: self.db.execute("insert or replace into units values (?, ?, ?, ?, ?, ?)", row))

    def put_record(self, record: ClaimRecord) -> None:
        """Keep a finished record; one commit."""
        text = json.dumps(to_json(record))
        row = (record.key, record.id, record.profile, record.seed, text, time.time(), record.code)
        self.guard(lambda: self.db.execute("insert or replace into claims values (?, ?, ?, ?, ?, ?, ?)", row))

    def record(self, key: str) -> ClaimRecord | None:
        """The finished record of exactly this content key."""
        rows = self.rows("select record from claims where key = ?", key)
        return self._read(_record, rows[0][0]) if rows else None

    def find(self, text: str) -> ClaimRecord | None:
        """The newest record whose key begins with ``text`` (hexadecimal digits)."""
        if not re.fullmatch("[0-9a-f]+", text):
            return None
        rows = self.rows("select record from claims where key like ? order by made desc limit 1", text + "%")
        return self._read(_record, rows[0][0]) if rows else None

    def records(self, claims: Collection[str] | None = None) -> Iterator[ClaimRecord]:
        """The newest record of each claim, by id."""
        query = "select claim, record from claims c where made = (select max(made) from claims where claim = c.claim)"
        for claim, text in self.rows(query + " group by claim order by claim"):
            if claims is None or claim in claims:
                yield self._read(_record, text)

    def _read(self, reader: Callable[[str], T], text: str) -> T:
        try:
            return reader(text)
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise StoreError(
                f"the store {self.path} holds a record that cannot be read ({type(error).__name__}: {error}): "
                "move the file away or name another with --store"
            ) from None

    def close(self) -> None:
        self.db.close()


def restored(point: dict[str, Any]) -> dict[str, Any]:
    """A point as it was before it became JSON: vectors are tuples."""
    return {name: tuple(value) if isinstance(value, list) else value for name, value in point.items()}


def _record(text: str) -> ClaimRecord:
    return from_json(json.loads(text))
