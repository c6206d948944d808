"""Looking after a store: what is in it, merging others into it, dropping what no run can use again, JSON lines."""

from __future__ import annotations

import json
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from lemmata.theory.language.errors import StoreError
from lemmata.verify.engine.store import SCHEMA, TABLES, Store


@dataclass(frozen=True)
class Summary:
    """What a store holds; ``stale``: rows that no run can use again."""

    bytes: int
    units: int
    seconds: float
    records: int
    stale: int
    verdicts: dict[str, int]
    runs: dict[tuple[str, int], int]
    first: float | None
    last: float | None


def summary(store: Store) -> Summary:
    """Counts over a store."""
    ((units, seconds, first, last),) = store.rows("select count(*), total(seconds), min(made), max(made) from units")
    ((records,),) = store.rows("select count(*) from claims")
    runs = store.rows("select profile, seed, count(*) from claims group by 1, 2")
    stale = sum(map(len, store.guard(lambda: _stale(store)).values()))
    path = Path(store.path)
    return Summary(
        bytes=path.stat().st_size if path.is_file() else 0,
        units=units,
        seconds=seconds,
        records=records,
        stale=stale,
        verdicts=dict(Counter(record.verdict for record in store.records())),
        runs={(profile, seed): count for profile, seed, count in runs},
        first=first,
        last=last,
    )


def _stale(store: Store, days: float | None = None) -> dict[str, list[str]]:
    """Keys, by table, of what is of other code than the newest of its claim, or a record that a newer one replaces."""
    newest: dict[str, tuple[float, str]] = {}
    for table in TABLES:
        for claim, code, made in store.db.execute(f"select claim, code, max(made) from {table} group by claim, code"):
            newest[claim] = max(newest.get(claim, (0.0, "")), (made, code))
    before = 0.0 if days is None else time.time() - 86400 * days
    found = {
        table: [
            key
            for key, claim, code, made in store.db.execute(f"select key, claim, code, made from {table}")
            if code != newest[claim][1] or made < before
        ]
        for table in TABLES
    }
    replaced = store.db.execute(
        "select key from claims c where made < (select max(made) from claims"
        " where claim = c.claim and profile = c.profile and seed = c.seed)"
    )
    found["claims"] = sorted({*found["claims"], *(key for (key,) in replaced)})
    return found


def prune(store: Store, days: float | None = None) -> int:
    """Drop what no run can use again and, on demand, what is older than so many days; how many rows went."""

    def action() -> int:
        store.db.execute("begin immediate")
        doomed = _stale(store, days)
        for table, keys in doomed.items():
            store.db.executemany(f"delete from {table} where key = ?", [(key,) for key in keys])
        store.db.execute("commit")
        store.db.execute("vacuum")
        return sum(map(len, doomed.values()))

    return store.guard(action)


def merge(store: Store, other: str | Path) -> int:
    """Take over everything that another store holds and this one lacks; how many rows came."""
    if not Path(other).is_file():
        raise StoreError(f"there is no store {other} to merge")
    Store(other).close()  # which says so if it is none, or of another schema

    def action() -> int:
        store.db.execute("attach database ? as other", (str(other),))
        try:
            store.db.execute("begin immediate")
            before = store.db.total_changes
            for table in TABLES:
                columns = ", ".join(name for _, name, *_ in store.db.execute(f"pragma table_info({table})"))
                store.db.execute(f"insert or ignore into {table} ({columns}) select {columns} from other.{table}")
            store.db.execute("commit")
            return store.db.total_changes - before
        finally:
            if store.db.in_transaction:
                store.db.rollback()
            store.db.execute("detach database other")

    return store.guard(action)


def lines(store: Store) -> Iterator[str]:
    """The whole store as JSON lines: first what it is, then its rows, oldest first, each with the name of its table."""
    yield json.dumps({"table": "meta", "schema": SCHEMA})
    for table in TABLES:
        names = [column[1] for column in store.rows(f"pragma table_info({table})")]
        for (key,) in store.rows(f"select key from {table} order by made, key"):
            for row in store.rows(f"select * from {table} where key = ?", key):
                fields = dict(zip(names, row, strict=True))
                parsed = {name: json.loads(fields[name]) for name in ("points", "evidence", "record") if name in fields}
                yield json.dumps({"table": table, **fields, **parsed})
