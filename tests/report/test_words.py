"""Numbers, ranges and assumptions as a reader expects to find them printed."""

from __future__ import annotations

import pytest

from lemmata.verify.report import words


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("0.01 ≤ s ≤ 3.08e+05", "0.01 ≤ s ≤ 3.08·10⁵"),
        ("1.13e-05 ≤ y", "1.13·10⁻⁵ ≤ y"),
        ("1.4e−9", "1.4·10⁻⁹"),
        ("values in [-1, 1]", "values in [−1, 1]"),
        ("given the expansion log(k)^-1, k^-0.5", "given the expansion log(k)⁻¹, k⁻⁰·⁵"),
        ("x-ray, ill-conditioned, a -1", "x-ray, ill-conditioned, a −1"),
        ("n - 1", "n - 1"),
    ],
)
def test_signs_and_powers(text: str, shown: str) -> None:
    assert words.signs(text) == shown


def test_a_box_is_ranges_and_options() -> None:
    assert (
        words.box({"n": [1, 30], "a": [0.5, 0.5], "K:style": ["generic", "rank one"]})
        == "1 ≤ n ≤ 30; a = 0.5; K generic, rank one"
    )
    assert words.box({"link": ["relu", "tanh"]}) == "link relu, tanh"
    assert words.box({}) == ""


def test_a_point_names_styles_as_words() -> None:
    assert words.point({"n": 4, "K:style": "rank one"}) == "n = 4, K rank one"


@pytest.mark.parametrize(("amount", "shown"), [(0.5, "50 %"), (0.033, "3.3 %"), (1e-9, "1e−9")])
def test_shares(amount: float, shown: str) -> None:
    assert words.share(amount) == shown
