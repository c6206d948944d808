"""Hostile strings in every text of a record: the page shows them, and no element, handler or address comes of them."""

from __future__ import annotations

from collections import Counter
from html.parser import HTMLParser
from typing import Any

from parted import second

from lemmata.verify.engine.records import from_json, to_json
from lemmata.verify.report import page

HEADS = (
    "",
    "'",
    '"',
    "\\u2028",
    "]]>",
    "-->",
    "</script>",
    "</style>",
    "</title>",
    "</svg>",
    "$",
    "\\(",
    "{{",
    "{%",
    "&#60;",
    "\x00",
    "\ud800",
    "ﬀ<",
)
BODIES = (
    "<script>alert(7)</script>", "<img src=x onerror=alert(7)>", "<svg/onload=alert(7)>", "<iframe src=javascript:alert(7)>",
    "<a href='javascript:alert(7)'>x</a>", "<math><mtext></mtext><script>alert(7)</script></math>", "<style>@import'//x.y'</style>",
    "<base href=//x.y>", "<meta http-equiv=refresh content=0;url=//x.y>", "<!--", "<body onload=alert(7)>", "\\href{javascript:alert(7)}{x}",
)  # fmt: skip
STRINGS = [head + body for head in HEADS for body in BODIES]


class Elements(HTMLParser):
    """The elements of a page that can load or run something, and the attributes that could."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: Counter[str] = Counter()
        self.bad: list[tuple[str, str, str | None]] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        if tag in {"script", "img", "iframe", "base", "meta", "style", "body", "object", "embed", "link", "form", "mtext"}:
            self.tags[tag] += 1
        for name, value in attributes:
            if name.startswith("on") or (
                name in {"href", "src", "xlink:href"} and not (value or "").startswith(("#", "data:"))
            ):
                self.bad.append((tag, name, value))


def laden(value: Any, text: str) -> Any:
    """A value of a record with this text in the place of every text that is shown, names and verdicts apart."""
    fixed = {
        "id", "name", "kind", "verdict", "outcome", "expected", "part", "role", "profile", "device", "rng", "key", "code", "how", "family", "fault",
    }  # fmt: skip
    if isinstance(value, dict):
        return {name: entry if name in fixed else laden(entry, text) for name, entry in value.items()}
    if isinstance(value, list):
        return [laden(entry, text) for entry in value]
    return text if isinstance(value, str) else value


def test_two_hundred_hostile_strings_in_every_field_bring_no_element() -> None:
    assert len(STRINGS) >= 124
    record = to_json(second()[0])
    pages = []
    for texts in (STRINGS, ["plain"] * len(STRINGS)):
        records = [from_json({**laden(record, text), "id": f"second.claim{k}"}) for k, text in enumerate(texts)]
        pages.append(Elements(page.render(records)))
    assert pages[0].tags == pages[1].tags
    assert pages[0].bad == pages[1].bad
