"""Results on disk: one SQLite file, one commit a unit, keyed by content, so that a killed run resumes.

``units`` holds the evidence of (claim, points); ``claims`` the finished records; ``plans`` the points that were drawn;
``requests`` which record was asked for last (`shown`). Equal keys hold equal results, so two runs may write to one store
at once, and two stores merge by union.
"""

from __future__ import annotations

import json
import re
import sqlite3
import time
from collections.abc import Callable, Collection, Iterator
from contextlib import suppress
from dataclasses import fields
from pathlib import Path
from typing import Any, TypeVar, get_args

from lemmata.theory.language.errors import StoreError
from lemmata.verify.engine.opening import connect, identity
from lemmata.verify.engine.records import ClaimRecord, Outcome, Verdict, from_json, to_json
from lemmata.verify.engine.shown import ENTER, chosen
from lemmata.verify.engine.tidy import fit, tidy

T = TypeVar("T")
SCHEMA = "lemmata-store/3"
TABLES = ("plans", "units", "claims")
_CREATE = """
create table if not exists meta (name text primary key, value text not null);
create table if not exists plans (key text primary key, claim text not null, code text not null, points text not null,
                                  made real not null);
create table if not exists units (key text primary key, claim text not null, evidence text not null, seconds real not null,
                                  made real not null, code text not null default '');
create table if not exists claims (key text primary key, claim text not null, profile text not null, seed integer not null,
                                   record text not null, made real not null, code text not null default '');
create table if not exists requests (record text primary key, claim text not null, code text not null, file text not null,
                                     number integer not null) without rowid;
create index if not exists units_of on units (claim, code);
create index if not exists requests_of on requests (claim, number);
"""
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
        self.path = str(Path(path).expanduser()) if path is not None else ":memory:"
        if path is not None:
            folder = Path(self.path).resolve().parent
            try:
                folder.mkdir(parents=True, exist_ok=True)
            except OSError as error:
                raise StoreError(
                    f"the store {self.path} cannot be made: {error.strerror or error}; choose another with --store"
                ) from None
        self.db, self.writable = self.guard(lambda: connect(self.path, self._prepare))
        self._place = str(Path(self.path).absolute())
        self._file = identity(self._place) if path is not None else None

    def _prepare(self, db: sqlite3.Connection) -> None:
        schema = self._schema(db)
        if schema is None:
            db.execute("pragma journal_mode=wal")
            db.execute("begin immediate")  # of two runs that make a store at once, one waits
            if self._schema(db) is None and db.execute("select 1 from sqlite_master").fetchone():
                raise StoreError(f"{self.path} is a database of something else; name another with --store")
            for statement in _CREATE.split(";"):
                db.execute(statement)
            db.execute("insert or ignore into meta values ('schema', ?)", (SCHEMA,))
            db.execute("commit")
            schema = self._schema(db)
        if schema != SCHEMA:
            raise StoreError(
                f"the store {self.path} has schema {schema}, this version writes {SCHEMA}; name another with --store"
            )
        db.execute("pragma synchronous=normal")

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
        except (TypeError, ValueError, KeyError, OverflowError) as error:
            self._roll_back()
            raise self._unread(error) from None

    def _unread(self, error: Exception) -> StoreError:
        text = fit(f"{type(error).__name__}: {error}".replace("\n", " "), 200)
        return StoreError(
            f"the store {self.path} holds a record that cannot be read ({text}): move the file away or name another with --store"
        )

    def _roll_back(self) -> None:
        """Leave no transaction open; the database may be past that."""
        db = getattr(self, "db", None)
        if db is not None:
            with suppress(sqlite3.Error):
                db.rollback()

    def there(self) -> None:
        """Say so if the file was removed, or another put in its place, since it was opened: nothing written then is kept."""
        if self._file is not None and identity(self._place) != self._file:
            raise StoreError(
                f"the store {self.path} was removed or replaced while it was in use: what was finished since is lost; run again"
            )

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
        return self._read(_evidence, rows[0][0]) if rows else None

    def put_unit(self, key: str, claim: str, code: str, evidence: list[dict[str, Any]], seconds: float) -> None:
        """Keep the evidence of a unit; one commit."""
        row = (key, claim, json.dumps(evidence), seconds, time.time(), code)
        self.guard(lambda: self.db.execute("insert or replace into units values (?, ?, ?, ?, ?, ?)", row))
        self.there()

    def put_record(self, record: ClaimRecord) -> None:
        """Keep a finished record; one commit."""
        text = json.dumps(to_json(record))
        row = (record.key, record.id, record.profile, record.seed, text, time.time(), record.code)
        self.guard(lambda: self.db.execute("insert or replace into claims values (?, ?, ?, ?, ?, ?, ?)", row))
        self.there()

    def ask(self, record: ClaimRecord, file: str = "") -> None:
        """This record was asked for, of a claim that was found in ``file``: from now on it is the one that is shown."""
        row = (record.key, record.id, record.code, file)
        self.guard(lambda: self.db.execute(ENTER, row))
        self.there()

    def record(self, key: str) -> ClaimRecord | None:
        """The finished record of exactly this content key."""
        rows = self.rows("select record from claims where key = ?", key)
        return self._read(_record, rows[0][0]) if rows else None

    def find(self, text: str) -> ClaimRecord | None:
        """The record whose key begins with ``text`` (hexadecimal digits)."""
        if not re.fullmatch("[0-9a-f]+", text):
            return None
        rows = self.rows("select record from claims where key like ? order by key limit 2", text + "%")
        if len(rows) > 1:
            raise StoreError(f"the store {self.path} has more than one record whose key begins with {text}: give more digits")
        return self._read(_record, rows[0][0]) if rows else None

    def current(self, claim: str) -> ClaimRecord | None:
        """The record that is shown of a claim: of the code that is there now, for what was last asked for (`shown`)."""
        key, _ = self.guard(lambda: chosen(self.db, claim))
        return None if key is None else self.record(key)

    def records(self, claims: Collection[str] | None = None) -> Iterator[ClaimRecord]:
        """The record that is shown of each claim, by id."""
        for (claim,) in self.rows("select distinct claim from requests order by claim"):
            record = self.current(claim) if claims is None or claim in claims else None
            if record is not None:
                yield record

    def superseded(self, claims: Collection[str] | None = None) -> list[str]:
        """Claims (among these) of which there are records, but none of the code that is there now."""
        known = [claim for (claim,) in self.rows("select distinct claim from requests order by claim")]
        wanted = [claim for claim in known if claims is None or claim in claims]
        return [claim for claim in wanted if self.guard(lambda c=claim: chosen(self.db, c))[1]]  # type: ignore[misc]

    def read_json(self, text: str) -> Any:
        """What a text of this store says."""
        return self._read(json.loads, text)

    def _read(self, reader: Callable[[str], T], text: str) -> T:
        try:
            return reader(text)
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
            raise self._unread(error) from None

    def close(self) -> None:
        self.db.close()


