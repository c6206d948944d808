"""Verdicts are shown and counted by part, each beside its scope and what it rests on; derivations read as proofs."""

from __future__ import annotations

import copy
import json
import re
from html import unescape
from pathlib import Path

import pytest
from parted import NASTY, claim, law, many, part, second, single

from lemmata.verify.engine.records import POSITIVE, ClaimRecord, from_json, to_json
from lemmata.verify.report import page, twin, words
from lemmata.verify.report.section import sections
from lemmata.verify.report.standing import WEAKEST_FIRST, standings, strongest, weakest


@pytest.fixture(scope="module")
def html() -> str:
    return page.render(second())


def text_of(html: str) -> str:
    """What is read on the page."""
    return " ".join(
        unescape(re.sub(r"<[^>]+>", " ", re.sub(r"<(style|script)>.*?</\1>|<title>.*?</title>", "", html, flags=re.S))).split()
    )


def block(html: str, anchor: str, end: str = "</section>") -> str:
    start = html.index(f'id="{anchor}"')
    return html[start : html.index(end, start)]


def test_every_verdict_is_known_to_the_page_and_ordered() -> None:
    assert set(words.VERDICTS) == set(WEAKEST_FIRST)
    glyphs = [glyph for glyph, _ in words.VERDICTS.values()]
    assert len(set(glyphs)) == len(glyphs)
    schema = json.loads((Path(twin.__file__).parent / "schema.json").read_text("utf-8"))
    assert schema["$defs"]["verdict"]["enum"] == list(words.VERDICTS)


def test_parts_are_counted_by_their_own_verdicts(records: list[ClaimRecord]) -> None:
    totals = twin.totals([*records, *second()])
    first = sum(len([item for item in r.laws if item.expected == "holds"]) for r in records)
    parts = totals["parts"]
    assert parts["total"] == first + 13 == sum(parts["verdicts"].values())
    assert parts["families"]["second"] == {
        "certified": 1, "corroborated": 4, "derived": 1, "error": 1, "insensitive": 1, "open": 1, "proved": 1, "refuted": 1, "undecided": 1, "vacuous": 1,
    }  # fmt: skip
    assert parts["open"] == 1
    assert parts["positive"] == sum(s.verdict in POSITIVE for r in [*records, *second()] for s in standings(r))


def test_a_part_that_is_open_is_counted_apart_and_never_positive() -> None:
    record = claim(
        "second.wait",
        [part("later", "open", open="no judge")],
        [law("truth", "later", "undecided", verdict="open", open="no judge", as_expected=True)],
    )
    totals = twin.totals([record])
    assert (totals["parts"]["positive"], totals["parts"]["open"], totals["positive"]) == (0, 1, 0)
    shown = page.render([record])
    assert "0<small> of 0; 1 open" in shown
    assert "<b>Open:</b> no judge" in shown
    assert "Holds as stated" not in shown


def test_a_claim_shows_its_weakest_and_strongest_part(html: str) -> None:
    assert (weakest(many()), strongest(many())) == ("refuted", "proved")
    head = block(html, "claim-second.many", "</header>")
    assert re.findall(r'<span class="badge v-(\w+)">', head) == ["refuted", "proved"]
    assert "weakest" in head and "strongest" in head
    assert re.findall(r'<span class="badge v-(\w+)">', block(html, "claim-second.single", "</header>")) == ["corroborated"]


@pytest.mark.parametrize("record", second(), ids=lambda r: r.id)
def test_every_part_has_its_sentence_verdict_statement_and_scope(html: str, record: ClaimRecord) -> None:
    for section in sections(record):
        shown = block(html, section.anchor)
        head = block(html, f"claim-{record.id}", "</header>") if section.alone else shown
        assert section.part.says in text_of(shown)
        assert f"v-{section.part.verdict}" in head
        assert section.scope, section.part.name
        assert section.scope in text_of(head)
        assert (
            section.part.statement in [unescape(s) for s in re.findall(r'data-tex="([^"]*)"', shown)]
            or section.printed is not None
        )


def test_scope_stands_beside_the_verdict_wherever_it_is_shown(html: str) -> None:
    record = single()
    scope = "0.5 ≤ a ≤ 4·10⁵; claimed for a > 0"
    assert record.parts[0].scope_text == "0.5 ≤ a ≤ 4e+05; claimed for a > 0"
    for place in ('<section id="errata">', '<section id="documents">', '<p class="chips">', 'id="claim-second.single"'):
        assert scope in text_of(html[html.index(place) :][:60000].replace('title="', ">")), place
    assert "second.single ⊂" in html
    unexpected = html[html.index('<section id="unexpected">') : html.index('<section id="errata">')]
    for standing in standings(many()):
        if standing.narrow:
            assert words.signs(standing.scope) in text_of(unexpected)


