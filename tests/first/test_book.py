"""The book of derivations: chapters in the order of what rests on what, each step with how it was checked."""

from __future__ import annotations

from typing import Any

import sympy as sp

from lemmata.theory.first import Claim, Domain, Erratum, Identity, Mean, Observable, Real, Source
from lemmata.theory.first.book import MARK, anchor, chapter, contents, in_order, section
from lemmata.theory.first.derivation import Derivation, derive

a, b = sp.symbols("a b", positive=True)
C = Observable("C")
domain = Domain(Real(a, (0, sp.oo), (0.2, 1.5)), Real(b, (0, sp.oo), (0.2, 1.5)))


def derived(identity: str = "test.claim", proof: Any = None, **more: Any) -> Derivation:
    claim = Claim(
        id=identity,
        title="a sentence",
        truth=Identity(Mean(C), (a + b) ** 2),
        source=Source("none", "none", "key2024"),
        domain=domain,
        **more,
    )
    if proof is not None:
        claim.derivation(proof)
    return derive(claim)


def proof(step: Any) -> None:
    value = step("the mean", a**2 + 2 * a * b + b**2, (a + b) ** 2, by="a square")
    step.conclude(by="this is the statement", given={Mean(C): value})


def test_a_section_shows_statement_print_and_steps() -> None:
    text = "\n".join(section(derived(proof=proof, printed=Identity(Mean(C), a**2), erratum=Erratum.wrong("b is missing."))))
    assert text.startswith("## test.claim\n\na sentence\n\n*none (none, key2024).*\n")
    assert "Printed (wrong):" in text
    assert "b is missing.\n" in text
    assert "1. **the mean** — a square" in text
    assert "*exact: checked*" in text
    assert text.endswith("Every step is exact: the statement is proved.")


def test_a_failing_step_and_a_missing_derivation_are_said() -> None:
    text = "\n".join(section(derived(proof=lambda step: step("a slip", a, b, by="hope"))))
    assert "*exact: FAILED*" in text
    assert text.endswith("A step of this derivation fails.")
    assert "No derivation: this claim rests on its numerical evidence." in "\n".join(section(derived()))


def test_what_a_claim_rests_on_comes_before_it() -> None:
    members = [derived("test.a", uses=("test.c", "other.x")), derived("test.b"), derived("test.c")]
    assert [d.claim.id for d in in_order(members)] == ["test.b", "test.c", "test.a"]
    circle = [derived("test.a", uses=("test.b",)), derived("test.b", uses=("test.a",))]
    assert len(in_order(circle)) == 2


def test_a_chapter_has_notation_contents_and_neighbours() -> None:
    text = chapter(
        "test", [derived("test.b_c", proof, uses=("other.x",))], "Tests: notation.\n\n| s |\n|---|\n", "before", "after"
    )
    assert text.startswith(f"{MARK}\n\n# Tests\n")
    assert "| s |" in text
    assert "- [test.b_c](#testb_c): a sentence *(proved)*" in text
    assert "Rests on [other.x](other.md#otherx)." in text
    assert text.endswith("[← before](before.md) · [Contents](README.md) · [after →](after.md)\n")
    assert anchor("test.b_c") == "testb_c"


def test_the_contents_count_what_is_proved() -> None:
    text = contents({"test": [derived(proof=proof), derived("test.other")]}, {"test": ""})
    assert "| [test](test.md) | 2 | 1 | 1 |" in text
