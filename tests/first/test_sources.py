"""Documents and their slides, and which part of a claim stands against its print."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
import sympy as sp

from lemmata.theory.first import Claim, Domain, Erratum, Identity, Inequality, Real, Source
from lemmata.theory.language.documents import described, documents, headings, place
from lemmata.theory.language.errors import ClaimError

a, b = sp.symbols("a b", positive=True)
ROOT = Path(__file__).parents[2]
TALK = "000_ab12b188556405a2.txt"


def claim(printed: Any, part: str = "", **also: Any) -> Claim:
    return Claim(
        id="test.claim",
        title="a sentence",
        truth=Identity(a, b),
        source=Source("none", "none"),
        domain=Domain(Real(a, (0, sp.oo), (1, 2)), Real(b, (0, sp.oo), (1, 2))),
        printed=printed,
        erratum=Erratum.wrong("not so", part),
        also=also,
    )


@pytest.mark.parametrize(
    ("printed", "also", "counterpart"),
    [
        (Identity(a, 2 * b), {}, "truth"),
        (Identity(a**2, 2 * b), {"square": Identity(a**2, b**2)}, "truth:square"),
        (Inequality(a**2, b), {"same": Identity(a**2, b**2), "bound": Inequality(a**2, b**2)}, "truth:bound"),
        (Inequality(a**2, b), {"square": Identity(a**2, b**2)}, "truth:square"),
        (Inequality(a**2, b), {"as_printed": Inequality(a**2, b)}, "truth"),
        (Inequality(b, a), {"other": Inequality(a**2, b)}, "truth"),
    ],
)
def test_the_part_with_the_left_side_of_the_print_stands_against_it(printed: Any, also: Any, counterpart: str) -> None:
    assert claim(printed, **also).counterpart == counterpart


def test_an_erratum_may_name_the_part() -> None:
    printed, part = Identity(a, 2 * b), Inequality(a**3, b)
    assert claim(printed, "cube", cube=part).counterpart == "truth:cube"
    assert claim(Inequality(a**3, a), "truth", cube=part).counterpart == "truth"
    with pytest.raises(ClaimError, match="the erratum sets the print against the part 'sphere'; the parts are truth, cube"):
        claim(printed, "sphere", cube=part)


def test_documents_have_slides_without_repetition() -> None:
    for name, known in documents().items():
        assert name.endswith(".txt")
        assert known["title"] and known["author"]
        slides = [slide[0] for slide in headings(name)]
        assert len(slides) == len(set(slides)) > 5


@pytest.mark.parametrize(
    ("heading", "slide"),
    [
        ("Main result 2 / Theory (Optimal risk bound)", "Main result 2"),
        ("Strict saddle / Theorem 1 (2)", "Strict saddle"),
        ("label noise as regularization", "Label noise as regularization"),
        ("Benign overfitting", "Eigenvalue decay and generalization"),
        ("something else entirely", None),
    ],
)
def test_a_heading_finds_its_slide(heading: str, slide: str | None) -> None:
    at = place(TALK, heading)
    assert (headings(TALK)[at][0] if at is not None else None) == slide


def test_an_unknown_document_is_only_named() -> None:
    assert described(Source("mine.txt", "Lemma 3", "me2024")) == {
        "document": "mine.txt",
        "heading": "Lemma 3",
        "paper": "me2024",
    }
    assert described(Source(TALK, "Conclusion"))["place"] == len(documents()[TALK]["slides"])


def test_most_claims_of_the_library_stand_on_a_slide() -> None:
    texts = [path.read_text(encoding="utf-8") for path in (ROOT / "theory").glob("*/*.py")]
    named = [pair for text in texts for pair in re.findall(r'Source\(\s*"([^"]+)",\s*"([^"]+)"', text)]
    known = [(document, heading) for document, heading in named if document in documents()]
    placed = [heading for document, heading in known if place(document, heading) is not None]
    assert len(placed) >= 0.8 * len(known) > 0