def restored(point: dict[str, Any]) -> dict[str, Any]:
    """A point as it was before it became JSON: vectors are tuples."""
    return {name: tuple(value) if isinstance(value, list) else value for name, value in point.items()}


def _record(text: str) -> ClaimRecord:
    record: ClaimRecord = tidy(from_json(json.loads(text)))
    parts: list[Any] = [record, *record.laws, *(e for law in record.laws for e in law.evidence)]
    for part in parts:
        for field in fields(part):
            kind, value = str(field.type), getattr(part, field.name)
            if value not in _WORDS[kind] if kind in _WORDS else not isinstance(value, _PLAIN.get(kind, object)):
                raise TypeError(f"its {field.name} is no {field.type}")
    return record


_PLAIN: dict[str, Any] = {
    "str": str,
    "bool": bool,
    "int": int,
    "float": (int, float, type(None)),
    "dict[str, Any]": dict,
    "list[str]": list,
}
_WORDS = {"Outcome": get_args(Outcome), "Verdict": get_args(Verdict)}


def _evidence(text: str) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = json.loads(text)
    for row in rows:
        whole = isinstance(row["simulations"], int) and isinstance(row["seconds"], int | float)
        if not whole or not all(
            isinstance(e["outcome"], str) and isinstance(e["point"], dict) for e in row["evidence"].values()
        ):
            raise TypeError("a row of evidence is malformed")
    return rows
