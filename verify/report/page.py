"""The report: one HTML file that opens from disk and asks no network, and its JSON twin beside it."""

from __future__ import annotations

import contextlib
import json
import os
import re
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import jinja2
from markupsafe import Markup, escape

from theory.language.errors import LemmataError, UsageError
from verify.engine.records import ClaimRecord
from verify.report import graph, twin, view, words

HERE = Path(__file__).parent
_INLINE = re.compile(r"\$([^$]+)\$")


def write(records: Sequence[ClaimRecord], out: str | Path) -> tuple[Path, Path]:
    """Write the report to ``out`` and its twin to the same name with ``.json``; both appear whole or not at all."""
    html = Path(out).expanduser()
    data = html.with_suffix(".json")
    if html.is_dir():
        raise UsageError(f"{out} is a folder: name a file in it, such as {html / 'report.html'}")
    if html == data:
        raise UsageError(f"{out} is the name of the report's data: name the page, such as {html.with_suffix('.html')}")
    document = json.dumps(twin.report_document(records), indent=1, ensure_ascii=False, sort_keys=True, allow_nan=False)
    _replace({data: document + "\n", html: render(records)})
    return html, data


def render(records: Sequence[ClaimRecord]) -> str:
    """The page as text: a function of the records only."""
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
            facts=view.facts(records),
            matrix=view.matrix(shown),
            errata=[v for v in shown if v.record.erratum],
            unexpected=[v for v in shown if not v.record.as_expected],
            graph=Markup(drawing),
            alone=alone,
            versions=twin.versions(),
            verdicts=words.VERDICTS,
            temml=_asset("temml.min.js"),
            temml_css=_asset("temml.css"),
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
        resolution=words.resolution,
    )
    environment.globals.update(tex=tex, safe=Markup)
    return environment


def tex(source: str, display: bool = True) -> Markup:
    """A formula: its source as text, which the page's script replaces by MathML."""
    source = str(source).strip().strip("$").strip()
    if not source:
        return Markup("")
    tag, kind = ("div", "tex display") if display else ("span", "tex")
    return Markup(f'<{tag} class="{kind}">{escape(source)}</{tag}>')


def prose(text: str) -> Markup:
    """A sentence in which ``$...$`` is mathematics."""
    parts = _INLINE.split(str(text))
    return Markup("").join(tex(part, display=False) if i % 2 else escape(part) for i, part in enumerate(parts))


def _asset(name: str) -> Markup:
    try:
        text = (HERE / "assets" / name).read_text(encoding="utf-8")
    except OSError:
        raise LemmataError(f"the report needs verify/report/assets/{name}, which is not there: install lemmata again") from None
    return Markup(text.replace("</script", "<\\/script"))


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
