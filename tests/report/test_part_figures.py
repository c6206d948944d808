"""One frame for each part, in which all of its laws stand: the truth, the print and the wrong versions."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET

import pytest
from parted import ladder, law, many, part, points, second, single

from lemmata.verify.engine.records import Evidence
from lemmata.verify.report import page
from lemmata.verify.report.plots import of_a_part


def words_of(svg: str) -> set[str]:
    return set(re.findall(r"<text[^>]*>([^<]*)</text>", svg))


@pytest.mark.parametrize("name", ["tends", "crosses"])
def test_all_laws_of_a_part_stand_in_one_frame(name: str) -> None:
    (figure,) = of_a_part(ladder(), name)
    ET.fromstring(figure.svg)
    assert {"law", "as printed"} <= words_of(figure.svg)
    assert 'class="print' in figure.svg and 'class="law' in figure.svg


def test_a_ladder_names_its_size_and_draws_its_mutant() -> None:
    (figure,) = of_a_part(ladder(), "tends")
    assert {"d", "quantity", "mutants", "more"} <= words_of(figure.svg)


def test_a_phase_is_drawn_in_units_of_what_is_stated() -> None:
    (figure,) = of_a_part(ladder(), "crosses")
    assert "t / stated critical value" in words_of(figure.svg)
    assert "2 choices of the other parameters" in figure.caption
    assert "they cross the level at 1 times the stated value" in figure.caption
    only = ladder()
    only.laws = [item for item in only.laws if item.role == "truth"]
    assert "as printed" not in words_of(of_a_part(only, "crosses")[0].svg)


def test_means_at_points_show_the_print_though_it_was_judged_on_fewer_samples() -> None:
    record = single()
    printed = next(item for item in record.laws if item.name == "as-printed")
    for evidence in printed.evidence:
        assert evidence.statistic is not None
        evidence.statistic += 0.004
    (figure,) = of_a_part(record, "main")
    assert {"law", "measured", "as printed", "mutants"} <= words_of(figure.svg)


def test_a_law_of_another_quantity_is_not_drawn_against_it() -> None:
    record = single()
    printed = next(item for item in record.laws if item.name == "as-printed")
    for evidence in printed.evidence:
        evidence.statistic, evidence.interval = 50.0, (49.0, 51.0)
    assert "as printed" not in words_of(of_a_part(record, "main")[0].svg)


def test_a_law_that_nearly_vanishes_keeps_the_frame_readable() -> None:
    truth = law(
        "truth",
        "main",
        evidence=[
            *points(lambda a: 0.5),
            Evidence("holds", 0.01, 1e-9, (-0.02, 0.03), 0.02, 99, "statistical", point={"a": 9.0}),
        ],
    )
    record = single()
    record.laws = [truth]
    (figure,) = of_a_part(record, "main")
    numbers = [abs(float(t.replace("−", "-"))) for t in words_of(figure.svg) if re.fullmatch(r"−?\d+(\.\d+)?(e−?\d+)?", t)]
    assert max(numbers) < 100


def test_open_parts_have_no_figure_and_every_other_part_has_its_own() -> None:
    assert of_a_part(many(), "later") == []
    html = page.render(second())
    assert html.count('<figure class="plotted"><svg class="plot"') == 3
    record = single()
    record.parts = [part("main", "open", open="later")]
    for item in record.laws:
        item.open = "later"
    assert of_a_part(record, "main") == []
