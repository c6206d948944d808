"""The pages of the kinds and of the terms: examples that construct, signatures that are true, and nothing left out."""

from __future__ import annotations

import inspect
import re
from importlib import import_module
from pathlib import Path

import pytest

import lemmata
from lemmata import Claim
from lemmata.theory.language.display import clashes, statement_text
from lemmata.theory.language.kinds import KINDS
from lemmata.theory.language.mutation import automatic
from lemmata.theory.language.part import Role

DOCS = Path(__file__).parents[2] / "docs"
PAGES = {kind.kind: kind for kind in KINDS}


def example(kind):
    text = (DOCS / "kinds" / f"{kind}.md").read_text()
    code = re.search(r"```python\n(.*?)```", text, re.S)
    assert code, f"docs/kinds/{kind}.md has no example"
    return text, code.group(1)


@pytest.mark.parametrize("kind", PAGES)
def test_the_example_of_a_page_is_a_claim(kind):
    text, code = example(kind)
    assert len(code.strip().splitlines()) <= 25
    space: dict[str, object] = {}
    exec(compile(code, f"{kind}.md", "exec"), space)
    claim = space["claim"]
    assert isinstance(claim, Claim) and claim.parts["main"].statement.kind == kind
    truth = claim.laws()[0]
    assert truth.role is Role.TRUTH and f"It is shown as `{statement_text(truth)}`." in text
    laws, _ = automatic("main", claim.parts["main"], True)
    assert laws and clashes(claim, laws) == []


@pytest.mark.parametrize("kind", PAGES)
def test_the_signature_of_a_page_is_that_of_the_kind(kind):
    text, _ = example(kind)
    signature = re.search(r"```\n(\w+)\((.*?)\)\n```", text)
    assert signature and signature.group(1) == PAGES[kind].__name__
    named = [piece.split("=")[0].strip() for piece in re.split(r",\s*(?![^()]*\))", signature.group(2))]
    real = list(inspect.signature(PAGES[kind]).parameters)
    assert sorted(set(named) - {"*"}) == sorted(real)


@pytest.mark.parametrize("kind", PAGES)
def test_every_page_has_its_sections(kind):
    text, _ = example(kind)
    assert re.findall(r"^## (.*)$", text, re.M) == ["Options", "What is judged, and how", "Automatic wrong versions"]
    options = text.split("## Options")[1].split("##")[0]
    for name, parameter in inspect.signature(PAGES[kind]).parameters.items():
        if parameter.kind is inspect.Parameter.KEYWORD_ONLY:
            assert f"`{name}`" in options, name


def test_there_is_a_page_for_every_kind_and_no_other():
    assert {page.stem for page in (DOCS / "kinds").glob("*.md")} == set(PAGES)


def test_every_word_is_on_the_page_of_terms():
    rows = re.findall(r"^\| `([^`]+)` \|(.*)\|$", (DOCS / "terms.md").read_text(), re.M)
    named = [name for first, _ in rows for name in re.findall(r"\w+", first.split("(")[0])]
    assert sorted(set(named)) == sorted(named), "a word stands twice"
    assert set(named) == set(lemmata.__all__) - {kind.__name__ for kind in KINDS}
    assert all(meaning.strip() for _, meaning in rows)


THEORY = DOCS.parent / "theory"
FAMILIES = sorted(
    folder.name
    for folder in THEORY.iterdir()
    if folder.is_dir() and folder.name not in ("language", "first", "algebra", "kernel") and not folder.name.startswith("_")
)


def family(name):
    """The claims of a family."""
    for file in sorted((THEORY / name).glob("[!_]*.py")):
        if re.search(r"^from lemmata import|theory\.language\.claim import", file.read_text(), re.M):
            found = getattr(import_module(f"lemmata.theory.{name}.{file.stem}"), "claim", None)
            if isinstance(found, Claim):
                yield found


def examples():
    """The claims of the pages."""
    for kind in PAGES:
        space: dict[str, object] = {}
        exec(compile(example(kind)[1], f"{kind}.md", "exec"), space)
        yield space["claim"]


@pytest.mark.parametrize("name", ["the pages", *FAMILIES])
def test_no_law_of_the_library_looks_like_another(name):
    claims = list(family(name) if name in FAMILIES else examples())
    assert claims
    for claim in claims:
        alone = len(claim.parts) == 1
        made = [law for name, part in claim.parts.items() for law in automatic(name, part, alone)[0]]
        assert clashes(claim, made) == [], claim.id
