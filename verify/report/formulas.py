"""Formulas and sentences on the page: typeset where they are short enough to be read so, else in plain signs."""

from __future__ import annotations

import re
from functools import lru_cache

from markupsafe import Markup, escape

from lemmata.verify.report import difference, mathml, words
from lemmata.verify.report.brevity import named
from lemmata.verify.report.plain import spelled
from lemmata.verify.report.tex import parse
from lemmata.verify.report.tree import Node, UnknownTex, size

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
_SCRIPT = re.compile(r"(?<=[\w\])⟩'])([_^])(\{[^{}\s]+\}|-?\d+|[^\W\d_])(?!\w)")
_INLINE = re.compile(r"\$([^$]+)\$")


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
    """A sentence in which ``$...$`` is mathematics; indices and powers outside of it, such as ``He_n`` or ``x^{i+1}``, stand low and high."""
    parts = _INLINE.split(str(text))
    return Markup("").join(tex(part, display=False) if i % 2 else _scripts(part) for i, part in enumerate(parts))


def _scripts(text: str) -> Markup:
    def placed(found: re.Match[str]) -> str:
        tag = "sub" if found[1] == "_" else "sup"
        return f"<{tag}>{found[2].strip('{}')}</{tag}>"

    return Markup(_SCRIPT.sub(placed, str(escape(text))))


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
