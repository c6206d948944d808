"""The page holds every claim, asks no network, escapes what it shows, and appears whole or not at all."""

from __future__ import annotations

import copy
import json
import re
import sys
import xml.etree.ElementTree as ET
from collections.abc import Callable
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from lemmata.theory.language.errors import UsageError
from lemmata.verify.engine.records import ClaimRecord, from_json, to_json
from lemmata.verify.report import page

VOID = {"meta", "input", "br", "link", "img", "hr"}


class Reader(HTMLParser):
    """Ids, links and text, and whether every element is closed in order."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: list[str] = []
        self.targets: list[str] = []
        self.text: list[str] = []
        self.sources: list[str] = []
        self.fetched: list[str] = []
        self.tags: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = dict(attrs)
        self.tags.add(tag)
        self.ids += [values["id"] or ""] if "id" in values else []
        self.targets += [values["href"] or ""] if tag == "a" and "href" in values else []
        self.sources += [values["data-tex"] or ""] if "data-tex" in values else []
        self.fetched += [values[name] or "" for name in ("src", "data", "srcset", "action") if name in values]
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        assert self.open, f"</{tag}> closes nothing"
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if not self.open or self.open[-1] not in {"script", "style"}:
            self.text.append(data)


def read(html: str) -> Reader:
    reader = Reader()
    reader.feed(html)
    reader.close()
    return reader


def test_elements_nest_and_ids_are_unique(html: str) -> None:
    reader = read(html)
    assert reader.open == []
    assert len(reader.ids) == len(set(reader.ids))


def test_every_link_leads_somewhere(html: str) -> None:
    reader = read(html)
    inside = [target[1:] for target in reader.targets if target.startswith("#") and not target.startswith("#filter=")]
    assert set(inside) <= set(reader.ids)
    assert all(target.startswith("#") for target in reader.targets)


def test_every_claim_has_its_section_verdict_and_source(html: str, records: list[ClaimRecord]) -> None:
    reader = read(html)
    text = " ".join(reader.text)
    for record in records:
        assert f"claim-{record.id}" in reader.ids
        assert record.statement in reader.sources
        for shown in (record.title, record.verdict, record.replay, record.key, record.source["heading"]):
            assert shown in text, (record.id, shown)


def test_no_request_leaves_the_page(html: str) -> None:
    names = {"http://www.w3.org/1998/Math/MathML", "http://www.w3.org/2000/svg", "http://www.w3.org/1999/xlink"}
    assert set(re.findall(r"https?://[^\s\"'<>)]+", html)) <= names
    reader = read(html)
    assert reader.fetched == []
    assert not {"link", "img", "iframe", "object", "embed"} & reader.tags
    assert not re.search(r"@import|url\((?!['\"]?(data:|#|%23))", html)
    assert "default-src 'none'" in html


def test_text_is_escaped(html: str) -> None:
    assert "<script>alert" not in html
    assert "&lt;script&gt;alert(" in html
    assert html.count("<script>") == html.count("</script>") == 1


def article(html: str, identity: str) -> str:
    text = html[html.index(f'id="claim-{identity}"') :]
    return text[: text.index("</article>")]


def test_a_refuted_print_taints_until_the_correction_is_used(html: str) -> None:
    used = article(html, "mean_field.feature_limit")
    assert 'Rests on a corrected print: <a href="#claim-mean_field.label_noise">' in used
    assert "Its own evidence uses the correction." in used
    open_question = article(html, "mean_field.phase")
    assert 'Tainted by a refuted print: <a href="#claim-mean_field.label_noise">' in open_question
    foundation = article(html, "ridge.det_equiv")
    assert '<p class="mark' not in foundation


def test_an_erratum_shows_print_correction_and_counterexample(html: str, records: list[ClaimRecord]) -> None:
    section = html[html.index('<section id="errata">') : html.index('<section id="documents">')]
    reader = read(section)
    text = " ".join(" ".join(reader.text).split())
    for record in records:
        if record.erratum:
            assert record.printed in reader.sources
            law = next(law for law in record.laws if law.name == "truth")
            assert law.statement in reader.sources
            assert record.erratum["fault"] in text
    assert "n = 4, s = 1, lam = 0.5" in text
    assert "measured 0.3333" in text
    assert "the print says 1" in text
    assert 'class="was"' in section and 'class="now"' in section


def test_the_print_stands_against_the_part_that_its_erratum_names(make: Callable[..., ClaimRecord], law: Any) -> None:
    laws = [law(), law("truth:bound", statement="b = 2"), law("as-printed", "fails", expected="fails", statement="b = 3")]
    record = make(laws=laws, printed="b = 3", erratum={"fault": "wrong", "text": "not 3", "part": "truth:bound"})
    text = page.render([record])
    assert text.count('<div class="tex display" data-tex="b = 2">') >= 2
    assert '<mrow class="was"><mn>3</mn></mrow>' in text
    assert '<mrow class="now"><mn>2</mn></mrow>' in text


def test_every_document_has_its_headings_in_order(make: Callable[..., ClaimRecord]) -> None:
    def source(place: int, slide: str) -> dict[str, Any]:
        return {"document": "0.txt", "heading": "h", "paper": None, "title": "A talk", "author": "A. Uthor", "event": "", "slides": 9,
                "place": place, "slide": slide}  # fmt: skip

    records = [make("a.late", source=source(7, "Later")), make("a.soon", "refuted", source=source(2, "Sooner"))]
    section = page.render(records).split('<section id="documents">')[1].split("</section>")[0]
    text = " ".join(" ".join(read(section).text).split())
    assert "A talk" in text and "under 2 of its 9 headings" in text
    assert text.index("2 Sooner") < text.index("7 Later")
    assert text.count("Holds as stated") == 1


def test_what_is_not_positive_is_never_called_expected(html: str, records: list[ClaimRecord]) -> None:
    for record in records:
        article = html[html.index(f'id="claim-{record.id}"') :]
        head = article[: article.index("</header>")]
        assert ("every law as expected" in head) == record.as_expected
        assert ("not as expected" in head) == (not record.as_expected)


def test_survivors_are_named(html: str) -> None:
    weak = html[html.index('id="claim-icl.weak"') :]
    assert "Survived, so this check has no power" in weak[: weak.index("</article>")]


def test_equal_records_give_equal_pages(records: list[ClaimRecord]) -> None:
    again = [from_json(json.loads(json.dumps(to_json(record)))) for record in reversed(copy.deepcopy(records))]
    finite = [record for record in records if record.id != "icl.empty"]  # its infinite bound comes back as null by design
    assert page.render(finite) == page.render([record for record in again if record.id != "icl.empty"])


def test_nothing_to_report_and_a_claim_twice_are_said(make: Callable[..., ClaimRecord]) -> None:
    with pytest.raises(UsageError, match="no records to report"):
        page.render([])
    with pytest.raises(UsageError, match=r"ridge\.optimal_bound has more than one record"):
        page.render([make(), make()])


def test_inline_mathematics_in_a_sentence() -> None:
    assert page.prose("let $x < 1$ & y") == (
        'let <span class="tex"><math><mi>x</mi><mo>&lt;</mo><mn>1</mn></math></span> &amp; y'
    )
    assert page.prose("costs $5") == "costs $5"


@pytest.mark.parametrize(
    ("line", "text"),
    [
        (r"k_{star}: \text{the first of 1, 2; at a \_ point}", "kstar: the first of 1, 2; at a _ point"),
        (r"\text{the noise has mean zero}", "the noise has mean zero"),
        (r"link \in \{\text{z}, \text{He\_3 {x}}\}", "link∈ {z, He_3 {x}}"),
        (r"0 \le \lambda", "0≤λ"),
    ],
)
def test_words_about_a_symbol_are_words(line: str, text: str) -> None:
    assert "".join(read(page.phrase(line)).text) == text


def test_a_formula_beyond_the_vocabulary_stays_as_it_is_written() -> None:
    shown = page.tex(r"\oops{x} < 1")
    assert shown.startswith('<div class="tex display raw" title="shown as LaTeX: \\oops">')
    assert r"\oops{x} &lt; 1" in shown


def test_drawings_are_well_formed(html: str) -> None:
    drawings = re.findall(r"<svg .*?</svg>", html, flags=re.S)
    assert len(drawings) > 10
    for drawing in drawings:
        ET.fromstring(drawing)


def test_a_large_report_stays_small(make: Callable[..., ClaimRecord]) -> None:
    sizes = [len(page.render([make(f"family{i % 7}.claim_{i}") for i in range(n)])) for n in (10, 30)]
    per_claim = (sizes[1] - sizes[0]) / 20
    assert sizes[0] + 300 * per_claim < 15e6


def test_the_report_needs_neither_torch_nor_the_claims() -> None:
    import subprocess

    code = "import sys, lemmata.verify.report.page; print([m for m in ('torch', 'sympy', 'hypothesis', 'lemmata.numerics') if m in sys.modules])"
    answer = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=Path(__file__).parents[2]
    )
    assert answer.stdout.strip() == "[]"
