"""Which record of a claim is shown: that of the code that is there now, for the setting that was last asked for.

A store may hold many records of a claim: by earlier texts of it, by other seeds, profiles and devices. Every record that
a run hands over is entered as a *request* with the next number of a counter; no clock is read. Of a claim is shown

1. among the requests whose code is the code there now (`content.code_of`: of the library's own files where the id is the
   library's, else of the file that the last request named), the one with the highest number;
2. where that file is there no more, so that no code contradicts any record, the request with the highest number;
3. otherwise nothing: what an earlier text was found to be says nothing of this one.

What a merge brings ranks behind every request of one's own, and the last request of each merged store before its earlier
ones; equal ranks are decided by the key, so that the order of merging decides nothing.
"""

from __future__ import annotations

import sqlite3
from pathlib import Path

from lemmata.verify.engine.content import ROOT, code_of, of_the_library

ENTER = """
insert or replace into requests (record, claim, code, file, number)
values (?, ?, ?, ?, (select max(0, coalesce(max(number), 0)) + 1 from requests))
"""
TAKE_OVER = """
insert into requests (record, claim, code, file, number) values (?, ?, ?, ?, ?)
on conflict (record) do update set number = max(number, excluded.number)
"""


def chosen(db: sqlite3.Connection, claim: str) -> tuple[str | None, bool]:
    """The key of the record to show of a claim, if there is one; and whether there are only records of other code."""
    requests = db.execute(
        "select record, code, file from requests where claim = ? order by number desc, record", (claim,)
    ).fetchall()
    if not requests:
        return None, False
    now = code_now(claim, str(requests[0][2]))
    fitting = [str(record) for record, code, _ in requests if now is None or code == now]
    return (fitting[0], False) if fitting else (None, True)


def code_now(claim: str, file: str) -> str | None:
    """The code that is there now for a claim last found in this file; None where nothing is there to compare with."""
    try:
        if of_the_library(claim):
            return code_of(claim, "")
        if file and Path(file).is_file():
            return code_of(claim, file)
        return "removed" if file and ROOT / "verify" in Path(file).parents else None
    except (OSError, ValueError):
        return None
