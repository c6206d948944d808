"""The page of the rules says what the docstrings say, and leaves no rule out."""

from __future__ import annotations

from pathlib import Path

import pytest

from lemmata.theory.kernel import Kernel
from lemmata.theory.kernel.listing import READING, ROOMS, page, parts, rules

PAGE = Path(__file__).parents[2] / "docs" / "rules.md"
RULES = dict(pair for room in ROOMS.values() for pair in rules(room))


def test_the_page_is_what_the_docstrings_say() -> None:
    assert PAGE.read_text() == page(), "write it again: python -m lemmata.theory.kernel.listing > docs/rules.md"


def test_no_rule_is_left_out() -> None:
    assert {name for name in dir(Kernel()) if not name.startswith("_")} == {*RULES, *READING}


@pytest.mark.parametrize("name", RULES)
def test_a_rule_says_what_it_needs_and_gives_an_example(name: str) -> None:
    says, needs, example = parts(RULES[name])
    assert says.endswith(".") and needs.endswith(".") and example.endswith(".")
