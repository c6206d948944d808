"""What differs looks different: no truth typesets like its print, its mutants or another part, in the library and on the page."""

from __future__ import annotations

import ast
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from parted import second

from lemmata import (
    Array,
    Claim,
    Erratum,
    Identity,
    Inequality,
    Mean,
    Naturals,
    Normal,
    Part,
    Positive,
    Print,
    Sampled,
    Symbol,
    Trace,
    cos,
    exp,
    sq,
)
from lemmata.theory.language.claim import Claim as Second
from lemmata.theory.language.difference import alike
from lemmata.theory.language.display import difference, statement_latex, statement_text, where_lines
from lemmata.theory.language.part import Law, Role
from lemmata.verify.claims import claim_ids
from lemmata.verify.report.formulas import change, phrase, tex
from lemmata.verify.report.mathml import typeset

ROOT = Path(__file__).parents[2]


def of_the_library() -> list[str]:
    """Ids of the claims that are stated in parts, read from their files without importing them all."""
    found = []
    for identity in claim_ids():
        family, slug = identity.split(".")
        source = ROOT / "theory" / family / f"{slug}.py"
        modules = [
            node.module or "" for node in ast.walk(ast.parse(source.read_text("utf-8"))) if isinstance(node, ast.ImportFrom)
        ]
        if "lemmata" in modules or any(m.startswith("lemmata.theory.language") for m in modules):
            found.append(identity)
    return found


def stated(identity: str) -> Any:
    import importlib

    return getattr(importlib.import_module(f"lemmata.theory.{identity}"), "claim", None)


def check(claim: Second) -> None:
    """Every two laws of a claim that differ are typeset differently, and every wrong one says what it changes."""
    laws = list(claim.laws())
    shown = {law.name: (law, typeset(statement_latex(law), True), statement_text(law)) for law in laws}
    truths = {law.part: law for law in laws if law.role is Role.TRUTH}
    for (a, math, text), (b, other, words) in combinations(shown.values(), 2):
        if a.part == b.part and not alike(a, b) and not _inside(a, b, truths[a.part]):
            assert math != other, (claim.id, a.name, b.name)
            assert text != words, (claim.id, a.name, b.name)
    for part in claim.parts:
        wrong = [law for law in laws if law.part == part and not alike(truths[part], law)]
        changes = [difference(truths[part], law) for law in wrong]
        assert len(set(changes)) == len(wrong), (claim.id, part)
        for text, latex in changes:
            assert text and "\\" not in text
            typeset(latex)


def _inside(a: Law, b: Law, truth: Law) -> bool:
    """Whether two laws differ in what a term of theirs stands for alone: then the page shows each by what it changes there."""
    return any(where_lines(law, "latex") != where_lines(truth, "latex") for law in (a, b))


@pytest.mark.parametrize("identity", of_the_library())
def test_the_laws_of_the_library_look_different(identity: str) -> None:
    found = stated(identity)
    if isinstance(found, Second):
        check(found)


def test_factors_signs_conditions_and_inner_terms_are_told_apart() -> None:
    a, n = Symbol("a", "frequency", Positive), Symbol("n", "samples", Naturals)
    Z, K = Sampled("Z", Normal()), Array("K", "a matrix", n, n)
    made = Claim(
        "mine.apart",
        parts={
            "mean": Part(
                Identity(Mean(cos(a * Z)), exp(-(a**2) / 2)),
                when=(a > 1,),
                says="a",
                printed=Print(when=(), erratum=Erratum.condition_missing("for a > 1")),
                wrong={
                    "half": {"right": exp(-(a**2)) / 2},
                    "linear": {"right": exp(-a / 2)},
                    "sign": {"right": -exp(-(a**2) / 2)},
                },
            ),
            "trace": Part(
                Inequality(Trace(K) ** 2, n * sq(K)),
                says="b",
                wrong={"power": {"right": n**2 * sq(K)}, "inside": {"left": Trace(K**2)}, "less": {"right": sq(K)}},
            ),
        },
    )
    check(made)


@pytest.mark.parametrize("record", second(), ids=lambda r: r.id)
def test_records_of_prints_typeset_apart_from_their_truths(record: Any) -> None:
    for part in record.parts:
        truth = next(item for item in record.laws if item.part == part.name and item.role == "truth")
        for item in record.laws:
            if item.part == part.name and item.role == "as-printed":
                assert typeset(item.statement) != typeset(truth.statement)


def test_no_line_about_a_symbol_begins_with_a_comma_or_shows_latex() -> None:
    n = Symbol("n", "number of samples", Naturals)
    Q = Array("Q", "kernel matrix of the features, not divided by n", n, n)
    made = Claim("mine.where", says="a", statement=Inequality(Trace(Q) ** 2, n * sq(Q)))
    for line in where_lines(made, "latex"):
        shown = str(phrase(line))
        assert "\\" not in shown
        assert ">,<" not in shown.replace("<mo>,</mo>", "") and not shown.startswith(",")
    assert "not divided by n, " in str(phrase(where_lines(made, "latex")[0]))


@pytest.mark.parametrize("record", second(), ids=lambda r: r.id)
def test_what_the_page_shows_of_prints_and_wrong_versions_differs_from_their_truths(record: Any) -> None:
    for part in record.parts:
        truth = next(item for item in record.laws if item.part == part.name and item.role == "truth")
        for item in record.laws:
            if item.part == part.name and item.role == "as-printed":
                assert tex(item.statement) != tex(truth.statement)
            if item.part == part.name and item.role == "mutant" and item.difference:
                assert change(item.difference_latex, item.difference, item.statement) != tex(truth.statement, display=False)
