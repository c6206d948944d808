"""Prints stand beside their corrections, with the conditions of both; one that can be read in several ways is not refuted."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path

import pytest
from parted import ladder, law, many, part, second, single

from lemmata.verify.engine.records import ClaimRecord
from lemmata.verify.report import page, readme, twin
from lemmata.verify.report.prints import print_refuted, prints


@pytest.fixture(scope="module")
def errata() -> str:
    html = page.render(second())
    return html[html.index('<section id="errata">') : html.index('<section id="documents">')]


def text_of(html: str) -> str:
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", html)).split())


def sources(html: str) -> list[str]:
    return [unescape(s) for s in re.findall(r'data-tex="([^"]*)"', html)]


def test_every_print_has_its_erratum_correction_and_counterexample(errata: str) -> None:
    shown = errata.split("<article")[1:]
    expected = [p for record in sorted(second(), key=lambda r: r.id) for p in prints(record)]
    assert len(shown) == len(expected) == 5
    for block, printed in zip(shown, expected, strict=True):
        assert printed.truth is not None
        for item in (*printed.laws, printed.truth):
            assert item.statement in sources(block)
        words = text_of(block)
        assert printed.fault in words or printed.unclear
        assert re.sub(r"\$", "", printed.text).split(" of ")[0] in words
        assert printed.state in words
    assert "at a = 2, K rank one" in text_of(errata)


def test_the_conditions_of_print_and_correction_are_both_shown(errata: str) -> None:
    exact = next(b for b in errata.split("<article") if "condition missing" in b)
    with_, without = (
        next(item.statement for item in many().laws if item.name == name) for name in ("truth:exact", "as-printed:exact")
    )
    assert with_ == without + r"\ \text{if}\ a > 1"
    assert {with_, without} <= set(sources(exact))
    assert '<mrow class="now">' in exact  # the condition is what differs


def test_an_unclear_print_is_never_called_refuted(errata: str) -> None:
    unclear = next(p for p in prints(many()) if p.unclear)
    assert not unclear.refuted and unclear.state == "print unclear"
    assert any(item.outcome == "fails" for item in unclear.laws)
    block = next(b for b in errata.split("<article") if "print unclear" in b)
    assert "print refuted" not in block
    assert "printed, read as of d this reading does not hold" in text_of(block)
    assert "printed, read as upper this reading holds" in text_of(block)
    assert "v-refuted" not in block


def test_only_refuted_prints_count_as_refuted() -> None:
    alone = many()
    alone.parts = [p for p in alone.parts if p.name == "grows"]
    alone.laws = [item for item in alone.laws if item.part == "grows"]
    assert print_refuted(many()) and print_refuted(single()) and not print_refuted(alone)
    assert twin.totals(second())["errata"] == {"total": 5, "established": 4, "unclear": 1}
    assert twin.totals([alone])["errata"] == {"total": 1, "established": 0, "unclear": 1}


def test_a_print_that_was_not_judged_is_not_refuted() -> None:
    record = single()
    record.laws = [law("truth", "main")]
    record.parts = [part("main", erratum={"fault": "illegible", "text": "a blot"})]
    (printed,) = prints(record)
    assert not printed.refuted and printed.state == "print not judged"
    assert "print not judged" in page.render([record])


def test_the_readme_counts_parts_and_prints(tmp_path: Path, records: list[ClaimRecord]) -> None:
    table = readme.table([*records, *second()]).splitlines()
    heads = [cell.strip() for cell in table[0].strip("|").split("|")]
    rows = {
        cells[0]: dict(zip(heads, cells, strict=True))
        for cells in ([c.strip() for c in line.strip("|").split("|")] for line in table[2:])
    }
    row = rows["second"]
    assert (row["claims"], row["parts"]) == ("3", "13")
    assert [row[v] for v in ("proved", "derived", "certified", "corroborated", "not settled", "open")] == [
        "1",
        "1",
        "1",
        "4",
        "5",
        "1",
    ]
    assert row["prints refuted"] == "4"
    for name in ("parts", "proved", "open"):
        assert sum(int(r[name]) for f, r in rows.items() if f != "**all**") == int(rows["**all**"][name])
    path = tmp_path / "README.md"
    path.write_text(f"a{readme.BEGIN}{readme.END}b", encoding="utf-8")
    readme.rewrite(path, second())
    text = path.read_text(encoding="utf-8")
    assert "counterexample: 4, in [the errata](docs/errata.md); 1 more can be read in several ways." in text


def test_a_record_without_parts_counts_one_for_each_true_law(records: list[ClaimRecord]) -> None:
    table = readme.table(records).splitlines()[-1]
    cells = [c.strip() for c in table.strip("|").split("|")]
    truths = sum(item.expected == "holds" for r in records for item in r.laws)
    assert cells[1:3] == [str(len(records)), str(truths)]


def test_several_prints_of_a_claim_are_all_errata(errata: str) -> None:
    assert {p.part for p in prints(ladder())} == {"tends", "crosses"}
    for name in ("tends", "crosses"):
        assert f'href="#part-second.ladder-{name}"' in errata


def test_a_print_that_differs_inside_a_definition_says_so() -> None:
    record = single()
    printed = next(item for item in record.laws if item.name == "as-printed")
    assert not prints(record)[0].hidden
    printed.statement = record.parts[0].statement
    assert prints(record)[0].hidden
    html = page.render([record])
    box = html[html.index('<figure class="was">') :]
    assert printed.difference_latex in sources(box[: box.index("</figure>")])
    printed.difference_latex = ""
    box = page.render([record]).split('<figure class="was">')[1].split("</figure>")[0]
    assert "−a²/2 → −a²" in box


def test_a_reading_that_fails_is_called_by_its_own_name() -> None:
    record = many()
    for item in record.laws:
        if item.name == "as-printed:grows.of_d":
            item.outcome = "holds"
        elif item.name == "as-printed:grows.upper":
            item.outcome, item.counterexample = "fails", {"a": 0.75}
    html = page.render([record])
    assert "The reading “upper” fails" in html
    assert "The reading “of d” fails" not in html
