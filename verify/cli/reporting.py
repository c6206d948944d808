"""`lemmata report`: the page and its data, what changed since an earlier one, and the table in a README."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from lemmata.theory.language.errors import LemmataError, UsageError
from lemmata.verify.cli import files
from lemmata.verify.cli.reading import records_of, superseded


def report(out: Path, readme: Path | None, store: Path, against: Path | None = None) -> None:
    from lemmata.verify.report.changes import compare
    from lemmata.verify.report.page import write

    out, changes = out.expanduser(), None
    if readme is not None:
        files.target(readme, "--readme")
    else:
        files.target(out, "--out")
        files.target(out.with_suffix(".json"), "--out")
    if against is not None:
        files.source(against, "--against")
    earlier = _earlier(against)  # before the report may be written over it
    records = records_of(store)
    if readme is not None:
        _rewrite(readme, records)
        return
    if earlier is not None and against is not None:
        try:
            changes = compare(earlier, records, against.name)
        except (AttributeError, KeyError, TypeError, ValueError) as error:
            raise UsageError(f"{against} is no data of a report or run ({type(error).__name__}: {error})") from None
    html, twin = write(records, out, changes)
    if changes is not None:
        for change in changes.changed:
            print(f"{change.id}: {change.before} -> {change.after}" + (f" ({'; '.join(change.lines)})" if change.lines else ""))
        print(f"since {changes.old}: {changes.summary()}")
    print(f"report: {html.resolve()}\n  data: {twin.resolve()}")
    if old := superseded(None, store):
        print(f"not in it: {old}")


def _earlier(against: Path | None) -> dict[str, Any] | None:
    from lemmata.verify.report.changes import read

    try:
        return None if against is None else read(against)
    except RecursionError:
        raise UsageError(f"{against} is nested too deeply for the data of a report") from None


def _rewrite(readme: Path, records: list[Any]) -> None:
    """The table in a copy, which then takes the place of the file."""
    from lemmata.verify.report.readme import rewrite

    try:
        text = readme.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise UsageError(f"--readme {readme} is no text in UTF-8") from None
    except OSError as error:
        raise UsageError(f"--readme {readme} cannot be read: {error.strerror}") from None
    with files.written(readme, "--readme") as handle:
        handle.write(text)
        handle.flush()
        try:
            rewrite(Path(handle.name), records)
        except LemmataError as error:
            raise UsageError(str(error).replace(handle.name, str(readme))) from None
