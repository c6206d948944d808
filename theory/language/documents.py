"""The documents that claims are taken from: title, author and the slide headings in their order.

A claim names its heading as well as it can; :func:`place` finds the slide which that heading means. A slide is its heading, or a
list of its heading and of lines on it that a claim may name instead.
"""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path
from typing import Any

from lemmata.theory.language.source import Source

FILE = Path(__file__).resolve().parent.parent / "documents.json"
ENOUGH = 0.6
_SMALL = {
    "a",
    "an",
    "and",
    "as",
    "for",
    "in",
    "is",
    "of",
    "on",
    "or",
    "the",
    "to",
    "with",
    "theorem",
    "lemma",
    "proposition",
    "motivation",
}


@cache
def documents() -> dict[str, dict[str, Any]]:
    """By file name: ``title``, ``author``, ``event`` and ``slides``."""
    return json.loads(FILE.read_text(encoding="utf-8"))  # type: ignore[no-any-return]


def described(source: Source) -> dict[str, Any]:
    """A source as data; ``slide`` and ``place`` (counted from 1) where its document is known and has such a slide."""
    found: dict[str, Any] = {"document": source.document, "heading": source.heading, "paper": source.paper}
    known = documents().get(source.document)
    if known is not None:
        found |= {name: known[name] for name in ("title", "author", "event")} | {"slides": len(known["slides"])}
        at = place(source.document, source.heading)
        if at is not None:
            found |= {"place": at + 1, "slide": headings(source.document)[at][0]}
    return found


def headings(document: str) -> list[list[str]]:
    """For each slide its heading, and the lines on it that stand for it."""
    slides = documents().get(document, {}).get("slides", [])
    return [[slide] if isinstance(slide, str) else slide for slide in slides]


def place(document: str, heading: str) -> int | None:
    """Which slide a heading means: the same words, or most of them; of equals the first. None if there is no such slide."""
    parts = [heading, *re.split(r"\s*/\s*", heading)]
    best: tuple[float, int | None] = (ENOUGH, None)
    for weight, part in zip([1.0, 1.0] + [0.8] * len(parts), parts, strict=False):
        wanted = _words(part)
        for at, names in enumerate(headings(document)):
            score = weight * max((_likeness(wanted, _words(name)) for name in names), default=0.0)
            if score > best[0]:
                best = (score, at)
    return best[1]


def _likeness(wanted: frozenset[str], own: frozenset[str]) -> float:
    """Which share of the words is there, and a little for how few others are."""
    common = len(wanted & own)
    return common / len(wanted) + 0.3 * common / len(wanted | own) if common else 0.0


def _words(text: str) -> frozenset[str]:
    return frozenset(re.findall(r"[a-z0-9]+", text.lower())) - _SMALL
