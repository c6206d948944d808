"""The claims by source document, slide heading by slide heading: what its author would read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from lemmata.verify.report.view import View


@dataclass
class Slide:
    """A heading and what is said under it; ``place`` counts the slides of its document from 1, 0 where it is unknown."""

    heading: str
    place: int = 0
    views: list[View] = field(default_factory=list)

    @property
    def refuted(self) -> int:
        return sum(view.print_refuted for view in self.views)


@dataclass
class Document:
    """A talk or paper: its slides that state something which is checked, in their order."""

    name: str
    title: str
    author: str = ""
    event: str = ""
    total: int = 0
    slides: list[Slide] = field(default_factory=list)

    @property
    def anchor(self) -> str:
        return f"document-{self.name}"

    @property
    def views(self) -> list[View]:
        return [view for slide in self.slides for view in slide.views]

    @property
    def refuted(self) -> int:
        return sum(slide.refuted for slide in self.slides)

    @property
    def verdicts(self) -> list[tuple[str, int]]:
        return sorted(Counter(s.verdict for view in self.views for s in view.standings).items())


def documents(views: Sequence[View]) -> list[Document]:
    """Every document that a claim names, by file name; claims without a document are not listed here."""
    found: dict[str, Document] = {}
    slides: dict[tuple[str, str], Slide] = {}
    for view in views:
        source = view.record.source
        name = source.get("document")
        if not name:
            continue
        if name not in found:
            found[name] = Document(
                name,
                title=source.get("title") or name,
                author=source.get("author") or "",
                event=source.get("event") or "",
                total=source.get("slides") or 0,
            )
        heading = source.get("slide") or source.get("heading") or "without a heading"
        slide = slides.setdefault((name, heading), Slide(heading, source.get("place") or 0))
        slide.views.append(view)
    for (name, _), slide in sorted(slides.items(), key=lambda item: (item[1].place or 10**6, item[0])):
        found[name].slides.append(slide)
    return [found[name] for name in sorted(found)]
