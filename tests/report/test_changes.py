"""What changed between two runs, and the letter of errata."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from parted import second

from lemmata.theory.language.errors import UsageError
from lemmata.verify.engine.records import ClaimRecord
from lemmata.verify.report import letter, page, twin
from lemmata.verify.report.changes import compare, read

RUN: dict[str, Any] = {"seed": 7, "device": "cpu", "alarm_budget": 1e-3, "seconds": 12.5}


def test_a_run_against_itself_has_not_changed(records: list[ClaimRecord]) -> None:
    for old in (twin.report_document(records), twin.verify_document(records, **RUN | {"seed": 0})):
        found = compare(json.loads(json.dumps(old)), records)
        assert (found.added, found.gone, found.changed, found.setting) == ([], [], [], [])
        assert found.same == len(records)


def test_every_change_is_named(records: list[ClaimRecord], make: Callable[..., ClaimRecord]) -> None:
    old = twin.report_document(records)
    now = copy.deepcopy([record for record in records if record.id != "icl.witness"])
    now.append(make("icl.new"))
    by_id = {record.id: record for record in now}
    by_id["ridge.det_equiv"].verdict = "refuted"
    by_id["ridge.det_equiv"].laws[0].outcome = "fails"
    by_id["mean_field.phase"].verdict = "corroborated"
    by_id["ridge.rate"].laws[0].resolution = 1e-4
    by_id["icl.weak"].statement = "another"
    found = compare(old, now, "old.json")
    changes = {change.id: change for change in found.changed}
    assert (found.added, found.gone) == (["icl.new"], ["icl.witness"])
    assert changes["ridge.det_equiv"].better is False
    assert changes["ridge.det_equiv"].lines == ["truth: holds → fails"]
    assert changes["mean_field.phase"].better is True
    assert changes["ridge.rate"].lines == ["truth: resolution 0.02 → 0.0001"]
    assert changes["icl.weak"].lines == ["the statement is another"]
    assert found.summary().startswith("1 claims added, 1 gone, 2 with another verdict, 2 changed in detail")
    text = page.render(now, found)
    section = text.split('<section id="changes">')[1].split("</section>")[0]
    assert "since old.json" in section
    assert "undecided → corroborated" in section
    assert "<code>icl.witness</code>" in section


def test_a_part_with_another_verdict_is_a_change() -> None:
    old = twin.report_document(second())
    now = second()
    exact = next(p for p in now[1].parts if p.name == "exact")
    exact.verdict = "corroborated"
    (change,) = compare(json.loads(json.dumps(old)), now).changed
    assert (change.id, change.lines) == ("second.many", ["part exact: proved → corroborated"])


@pytest.mark.parametrize("text", ["", "[]", '{"schema": "other/1"}'])
def test_what_is_no_earlier_run_is_one_sentence(tmp_path: Path, text: str) -> None:
    path = tmp_path / "old.json"
    with pytest.raises(UsageError, match="cannot be read"):
        read(path)
    path.write_text(text, encoding="utf-8")
    with pytest.raises(UsageError, match=r"is no JSON|is neither the data of a report"):
        read(path)


ERRATUM: dict[str, Any] = {
    "id": "a.b_c",
    "title": "E[ŵ] ≤ σ²ᵏ & 50 %",
    "source": {
        "document": "0.txt",
        "heading": "H",
        "title": "A talk",
        "author": "A",
        "event": "",
        "slide": "Slide 5",
        "place": 5,
    },
    "fault": "wrong",
    "printed": r"\sigma^{2}",
    "correct": r"\sigma^{2}/3",
    "erratum": "the factor $\\tfrac13$ is missing",
    "verdict": "refuted",
    "counterexample": {"n": 4},
    "measured": 0.5,
    "predicted": 1.5,
}
EARLIER = ERRATUM | {
    "id": "a.a",
    "source": ERRATUM["source"] | {"slide": "Slide 2", "place": 2},
    "counterexample": None,
    "verdict": None,
}


def test_a_letter_in_markdown_follows_the_slides() -> None:
    text = letter.write([ERRATUM, EARLIER], "markdown")
    assert text.index("### Slide 2 (wrong)") < text.index("### Slide 5 (wrong)")
    assert text.count("## A talk, A\n") == 1
    assert "$$ \\sigma^{2} $$" in text and "$$ \\sigma^{2}/3 $$" in text
    assert "The factor $\\tfrac13$ is missing. The print fails at n = 4: measured 0.5, the print says 1.5." in text
    assert "Not verified yet." in text


def test_a_letter_in_latex_is_ascii_and_escaped() -> None:
    text = letter.write([ERRATUM], "latex")
    assert text.isascii()
    assert r"E[$\hat{w}$] $\le$ $\sigma^{2k}$ \& 50 \%" in text
    assert r"\texttt{a.b\_c}" in text
    assert text.startswith(r"\documentclass") and text.rstrip().endswith(r"\end{document}")


def test_a_letter_in_json_and_an_unknown_format() -> None:
    assert json.loads(letter.write([ERRATUM], "json"))[0]["id"] == "a.b_c"
    with pytest.raises(UsageError, match="there is no format 'pdf'; choose one of text, markdown, latex, json"):
        letter.write([ERRATUM], "pdf")
