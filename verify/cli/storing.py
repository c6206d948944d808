"""`lemmata store` and `lemmata merge`: what the store of results holds, and how to tidy, copy and join stores."""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from lemmata.theory.language.errors import UsageError
from lemmata.verify.cli.files import source, target, written

if TYPE_CHECKING:
    from lemmata.verify.engine.store import Store

ACTIONS = ("show", "prune", "export", "compare")
SHOWN = 20  # differences


def store(action: str, path: Path, out: Path | None, days: float | None, other: Path | None = None) -> int:
    """0; 1 where stores that are compared differ."""
    from lemmata.verify.engine.store import Store
    from lemmata.verify.engine.upkeep import lines, prune

    if action not in ACTIONS:
        raise UsageError(f"lemmata store {action}: choose {', '.join(ACTIONS[:-1])} or {ACTIONS[-1]}")
    if days is not None and (action != "prune" or not days >= 0):
        raise UsageError(f"--days {days:g} goes with prune, and is not negative")
    if out is not None and action != "export":
        raise UsageError(f"--out {out} goes with export")
    if out is not None:
        if same(out, path):
            raise UsageError(f"--out {out} is the store itself: name another file")
        target(out, "--out")
    if (other is None) == (action == "compare"):
        raise UsageError("`lemmata store compare` and --with OTHER go together")
    if not path.exists():
        raise UsageError(f"there is no store {path}: run `lemmata verify` first, or name one with --store")
    if other is not None:
        return _compare(path, other)
    kept = Store(path)
    if action == "show":
        _show(path, kept)
    elif action == "prune":
        print(f"{prune(kept, days)} rows dropped, {_size(path.stat().st_size)} left in {path}")
    elif out is None:
        for line in lines(kept):
            print(line)
    else:
        with written(out, "--out") as handle:
            count = sum(bool(handle.write(line + "\n")) for line in lines(kept))
        print(f"{count} lines written to {out}")
    return 0


def _compare(path: Path, other: Path) -> int:
    from lemmata.verify.engine.comparing import compare

    source(other, "--with")
    if not other.is_file():
        raise UsageError(f"there is no store {other}: name one, or the JSON of a report or run, with --with")
    if same(path, other):
        raise UsageError(f"--with {other} is the store itself: name another one")
    found = compare(path, other)
    rows = ", ".join(f"{count} {'records' if table == 'claims' else table}" for table, count in found.tables.items())
    for line in found.differences[:SHOWN]:
        print(line)
    if found.differences:
        print(f"{len(found.differences)} differences; {rows} under keys that both have")
        return 1
    print(f"{rows}: equal in every bit, but for the time they took")
    return 0 if any(found.tables.values()) else 3


def _show(path: Path, kept: Store) -> None:
    from lemmata.verify.engine.upkeep import summary

    found = summary(kept)
    print(f"{path}: {_size(found.bytes)}")
    print(f"  units    {found.units}, {found.seconds:.0f} s of computing")
    print(f"  records  {found.records}")
    for (profile, seed), count in sorted(found.runs.items()):
        print(f"           {count} of profile {profile}, seed {seed}")
    if found.verdicts:
        print("  newest   " + ", ".join(f"{count} {verdict}" for verdict, count in sorted(found.verdicts.items())))
    if found.first is not None and found.last is not None:
        print(f"  written  {_date(found.first)} to {_date(found.last)}")
    if found.stale:
        print(f"  {found.stale} rows are of superseded code or records: `lemmata store prune` drops them")


def merge(others: Sequence[Path], path: Path) -> None:
    from lemmata.verify.engine.merging import merge as join
    from lemmata.verify.engine.store import Store

    for other in others:
        if not other.is_file():
            raise UsageError(f"there is no store {other} to merge")
        if same(other, path):
            raise UsageError(f"the store {other} is the one that --store {path} names: there is nothing to merge")
    for other in others:  # all are looked at before one is made or written to
        Store(other).close()
    kept = Store(path)
    rows = sum(join(kept, other) for other in others)
    print(
        f"{len(others)} stores merged into {path}: {rows} new rows; `lemmata verify` with the options of the shards "
        f"and --store {path} makes the records"
    )


def same(one: Path, other: Path) -> bool:
    """Whether two paths are one file."""
    return one.exists() and other.exists() and one.samefile(other)


def _size(count: float) -> str:
    for unit in ("bytes", "kB", "MB"):
        if count < 1000:
            return f"{count:.3g} {unit}"
        count /= 1000
    return f"{count:.3g} GB"


def _date(seconds: float) -> str:
    return time.strftime("%Y-%m-%d %H:%M", time.localtime(seconds))
