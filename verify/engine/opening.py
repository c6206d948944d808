"""Opening a store's file: for writing where that is possible, else for reading, and never anything but a store of ours."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable
from pathlib import Path
from urllib.parse import quote

BUSY = 60.0  # seconds to wait for another run that is writing


def connect(path: str, prepare: Callable[[sqlite3.Connection], None]) -> tuple[sqlite3.Connection, bool]:
    """A connection on which ``prepare`` has succeeded, and whether it may write."""
    if path == ":memory:" or _writable(Path(path)):
        return _prepared(sqlite3.connect(path, timeout=BUSY, isolation_level=None), prepare), True
    address = "file:" + quote(os.path.abspath(path))
    try:
        return _prepared(_reading(f"{address}?mode=ro"), prepare), False
    except sqlite3.OperationalError:  # the index beside a write-ahead log cannot be made in a folder that is read-only
        log = Path(path + "-wal")
        if log.exists() and log.stat().st_size:
            raise
        return _prepared(_reading(f"{address}?immutable=1"), prepare), False


def _reading(address: str) -> sqlite3.Connection:
    return sqlite3.connect(address, uri=True, timeout=BUSY, isolation_level=None)


def _writable(path: Path) -> bool:
    """Whether the file, and its folder for the write-ahead log, may be written to; what is not there is to be made."""
    return not path.is_file() or (os.access(path, os.W_OK) and os.access(path.resolve().parent, os.W_OK))


def _prepared(db: sqlite3.Connection, prepare: Callable[[sqlite3.Connection], None]) -> sqlite3.Connection:
    try:
        db.execute("pragma trusted_schema = off")
        prepare(db)
    except BaseException:
        db.close()
        raise
    return db


def identity(path: str) -> tuple[int, int] | None:
    """Which file lies at a path."""
    try:
        found = os.stat(path)
    except OSError:
        return None
    return found.st_dev, found.st_ino
