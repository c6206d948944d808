"""Looking after a store: what is in it, dropping what no run can use again, JSON lines."""

from __future__ import annotations

import json
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from lemmata.verify.engine.shown import code_now
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
    return store.guard(lambda: _summary(store))


def _summary(store: Store) -> Summary:
    ((units, seconds, first, last),) = store.rows("select count(*), total(seconds), min(made), max(made) from units")
    ((records,),) = store.rows("select count(*) from claims")
    runs = store.rows("select profile, seed, count(*) from claims group by 1, 2")
    path = Path(store.path)
    return Summary(
        bytes=path.stat().st_size if path.is_file() else 0,
        units=units,
        seconds=seconds,
        records=records,
        stale=sum(map(len, _stale(store).values())),
        verdicts=dict(Counter(record.verdict for record in store.records())),
        runs={(str(profile), int(seed)): count for profile, seed, count in runs},
        first=None if first is None else float(first),
        last=None if last is None else float(last),
    )


def _stale(store: Store, days: float | None = None) -> dict[str, list[str]]:
    """Keys, by table, of what is of other code than there is now, and of records that a later request replaces.

    Of a claim whose code is not there now (a file that was moved) only the code of the last request is kept.
    """
    rows = store.db.execute("select claim, code, file from requests order by number desc, record")
    last: dict[str, tuple[str, str]] = {}
    for claim, code, file in rows:
        last.setdefault(claim, (code, file))
    now: dict[str, str | None] = {}
    before = 0.0 if days is None else time.time() - 86400 * days
    found: dict[str, list[str]] = {}
    for table in TABLES:
        found[table] = []
        for key, claim, code, made in store.db.execute(f"select key, claim, code, made from {table}").fetchall():
            if claim not in now:
                own, file = last.get(claim, (None, ""))
                now[claim] = code_now(claim, file) or own
            if now[claim] not in {None, code} or made < before:
                found[table].append(key)
    replaced = store.db.execute("""
        select key from (select c.key, coalesce(r.number, -1e18) as number, max(coalesce(r.number, -1e18)) over
        (partition by c.claim, c.code, c.profile, c.seed) as latest from claims c left join requests r on r.record = c.key)
        where number < latest
    """)
    found["claims"] = sorted({*found["claims"], *(key for (key,) in replaced)})
    return found


def prune(store: Store, days: float | None = None) -> int:
    """Drop what no run can use again and, on demand, what is older than so many days; how many rows went."""

    def action() -> int:
        store.db.execute("begin immediate")
        doomed = _stale(store, days)
        for table, keys in doomed.items():
            store.db.executemany(f"delete from {table} where key = ?", [(key,) for key in keys])
        store.db.execute("delete from requests where record not in (select key from claims)")
        store.db.execute("commit")
        store.db.execute("vacuum")
        return sum(map(len, doomed.values()))

    return store.guard(action)


def lines(store: Store) -> Iterator[str]:
    """The whole store as JSON lines: first what it is, then its rows, oldest first, each with the name of its table."""
    yield json.dumps({"table": "meta", "schema": SCHEMA})
    for table in TABLES:
        names = [column[1] for column in store.rows(f"pragma table_info({table})")]
        for (key,) in store.rows(f"select key from {table} order by made, key"):
            for row in store.rows(f"select * from {table} where key = ?", key):
                fields = dict(zip(names, row, strict=True))
                parsed = {name: store.read_json(fields[name]) for name in ("points", "evidence", "record") if name in fields}
                content = {"table": table, **fields, **parsed}
                yield store.guard(lambda row=content: json.dumps(row))  # type: ignore[misc]
