"""Figures and the dependency graph: what is drawn is what the records say."""

from __future__ import annotations

import math
import re
import unicodedata
import xml.etree.ElementTree as ET
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from lemmata.verify.engine.records import ClaimRecord, Evidence
from lemmata.verify.report import canvas, graph, plots, words
from lemmata.verify.report import series as series_
from lemmata.verify.report.plain import spelled

STYLES = (Path(canvas.__file__).parent / "templates" / "report.css").read_text("utf-8")


def texts(svg: str) -> list[str]:
    return ["".join(element.itertext()) for element in ET.fromstring(svg).iter("text")]


def with_evidence(make: Callable[..., ClaimRecord], *evidence: Evidence, **more: Any) -> ClaimRecord:
    record = make(**more)
    record.laws[0].evidence = list(evidence)
    return record


def series(rows: list[list[float]], **more: Any) -> Evidence:
    return Evidence("holds", samples=64, series=rows, axes=["n", "risk"], **more)


ROWS = [[1.0, 2.0, 2.1, 0.1], [2.0, 3.0, 2.9, 0.1], [3.0, 4.0, 4.2, 0.1]]


def test_a_series_is_drawn_with_labels_and_legend(make: Callable[..., ClaimRecord]) -> None:
    picture = plots.picture(with_evidence(make, series(ROWS, point={"lam": 0.5})))
    assert picture is not None
    assert {"n", "risk", "law", "simulation"} <= set(texts(picture.svg))
    assert picture.caption == "Law against simulation at lam = 0.5; bars: two standard errors."


def test_tick_labels_keep_their_digits(make: Callable[..., ClaimRecord]) -> None:
    rows = [[0.125 * k, 0.01 * k, 0.01 * k + 0.001, 0.0] for k in range(5)]
    picture = plots.picture(with_evidence(make, series(rows)))
    assert picture is not None
    ticks = [text for text in texts(picture.svg) if re.fullmatch(r"0\.\d+", text)]
    assert {"0.01", "0.02", "0.03"} <= set(ticks)


def test_sizes_that_start_again_are_curves_of_their_own() -> None:
    rows: list[series_.Row] = [(x, 0.5, x, 0.1) for x in (1.0, 2.0, 3.0, 1.0, 2.0, 3.0)]
    assert [len(run) for run in series_.runs(rows)] == [3, 3]
    falling: list[series_.Row] = [(x, 0.5, x, 0.1) for x in (3.0, 2.0, 1.0)]
    assert [row[0] for row in series_.runs(falling)[0]] == [1.0, 2.0, 3.0]


def test_missing_numbers_are_left_out_not_drawn_as_zero(make: Callable[..., ClaimRecord]) -> None:
    holes: Any = [[1.0, None, 2.0, None], [2.0, 3.0, math.nan, 0.1], [3.0, 4.0, 4.2, math.inf], [None, 1.0, 1.0, 0.0]]
    assert series_.rows(series(holes)) == [(1.0, None, 2.0, 0.0), (3.0, 4.0, 4.2, 0.0)]
    assert plots.picture(with_evidence(make, series(holes))) is not None


def test_points_without_a_series_show_their_deviation(make: Callable[..., ClaimRecord]) -> None:
    points = [Evidence("holds", 1.0 + 0.01 * k, 1.0, (0.9, 1.1), point={"n": k}) for k in range(5)]
    picture = plots.picture(with_evidence(make, *points))
    assert picture is not None
    assert picture.caption.startswith("(measured − law) / |law| at 5 parameter points")


def test_mutants_are_drawn_where_nothing_was_measured(make: Callable[..., ClaimRecord]) -> None:
    record = make()
    record.laws[0].statistic = None
    picture = plots.picture(record)
    assert picture is not None
    assert {"killed", "set aside", "survived", "4", "1", "0"} == set(texts(picture.svg))
    assert plots.picture(make(laws=[], automatic={})) is None


@pytest.mark.parametrize("label", [r"\mathbb{E}\left[R\right]", r"\lambda_{1}^{2}", "plain words", "$n$"])
def test_axis_labels_that_can_be_set_are_set(label: str) -> None:
    assert canvas.short(label) is not None


@pytest.mark.parametrize("label", [r"\oops{w} f", r"\begin{cases} a \end{cases}", "x" * 200, r"\frac{"])
def test_axis_labels_that_cannot_be_set_go_into_the_caption(make: Callable[..., ClaimRecord], label: str) -> None:
    evidence = series(ROWS)
    evidence.axes = ["n", label]
    picture = plots.picture(with_evidence(make, evidence))
    assert picture is not None
    assert label in picture.caption