def test_what_a_verdict_rests_on_is_named(html: str) -> None:
    given = text_of(block(html, "part-second.many-given"))
    assert "given Stein's lemma (1981)" in given
    assert "it is derived, given Stein's lemma (1981)." in given
    assert "loose" in block(html, "part-second.many-bound") and "attained up to 0.31 (loose)" in text_of(
        block(html, "part-second.many-bound")
    )
    assert "given the expansion k⁻¹, k⁻⁰·⁵" in text_of(block(html, "part-second.many-grows"))
    assert "relative errors from 3 % are detected" in text_of(block(html, "part-second.single-main"))
    assert "Judged at 3 points within 0.5 ≤ a ≤ 2; K generic, rank one." in text_of(block(html, "part-second.single-main"))


def test_assumptions_of_many_points_are_merged_to_the_weakest() -> None:
    every = ["for every law of kurtosis ≤ 125", "for every law of kurtosis ≤ 93"]
    lines = [*every, "values in [-1, 1]", "values in [0, 2.5]", "kurtosis ≤ 15 (derived)", "independent runs"]
    assert words.assumptions(lines) == [
        "values in [−1, 2.5]",
        "kurtosis ≤ 15 (derived)",
        "for every law of kurtosis ≤ 93",
        "independent runs",
    ]
    assert words.assumptions([]) == []


def test_a_derivation_reads_as_a_proof(html: str) -> None:
    shown = block(html, "part-second.many-exact")
    steps = text_of(shown[shown.index('<ol class="steps">') : shown.index("</ol>")])
    assert steps.index("By mean:") < steps.index("By mean from (1):")
    assert "where a > 0" in steps
    assert "identity test" in steps
    assert "Fact (2) is the statement, with its conditions: it is proved." in text_of(shown)
    assert "cited, not checked here" in block(html, "part-second.many-given")


def test_what_is_not_positive_says_why_and_is_no_pass(html: str) -> None:
    for name in ("fails", "nothing", "blind", "grows"):
        entry = next(p for p in many().parts if p.name == name)
        assert entry.detail in text_of(block(html, f"part-second.many-{name}"))
    assert "not as expected" in block(html, "claim-second.many", "</header>")


def test_each_symbol_is_in_words_at_the_claim_and_at_its_errata(html: str) -> None:
    errata = html[html.index('<section id="errata">') : html.index('<section id="documents">')]
    for place in (errata, block(html, "claim-second.single", "</article>")):
        assert "frequency, in hertz" in text_of(place).replace("\u00a0", " ")


def test_hostile_text_stays_text(html: str) -> None:
    hostile = [r for r in second()]
    for record in hostile:
        record.parts[0].says = NASTY
        record.parts[0].scope_text = NASTY
        record.parts[0].assumptions = [NASTY]
        record.parts[0].cited = [NASTY]
        record.parts[0].facts = [{"number": 1, "formula": NASTY, "why": NASTY, "conditions": [NASTY], "how": NASTY}]
        record.definitions, record.notes = [NASTY], NASTY
        record.automatic["differences"] = {"auto:drop_term1": NASTY}
        record.automatic["killed"] = {f"auto:{NASTY}": 3}
        for item in record.laws:
            item.difference, item.detail, item.difference_latex = NASTY, NASTY, ""
            item.scope = {NASTY: [NASTY]}
            if item.counterexample is not None:
                item.counterexample = {NASTY: NASTY}
    for shown in (page.render(hostile), html):
        assert "<img" not in shown and "onerror=alert(1)>" not in shown
        assert shown.count("<script>") == 1
        assert "&lt;img src=x onerror=alert(1)&gt;" in shown


def test_records_survive_json_and_give_the_same_page(html: str) -> None:
    again = [from_json(json.loads(json.dumps(to_json(record), allow_nan=False))) for record in copy.deepcopy(second())]
    assert page.render(list(reversed(again))) == html


def test_the_page_of_parts_asks_for_nothing_and_needs_no_script(html: str) -> None:
    names = {"http://www.w3.org/1998/Math/MathML", "http://www.w3.org/2000/svg", "http://www.w3.org/1999/xlink"}
    assert set(re.findall(r"https?://[^\s\"'<>)]+", html)) <= names
    still = re.sub(r"<script>.*?</script>", "", html, flags=re.S)
    for record in second():
        for section in sections(record):
            assert section.part.verdict in block(still, section.anchor) or section.alone


def test_ids_are_unique_and_links_to_parts_lead_somewhere(html: str) -> None:
    ids = re.findall(r'\bid="([^"]+)"', html)
    assert len(ids) == len(set(ids))
    wanted = {unescape(h) for h in re.findall(r'href="#(part-[^"]+)"', html)}
    assert wanted and wanted <= {unescape(i) for i in ids}
