"""The report: one HTML file that opens from disk and asks no network, and its JSON twin beside it."""

from __future__ import annotations

import contextlib
import json
import os
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import jinja2
from markupsafe import Markup

from lemmata.theory.language.errors import UsageError
from lemmata.verify.engine.records import ClaimRecord
from lemmata.verify.report import calibration, fates, graph, overview, sources, twin, view, words, wrong
from lemmata.verify.report.changes import Changes
from lemmata.verify.report.formulas import STEP, change, pair, phrase, plainly, prose, tex

HERE = Path(__file__).parent
BOOK = HERE.parent.parent / "docs" / "derivations"


def write(records: Sequence[ClaimRecord], out: str | Path, against: Changes | None = None) -> tuple[Path, Path]:
    """Write the report to ``out`` and its twin to the same name with ``.json``; both appear whole or not at all."""
    html = Path(out).expanduser()
    data = html.with_suffix(".json")
    if html.is_dir():
        raise UsageError(f"{out} is a folder: name a file in it, such as {html / 'report.html'}")
    if html == data:
        raise UsageError(f"{out} is the name of the report's data: name the page, such as {html.with_suffix('.html')}")
    document = json.dumps(
        twin.report_document(records), separators=(",", ":"), ensure_ascii=False, sort_keys=True, allow_nan=False
    )
    _replace({data: document + "\n", html: render(records, against, _book(html), calibration.beside(html))})
    return html, data


def render(
    records: Sequence[ClaimRecord], against: Changes | None = None, book: str = "", calibrated: calibration.Link | None = None
) -> str:
    """The page as text: a function of the records only. ``against``: what changed since an earlier run; ``book``: where the
    chapters of derivations lie, seen from the page; ``calibrated``: the page of a calibration beside this one."""
    if not records:
        raise UsageError("there are no records to report: run `lemmata verify` first, or name another store with --store")
    twice = [name for name, times in Counter(record.id for record in records).items() if times > 1]
    if twice:
        raise UsageError(f"{twice[0]} has more than one record: a report shows one per claim, give the newest")
    shown = view.views(records)
    drawing, alone = graph.drawing([v.record for v in shown])
    return (
        _environment()
        .get_template("page.html.j2")
        .render(
            views=shown,
            totals=twin.totals(records),
            facts=overview.facts(records),
            matrix=overview.matrix(shown),
            errata=[v for v in shown if v.prints],
            documents=sources.documents(shown),
            choices=overview.choices(shown),
            legend=graph.legend(),
            changes=against,
            book=book,
            calibration=calibrated,
            unexpected=[v for v in shown if not v.record.as_expected],
            graph=Markup(drawing),
            alone=alone,
            versions=twin.versions(),
            verdicts=words.VERDICTS,
        )
    )


def _environment() -> jinja2.Environment:
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(HERE / "templates"),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=jinja2.StrictUndefined,
    )
    environment.filters.update(
        number=words.number,
        interval=words.interval,
        seconds=words.seconds,
        point=words.point,
        count=words.count,
        prose=prose,
        plainly=plainly,
        resolution=words.resolution,
        signs=words.signs,
        fate=words.fate,
        box=words.box,
        listed=wrong.listed,
        law=words.law,
    )
    environment.globals.update(
        tex=tex,
        pair=pair,
        phrase=phrase,
        change=change,
        safe=Markup,
        STEP=STEP,
        brief=fates.brief,
        sentence=fates.sentence,
        fates=fates.FATES,
    )
    return environment


def _book(html: Path) -> str:
    """The folder of the derivations as the page links to it; empty where it does not lie beside the page."""
    if not BOOK.is_dir() or not BOOK.is_relative_to(html.resolve().parent):
        return ""
    return BOOK.relative_to(html.resolve().parent).as_posix()


def _replace(texts: dict[Path, str]) -> None:
    """Write every file under a name of its own first, then move all into place."""
    made: dict[Path, Path] = {}
    try:
        for path, text in texts.items():
            path.parent.mkdir(parents=True, exist_ok=True)
            made[path] = path.with_name(f".{path.name}.{os.getpid()}.part")
            made[path].write_text(text, encoding="utf-8")
        for path, part in made.items():
            os.replace(part, path)
    except OSError as error:
        raise UsageError(
            f"the report cannot be written to {path} ({error.strerror or error}): choose another place with --out"
        ) from None
    finally:
        for part in made.values():
            with contextlib.suppress(OSError):
                part.unlink(missing_ok=True)
