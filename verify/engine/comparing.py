"""Two stores, or two files of JSON about runs, row by row under their keys: what one of them lacks, and what differs in a bit.

Keys hold everything that a result depends on (code, points, seed, generator, device, versions), so two runs of one thing
have the same keys; what is under a key may differ in the time it took and in how its file was named, and in nothing else.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from lemmata.theory.language.errors import StoreError
from lemmata.verify.engine.replay import FREE, compared
from lemmata.verify.engine.store import TABLES, Store
from lemmata.verify.engine.tidy import fit

CONTENT = {"plans": "points", "units": "evidence", "claims": "record"}


@dataclass
class Comparison:
    """How many rows both have, and a line for each difference; ``tables``: what was compared."""

    tables: dict[str, int] = field(default_factory=dict)
    differences: list[str] = field(default_factory=list)


class _Kept:
    """The rows of a store."""

    tables: tuple[str, ...] = TABLES

    def __init__(self, path: Path) -> None:
        self.store = Store(path)

    def keys(self, table: str) -> dict[str, str]:
        """The claim of each key."""
        return dict(self.store.rows(f"select key, claim from {table} order by claim, key"))

    def content(self, table: str, key: str) -> Any:
        ((text,),) = self.store.rows(f"select {CONTENT[table]} from {table} where key = ?", key)
        return bare(table, self.store.read_json(text))


class _Written:
    """The records beside a report, or the summaries of `lemmata verify --json`, which have the claim's id for a key."""

    def __init__(self, path: Path) -> None:
        try:
            document = json.loads(path.read_text(encoding="utf-8"))
            name, key = ("claims", "key") if "records" in document else ("summaries", "id")
            self.tables: tuple[str, ...] = (name,)
            self._rows = {str(row[key]): row for row in document["records" if name == "claims" else "claims"]}
            self._claims = {found: str(row["id"]) for found, row in self._rows.items()}
        except (ValueError, KeyError, TypeError, RecursionError) as error:
            raise StoreError(
                f"{path} is neither a store nor JSON of `lemmata report` or `lemmata verify --json` "
                f"({type(error).__name__}: {fit(str(error), 200)})"
            ) from None

    def keys(self, table: str) -> dict[str, str]:
        return self._claims

    def content(self, table: str, key: str) -> Any:
        return bare(table, self._rows[key])


def _rows(path: Path) -> _Kept | _Written:
    if not path.is_file():
        raise StoreError(f"there is no store {path} to compare")
    with path.open("rb") as handle:
        return _Kept(path) if handle.read(6) == b"SQLite" else _Written(path)


def bare(table: str, content: Any) -> Any:
    """What is under a key without what may differ; a parameter that is called seconds stays."""
    if table in {"claims", "summaries"} and isinstance(content, Mapping):
        return {name: value for name, value in content.items() if name not in FREE}
    if table == "units" and isinstance(content, list):
        return [{k: v for k, v in row.items() if k != "seconds"} if isinstance(row, dict) else row for row in content]
    return content


def compare(one: Path, other: Path) -> Comparison:
    """Every row of two stores or files, compared bit by bit; of a store and a store, the order of entries too."""
    a, b = _rows(one), _rows(other)
    found = Comparison()
    if not {*a.tables} & {*b.tables}:
        raise StoreError(f"{one} and {other} hold nothing of one kind: compare stores, reports, or files of `verify --json`")
    unordered = type(a) is not type(b)  # a report sorts the entries of a record
    for table in (t for t in a.tables if t in b.tables):
        mine, theirs = a.keys(table), b.keys(table)
        for keys, known, where in ((mine, theirs, one), (theirs, mine, other)):
            found.differences += [f"only {where} has {table} {k[:12]} of {c}" for k, c in keys.items() if k not in known]
        both = [key for key in mine if key in theirs]
        found.tables[table] = len(both)
        for key in both:
            before, after = a.content(table, key), b.content(table, key)
            if json.dumps(before, sort_keys=unordered) != json.dumps(after, sort_keys=unordered):
                places = list(compared(before, after)) or ["the order of its entries"]
                more = f" and {len(places) - 3} more places" if len(places) > 3 else ""
                found.differences.append(f"{table} {key[:12]} of {mine[key]} differ: {'; '.join(places[:3])}{more}")
    return found
