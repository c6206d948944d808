"""The book of derivations: a chapter per family with notation, contents and proofs, and a first page that counts them."""

from __future__ import annotations

from typing import Any

from lemmata import Claim, Domain, Identity, Positive, Symbol
from lemmata.theory.kernel.chapters import MARK, anchor, chapter, contents, heading
from lemmata.theory.kernel.prove import prove

a = Symbol("a", "a number", Positive)


def outcomes(identity: str, proof: Any) -> Any:
    statement = Identity((a + 1) ** 2, a**2 + 2 * a + 1)
    claim = Claim(id=identity, says="a square", statement=statement, domain=Domain(a > 0), proof=proof)
    return {claim: {name: prove(claim, name) for name in claim.parts}}


def square(k: Any) -> Any:
    return k.normal((a + 1) ** 2, a**2 + 2 * a + 1)


def test_a_chapter_has_notation_contents_and_neighbours() -> None:
    text = chapter("test", outcomes("test.b_c", square), "Tests: notation.\n\n| s |\n|---|\n", "before", "after")
    assert text.startswith(f"{MARK}\n\n# Tests\n")
    assert "| s |" in text
    assert "- [test.b_c](#testb_c): a square *(1 of 1 proofs stand)*" in text
    assert "\n## test.b_c\n" in text
    assert "*Proved.*" in text
    assert text.endswith("[← before](before.md) · [Contents](README.md) · [after →](after.md)\n")
    assert anchor("test.b_c") == "testb_c"


def test_a_chapter_without_claims_has_its_name_and_its_neighbours() -> None:
    assert chapter("test", {}, "") == f"{MARK}\n\n# test\n\n## Contents\n\n\n[Contents](README.md)\n"
    assert heading("test", "") == "test"


def test_a_refused_proof_does_not_stand() -> None:
    text = chapter("test", outcomes("test.slip", lambda k: k.normal(a + a, 3 * a)), "")
    assert "*(0 of 1 proofs stand)*" in text
    assert "*Not proved.*" in text


def test_the_contents_count_what_is_proved() -> None:
    both = outcomes("test.claim", square) | outcomes("test.slip", lambda k: k.normal(a + a, 3 * a))
    assert "| [test](test.md) | 2 | 1 | 1 |" in contents({"test": both}, {"test": ""})
