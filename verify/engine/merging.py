"""Joining stores by union; where two of them disagree under one key, nothing is merged and the sentence says where."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from lemmata.theory.language.errors import StoreError
from lemmata.verify.engine.comparing import CONTENT, bare
from lemmata.verify.engine.shown import TAKE_OVER
from lemmata.verify.engine.store import TABLES, Store


def merge(store: Store, other: str | Path) -> int:
    """Take over everything that another store holds and this one lacks; how many rows came."""
    if not Path(other).is_file():
        raise StoreError(f"there is no store {other} to merge")
    if store.path != ":memory:" and Path(store.path).exists() and Path(other).samefile(store.path):
        raise StoreError(f"the store {other} cannot be merged into itself: name another one")
    taken = Store(other)  # which says so if it is none, or of another schema
    try:
        return store.guard(lambda: _merge(store, taken))
    finally:
        taken.close()


def _merge(store: Store, taken: Store) -> int:
    store.db.execute("begin immediate")
    try:
        new, conflicts = 0, list[str]()
        for table, names, row in _rows(taken):
            key, content = row["key"], CONTENT[table]
            mine = store.db.execute(f"select {content} from {table} where key = ?", (key,)).fetchone()
            if mine is None:
                marks = ", ".join("?" * len(names))
                store.db.execute(f"insert into {table} ({', '.join(names)}) values ({marks})", [row[n] for n in names])
                new += 1
            elif not _agree(table, store, mine[0], taken, row[content]):
                conflicts.append(f"{table} {key} of {row['claim']}")
        if conflicts:
            more = f" and {len(conflicts) - 3} more" if len(conflicts) > 3 else ""
            raise StoreError(
                f"the stores {store.path} and {taken.path} hold different results under one key ({', '.join(conflicts[:3])}{more}), "
                "so one of them was made by a machine that computes differently, or was changed by hand: nothing was merged; "
                "verify these claims again with --fresh in the one you do not trust"
            )
        store.db.executemany(TAKE_OVER, _requests(taken))
        store.db.execute("commit")
        return new
    finally:
        if store.db.in_transaction:
            store.db.rollback()


def _rows(taken: Store) -> Iterator[tuple[str, list[str], dict[str, Any]]]:
    """All rows of a store, one at a time, in the order of their keys."""
    for table in TABLES:
        names = [str(name) for _, name, *_ in taken.rows(f"pragma table_info({table})")]
        for (key,) in taken.rows(f"select key from {table} order by key"):
            for row in taken.rows(f"select * from {table} where key = ?", key):
                fields = dict(zip(names, row, strict=True))
                texts = [fields.get(name) for name in ("key", "claim", "code", CONTENT[table])]
                if not all(isinstance(text, str) for text in texts) or not re.fullmatch("[0-9a-f]+", fields["key"]):
                    raise StoreError(
                        f"the store {taken.path} has a row in {table} that no run wrote ({key!r}): it is not merged"
                    )
                yield table, names, fields


def _requests(taken: Store) -> Iterator[tuple[str, str, str, str, int]]:
    """What was asked for there: the last one of a claim has the number -1, the one before it -2 or less."""
    rows = taken.rows("select record, claim, code, file, number, max(number) over (partition by claim) from requests")
    for record, claim, code, file, number, last in rows:
        if not all(isinstance(text, str) for text in (record, claim, code, file)) or not isinstance(number, int):
            raise StoreError(f"the store {taken.path} has a row in requests that no run wrote ({record!r}): it is not merged")
        yield record, claim, code, file, number - last - 1


def _agree(table: str, store: Store, mine: str, taken: Store, theirs: str) -> bool:
    """Equal in every bit, but for what may differ and for the order of entries."""
    pair = (store.read_json(mine), taken.read_json(theirs)) if mine != theirs else (None, None)
    one, other = (json.dumps(bare(table, value), sort_keys=True) for value in pair)
    return one == other