def test_colours_are_names_that_the_style_sheet_resolves(make: Callable[..., ClaimRecord]) -> None:
    picture = plots.picture(with_evidence(make, series(ROWS)))
    assert picture is not None
    assert 'class="data' in picture.svg and ".plot .data { stroke: var(--data); }" in STYLES
    assert not re.search(r"#[0-9a-f]{6}", picture.svg)


def test_marks_follow_chains_of_uses(records: list[ClaimRecord]) -> None:
    marks = graph.marks(records)
    assert marks["icl.guarantee"].corrected == ["mean_field.label_noise", "ridge.rate"]
    assert marks["icl.guarantee"].unsettled == ["mean_field.phase"]
    assert marks["ridge.det_equiv"].absent == ["elsewhere.marchenko_pastur"]
    assert marks["ridge.det_equiv"].users == ["mean_field.feature_limit", "ridge.optimal_bound", "ridge.rate"]


def test_the_graph_draws_each_use_once(records: list[ClaimRecord]) -> None:
    svg, alone = graph.drawing(records)
    root = ET.fromstring(svg)
    assert len([e for e in root.iter("path") if e.get("class", "").startswith("edge")]) == sum(
        len(record.uses) for record in records
    )
    assert alone == 4
    assert "mean_field.label_noise: corroborated, its print is corrected." in svg


def test_boxes_do_not_overlap_and_arrows_point_right(make: Callable[..., ClaimRecord]) -> None:
    records = [make(f"f.c{i}", uses=[f"f.c{j}" for j in range(i) if (i * j + j) % 5 == 1]) for i in range(40)]
    svg, _ = graph.drawing(records)
    boxes = [tuple(float(r.get(k, "")) for k in ("x", "y", "width", "height")) for r in ET.fromstring(svg).iter("rect")]
    for i, (x, y, w, h) in enumerate(boxes):
        assert all(x + w <= X or X + W <= x or y + h <= Y or Y + H <= y for X, Y, W, H in boxes[:i])
    for start, end in re.findall(r'class="edge[^"]*" d="M(\S+) .*? (\S+) \S+" marker', svg):
        assert float(start) < float(end)


def test_a_cycle_of_uses_is_drawn_all_the_same(make: Callable[..., ClaimRecord]) -> None:
    records = [make("a.a", uses=["a.c"]), make("a.b", uses=["a.a"]), make("a.c", uses=["a.b"]), make("a.d", uses=["a.c"])]
    svg, alone = graph.drawing(records)
    assert svg.count('class="edge"') == 4
    assert alone == 0
    assert graph.marks(records)["a.a"].users == ["a.b"]


def test_numbers_read_well(make: Callable[..., ClaimRecord]) -> None:
    assert [words.number(x) for x in (None, 3, 1234567, 0.5, 1.5e-7, -2.0, math.inf, math.nan)] == [
        "–", "3", "1\u202f234\u202f567", "0.5", "1.5e−7", "−2", "∞", "not a number"
    ]  # fmt: skip
    assert words.resolution(make().laws[0]) == "detects relative errors from 2 %"
    assert words.resolution(make(kind="rate").laws[0]) == "exponent known to ±0.02"
    assert words.point({"d": [1.0] * 9}).endswith("… 9 values)")
    assert words.arguments({"n": 3, "law": "a b"}) == "n=3 'law=a b'"
    assert words.arguments({"d": [1.0, 2.0]}) is None


def test_a_figure_is_a_few_paths(make: Callable[..., ClaimRecord]) -> None:
    rows = [[float(k), 1.0 / k, 1.0 / k + 0.001, 0.01 / k] for k in range(1, 61)]
    picture = plots.picture(with_evidence(make, series(rows)))
    assert picture is not None
    assert len(picture.svg) < 5000
    assert picture.svg.count("<path") < 12
    assert not re.search(r"\d\.\d{2,}[ \"MHVhvL]", re.sub(r"<text.*?</text>", "", picture.svg))


@pytest.mark.parametrize(
    ("source", "line"),
    [
        (r"\frac{a + b}{2 c}", "(a + b)/(2c)"),
        (r"\mathbb{E}\left[X_{1}^{2}\right] \le - 1", "𝔼[X₁²] ≤ −1"),
        (r"e^{- \frac{a^{2}}{2}} \cos{\left(a Z\right)}", "e^(−a²/2) cos(aZ)"),
        (r"\sqrt{n} \, \hat{w}", "√n ŵ"),
    ],
)
def test_a_formula_can_be_one_line_of_plain_signs(source: str, line: str) -> None:
    assert spelled(source) == unicodedata.normalize("NFD", line)
