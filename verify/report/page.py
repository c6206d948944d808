"""The report: one HTML file that opens from disk and asks no network, and its JSON twin beside it."""

from __future__ import annotations

import contextlib
import json
import os
import re
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

import jinja2
from markupsafe import Markup, escape

from lemmata.theory.language.errors import UsageError
from lemmata.verify.engine.records import ClaimRecord
from lemmata.verify.report import calibration, difference, fates, graph, mathml, overview, sources, twin, view, words, wrong
from lemmata.verify.report.brevity import named
from lemmata.verify.report.changes import Changes
from lemmata.verify.report.plain import spelled
from lemmata.verify.report.tex import parse
from lemmata.verify.report.tree import Node, UnknownTex, size

HERE = Path(__file__).parent
BOOK = HERE.parent.parent / "docs" / "derivations"
_WORDS = re.compile(r"(?:((?:(?!\\text).)*?): *)?\\text\{(.*)\}")
_CHOICE = re.compile(r"(.*?) \\in \\\{((?:\\text\{.*?\}(?:, )?)+)\\\}")
_COMMA = re.compile(r"(\\text\{(?:[^{}\\]|\\.)*)\},\\ ")
LONG, INLINE, LEGIBLE, HOPELESS, GAIN, SHORT = (
    300,
    45,
    140,
    3000,
    0.75,
    30,
)  # signs of a formula: typeset at all, in a line, without names, not searched; as a change
STEP, LINE, HEAD, LONGEST, SOURCE = (
    60,
    240,
    70,
    1200,
    600,
)  # signs of a step; characters of a plain line: shown, of its beginning, at most; of a source
_INLINE = re.compile(r"\$([^$]+)\$")


def write(records: Sequence[ClaimRecord], out: str | Path, against: Changes | None = None) -> tuple[Path, Path]:
    """Write the report to ``out`` and its twin to the same name with ``.json``; both appear whole or not at all."""
    html = Path(out).expanduser()
    data = html.with_suffix(".json")
    if html.is_dir():
        raise UsageError(f"{out} is a folder: name a file in it, such as {html / 'report.html'}")
    if html == data:
        raise UsageError(f"{out} is the name of the report's data: name the page, such as {html.with_suffix('.html')}")
    document = json.dumps(twin.report_document(records), indent=1, ensure_ascii=False, sort_keys=True, allow_nan=False)
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
        tex=tex, pair=pair, phrase=phrase, change=change, safe=Markup, STEP=STEP, brief=fates.brief, fates=fates.FATES
    )
    return environment


@lru_cache(maxsize=8192)
def tex(source: str, display: bool = True, copy: bool = False, limit: int = LONG) -> Markup:
    """A formula as MathML; its source stands in its place where a command is outside the vocabulary. What recurs in a long one is
    named; one of more than ``limit`` signs all the same is a line of plain signs. ``copy``: it carries its source."""
    source = str(source).strip().strip("$").strip()
    if not source:
        return Markup("")
    try:
        tree = parse(source)
        signs = size(tree)
        if display and LEGIBLE < signs <= HOPELESS:
            head, terms = named(tree, LEGIBLE)
            less = size(head) + sum(size(what) for _, what in terms)
            if less <= min(limit, GAIN * signs):
                return _framed(mathml.pieces(head, display), source if copy else "", display) + _terms(terms)
        if signs <= (limit if display else min(limit, INLINE)):
            return _framed(mathml.pieces(tree, display), source if copy else "", display)
        return _line(source, signs, display, limit < LONG)
    except UnknownTex as error:
        return _source(source, display, str(error))


def _terms(terms: list[tuple[Node, Node]]) -> Markup:
    """What the names in a formula stand for."""
    lines = (_framed(mathml.pieces(Node("row", "", (name, Node("rel", "="), what)), False), "", False) for name, what in terms)
    return Markup('<p class="named">where {}</p>').format(Markup("").join(lines))


def _line(source: str, signs: int, display: bool, clip: bool) -> Markup:
    """A formula that is too long to be typeset, in plain signs; a very long one is to be opened, or cut where its whole stands elsewhere."""
    try:
        line = spelled(source)
    except UnknownTex:
        line = source
    if len(line) <= LINE or clip:
        return Markup('<div class="linear">{}</div>' if display else '<span class="linear">{}</span>').format(
            words.clipped(line, LINE)
        )
    shown = (
        line
        if len(line) <= LONGEST
        else f"{line[:LONGEST]} … ({words.number(len(line))} signs; in full in the data beside this page)"
    )
    return Markup('<details class="long"><summary>{} <small>{} signs</small></summary><span>{}</span></details>').format(
        words.clipped(line, HEAD), words.number(signs), shown
    )


def pair(printed: str, correct: str) -> tuple[Markup, Markup]:
    """A print and its correction, what differs marked in both."""
    try:
        first, second = parse(printed), parse(correct)
        if max(size(first), size(second)) > LONG:
            return tex(printed, copy=True), tex(correct, copy=True)
        was, now = difference.mark(first, second)
    except UnknownTex:
        return tex(printed), tex(correct)
    return _framed(mathml.pieces(was, True), printed, True), _framed(mathml.pieces(now, True), correct, True)


def change(latex: str, text: str, statement: str) -> Markup:
    """What a wrong version changes: typeset where that is short, else in plain signs."""
    try:
        if latex and size(parse(latex)) <= SHORT:
            return tex(latex, display=False)
    except UnknownTex:
        pass
    if not text:
        return tex(statement, display=False)
    return Markup('<span class="change">{}</span>').format(words.signs(words.clipped(text, 4 * SHORT)))


def _framed(inside: str, source: str, display: bool) -> Markup:
    if not display:
        return Markup(f'<span class="tex">{inside}</span>')
    tagged = f' data-tex="{escape(source)}"' if 0 < len(source) <= SOURCE else ""
    return Markup(f'<div class="tex display"{tagged}>{inside}</div>')


def _source(source: str, display: bool, reason: str) -> Markup:
    tag, kind = ("div", "display ") if display else ("span", "")
    return Markup(f'<{tag} class="tex {kind}raw" title="shown as LaTeX: {escape(reason)}">{escape(source)}</{tag}>')


def prose(text: str) -> Markup:
    """A sentence in which ``$...$`` is mathematics."""
    parts = _INLINE.split(str(text))
    return Markup("").join(tex(part, display=False) if i % 2 else escape(part) for i, part in enumerate(parts))


def plainly(text: str) -> str:
    """A sentence in which ``$...$`` is mathematics, in plain signs."""
    parts = _INLINE.split(str(text))
    try:
        return "".join(spelled(part) if i % 2 else part for i, part in enumerate(parts))
    except UnknownTex:
        return str(text)


def phrase(line: str) -> Markup:
    """A line that is a formula; or a name and what it stands for, or may be, in words: words may break, formulas not."""
    line = _COMMA.sub(r"\1, }", line.strip())  # a comma belongs to the words before it, and no line begins with one
    choice = _CHOICE.fullmatch(line)
    if choice is not None:
        return (
            tex(rf"{choice[1]} \in", display=False)
            + " {"
            + ", ".join(map(_plain, re.findall(r"\\text\{(.*?)\}(?=,|$)", choice[2])))
            + "}"
        )
    words = _WORDS.fullmatch(line)
    if words is None or "\\text" in words[2]:
        return tex(line, display=False)
    name = tex(words[1], display=False) + ": " if words[1] else Markup("")
    return name + prose(_plain(words[2]))


def _plain(text: str) -> str:
    """The inside of a text command as it reads."""
    return re.sub(r"\\([_%&#$])", r"\1", text)


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
