"""Figures are made for the kind of a claim, and show what the records hold."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections.abc import Callable
from typing import Any

import pytest

from lemmata.verify.engine.records import ClaimRecord, Evidence, LawRecord
from lemmata.verify.report import plots, points, series

Make = Callable[..., ClaimRecord]
SIZES = [10.0, 100.0, 1000.0]


def texts(svg: str) -> str:
    return " | ".join("".join(element.itertext()) for element in ET.fromstring(svg).iter("text"))


def along(law: Callable[..., LawRecord], kind: str, rows: list[list[float]], name: str = "truth", **more: Any) -> LawRecord:
    outcome = "holds" if name.startswith("truth") else "fails"
    evidence = Evidence(outcome, samples=64, series=rows, axes=["n", "quantity"], **more)  # type: ignore[arg-type]
    return law(name, outcome, expected=outcome, kind=kind, evidence=[evidence])


def power(exponent: float, measured: float = -1.0) -> list[list[float]]:
    return [[n, 1e3**-measured * 1e-3 * (n / 1e3) ** exponent, n**measured, 0.01 * n**measured] for n in SIZES]


def test_a_ladder_shows_fitted_stated_and_mutant_slopes(make: Make, law: Any) -> None:
    truth = along(law, "rate", power(-1.0), interval=(-1.02, -0.98), predicted=-1.0)
    laws = [truth, along(law, "rate", power(-0.5), "mutant:half"), along(law, "rate", power(-2.0), "as-printed")]
    picture = plots.picture(make(kind="rate", laws=laws))
    assert picture is not None
    shown = texts(picture.svg)
    assert "law, slope −1" in shown
    assert "fit, slope −1" in shown
    assert "half −0.5" in shown
    assert "as printed" in shown
    assert "exponent in [−1.02, −0.98], stated −1" in picture.caption


def test_a_ladder_that_is_not_positive_is_a_curve(make: Make, law: Any) -> None:
    rows = [[n, 0.0, -1.0, 0.1] for n in SIZES]
    picture = plots.picture(make(kind="order", laws=[along(law, "order", rows)]))
    assert picture is not None
    assert picture.caption.startswith("Law against simulation")


def test_a_phase_has_its_plane_and_its_crossing(make: Make, law: Any) -> None:
    rows = [[c, 0.5, 1.0 if c < x else 0.0, 0.01, size] for size, x in ((8.0, 2.0), (32.0, 2.2)) for c in (1.0, 1.5, 2.5, 3.0)]
    picture = plots.picture(make(kind="phase", laws=[along(law, "phase", rows)]))
    assert picture is not None
    shown = texts(picture.svg)
    assert {"order parameter", "control", "size", "above the level", "below the level", "8", "32"} <= set(shown.split(" | "))
    assert "cross it between 2 and 2 (shaded)" in picture.caption


def test_an_inequality_shows_its_worst_case(make: Make, law: Any) -> None:
    judged = [Evidence("holds", statistic=1.0 * k, predicted=4.0, point={"k": k}) for k in (1, 3, 2)]
    printed = [Evidence("fails", statistic=1.0 * k, predicted=1.0, point={"k": k}) for k in (1, 3, 2)]
    laws = [
        law(kind="inequality", evidence=judged),
        law("as-printed", "fails", expected="fails", kind="inequality", evidence=printed),
    ]
    picture = plots.picture(make(kind="inequality", laws=laws))
    assert picture is not None
    assert picture.caption == "Worst case found: left / right = 0.75 at k = 3 (ring); the bound is 1."
    assert "as printed" in texts(picture.svg)


def test_a_guarantee_shows_probabilities(make: Make, law: Any) -> None:
    judged = [Evidence("holds", statistic=0.97, predicted=0.9, interval=(0.9, 1.0), point={"n": n}) for n in (1, 2)]
    picture = plots.picture(make(kind="guarantee", laws=[law(kind="guarantee", evidence=judged)]))
    assert picture is not None
    assert "2 parameter points, with exact intervals" in picture.caption


def test_an_optimum_is_compared_with_its_best_competitor(make: Make, law: Any) -> None:
    def judged(excess: float) -> list[Evidence]:
        return [Evidence("holds", statistic=excess, predicted=0.0, point={"n": n}) for n in (1, 2)]

    laws = [
        law(kind="optimality", evidence=judged(-1e-16)),
        law("mutant:half", "fails", expected="fails", kind="optimality", evidence=judged(-0.09)),
    ]
    picture = plots.picture(make(kind="optimality", laws=laws))
    assert picture is not None
    assert "at 2 parameter points: below 0 it would be better" in picture.caption
    assert {"mutants", "stated optimum"} <= set(texts(picture.svg).split(" | "))


def test_exact_outcomes_are_a_board(make: Make, law: Any) -> None:
    laws = [
        law(kind="existence", evidence=[Evidence("holds", point={"k": k}) for k in range(3)]),
        law("mutant:less", "fails", expected="fails", kind="existence", evidence=[Evidence("fails", point={"k": 0})]),
    ]
    picture = plots.picture(make(kind="existence", laws=laws))
    assert picture is not None
    assert "≠ less" in texts(picture.svg)


def test_deviations_show_print_and_mutants_of_the_same_quantity(make: Make, law: Any) -> None:
    def judged(predicted: float) -> list[Evidence]:
        return [Evidence("holds", 1.0 + 0.01 * k, predicted, (0.9, 1.1), 0.1, point={"n": k}) for k in range(4)]

    laws = [
        law(evidence=judged(1.0)),
        law("as-printed", "fails", expected="fails", evidence=judged(2.0)),
        law("mutant:far", "fails", expected="fails", evidence=judged(50.0)),
    ]
    record = make(laws=laws)
    found = points.beside_the_law(record, record.laws[0], record.laws[0].evidence)
    assert {(is_print, round(y)) for is_print, _, y in found} == {(True, 1), (False, 49)}
    picture = plots.picture(record)
    assert picture is not None
    assert "as printed" in texts(picture.svg)
    assert "shaded: the resolution" in picture.caption


def test_a_claim_of_two_kinds_has_two_figures(make: Make, law: Any) -> None:
    judged = [Evidence("holds", statistic=1.0 * k, predicted=4.0, point={"k": k}) for k in (1, 3, 2)]
    part = along(law, "rate", power(-1.0), "truth:decay")
    shown = plots.pictures(make(kind="inequality", laws=[law(kind="inequality", evidence=judged), part]))
    assert [picture.caption.split()[0] for picture in shown] == ["Worst", "Ladder"]


@pytest.mark.parametrize("length", [5, 500])
def test_long_series_are_thinned_at_both_ends_kept(length: int) -> None:
    rows: list[series.Row] = [(float(k), None, 1.0, 0.0) for k in range(length)]
    kept = series.thin(rows)
    assert len(kept) == min(length, series.MOST)
    assert (kept[0], kept[-1]) == (rows[0], rows[-1])
