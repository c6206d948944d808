"""Formulas as MathML: what is written is what is shown, and what differs is marked where it differs."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from lemmata.verify.report.difference import versus
from lemmata.verify.report.formulas import prose
from lemmata.verify.report.mathml import letter, typeset
from lemmata.verify.report.tree import UnknownTex

ROOT = Path(__file__).parents[2]


def shown(source: str, display: bool = True) -> str:
    """The text of a formula, and the proof that its MathML is well formed."""
    return "".join("".join(ET.fromstring(f"<p>{typeset(source, display)}</p>").itertext()).split())


@pytest.mark.parametrize(
    ("source", "text"),
    [
        (r"\frac{a}{b+1}", "ab+1"),
        (r"\mathbb{E}\left[X_{1}^{2}\right] \le 1", "𝔼[X12]≤1"),
        (r"\operatorname*{arg\,min}_{w} f(w)", "argminwf(w)"),
        (r"\sum_{i=1}^{d} \lambda_i", "∑i=1dλi"),
        (
            r"\begin{cases} a & \text{for}\: x \\ b & \text{otherwise} \end{cases}",
            "{afor\u00a0xbotherwise".replace("\u00a0", ""),
        ),
        (r"x \xrightarrow[n\to\infty]{} 0", "x→n→∞0"),
        (r"\hat{\beta}^\top \mathcal{L} \mathbf{x}", "β^⊤ℒ𝐱"),
        (r"\binom{n}{k} \ne -1", "(nk)≠−1"),
        (r"a := b : c", "a≔b:c"),
        (r"x^12", "x12"),
        (r"least + a_abcd", "least+aabcd"),
        (r"f'", "f′"),
    ],
)
def test_the_text_of_a_formula(source: str, text: str) -> None:
    assert shown(source) == text


@pytest.mark.parametrize(
    "source", [r"\oops", r"\frac{a", "a}", r"\left( a", "a & b", r"\begin{tikz} \end{tikz}", r"\begin{cases} a"]
)
def test_what_is_outside_the_vocabulary_is_refused(source: str) -> None:
    with pytest.raises(UnknownTex):
        typeset(source)


def test_signs_and_long_formulas() -> None:
    assert '<mo form="prefix">−</mo>' in typeset("a = -b")
    assert "<mo>−</mo>" in typeset("a - b")  # between two things it is understood as what it is
    assert typeset("a = b + c", display=True).count('<mo form="infix">+</mo>') == 1
    assert typeset("a = b + c - d", display=True).count("<math") == 4
    assert typeset("a = b", display=False).count("<math") == 1


def test_a_phrase_is_words_in_which_a_line_may_break() -> None:
    shown = typeset(r"\text{possible with many samples, } n \ge d \text{ or so}", display=True)
    assert shown.startswith('<span class="words">possible with many samples, </span><math')
    assert "<mtext>\u00a0or\u00a0so</mtext>" in shown


def test_only_what_differs_is_marked() -> None:
    was, now = versus(r"F + \frac{\lambda s^{2}}{n}", r"F + \frac{s^{2}}{3 n}")
    assert re.findall(r'<mrow class="was">(.*?)</mrow>', was) == ["<mi>λ</mi>"]
    assert re.findall(r'<mrow class="now">(.*?)</mrow>', now) == ["<mn>3</mn>"]
    was, now = versus(r"x \le n^{2}", r"x \le n^{3}")
    assert '<msup><mi>n</mi><mrow><mrow class="was"><mn>2</mn></mrow></mrow></msup>' in was
    same, again = versus("a = b", "a = b")
    assert "class" not in same + again


def test_alphabets() -> None:
    assert [letter(*pair) for pair in (("R", "bb"), ("A", "bb"), ("F", "cal"), ("x", "bf"), ("1", "bb"), ("é", "bb"))] == [
        "ℝ", "𝔸", "ℱ", "𝐱", "𝟙", "é"
    ]  # fmt: skip


def test_the_whole_book_is_in_the_vocabulary() -> None:
    sources = [
        s
        for p in (ROOT / "docs/derivations").rglob("*.md")
        for s in re.findall(r"^\$\$(.+?)\$\$$", p.read_text("utf-8"), re.S | re.M)
    ]
    assert len(sources) > 200
    for source in sources:
        ET.fromstring(f"<p>{typeset(source, True)}</p>")


def test_an_index_of_what_has_one_leaves_it() -> None:
    first, second = (typeset(rf"{{v_{{{k}}}}}_{{40}}", True) for k in (1, 2))
    assert first != second
    assert "<mn>1</mn>" in first
    assert "<mn>40</mn>" in first
    assert "ϖ" in typeset(r"\varpi", True)


def test_indices_and_powers_in_a_sentence_stand_low_and_high() -> None:
    assert prose("Σ (i+1) α_{i+1} ⟨w,θ⟩^i of He_n, K^-1 < x_1^2") == (
        "Σ (i+1) α<sub>i+1</sub> ⟨w,θ⟩<sup>i</sup> of He<sub>n</sub>, K<sup>-1</sup> &lt; x<sub>1</sub><sup>2</sup>"
    )
    assert prose("a my_file and x_ab^c2d stay") == "a my_file and x_ab^c2d stay"


def test_a_line_that_a_narrow_screen_would_cut_says_how_broad_it_is() -> None:
    short, long = (typeset(" ".join(["x_{1}"] * k), True) for k in (3, 24))
    assert "--w" not in short
    assert 17 <= int(long.split("--w:")[1].split('"')[0]) <= 40


def test_a_long_product_inside_a_mean_is_cut_between_its_factors() -> None:
    factor = r"\left(\sum_{n=0}^{p} h_{n}\left(t\right) \alpha_{n} + \sqrt{1 - m^{2}} W\right)"
    lines = typeset(rf"\mathbb{{E}}\left[{factor} {factor}\right] = 1", True).split("<math")[1:]
    assert len(lines) >= 3
