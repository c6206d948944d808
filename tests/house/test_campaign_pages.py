"""The pages on long verifications show commands and options that exist, and links that lead somewhere."""

import re
from pathlib import Path

import pytest
import typer

from lemmata.verify.cli.main import app

PAGES = sorted((Path(__file__).parents[2] / "docs" / "campaigns").glob("*.md"))
COMMANDS = typer.main.get_command(app).commands  # type: ignore[attr-defined]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_commands_and_links(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    lines = [line for line in re.findall(r"lemmata [^`\n]*", text) if re.match(r"lemmata [a-z]+\b", line)]
    used = [(line.split()[1], option) for line in lines for option in re.findall(r"(?<!\S)--[a-z-]+", line)]
    assert used or "lemmata" not in text
    for command, option in used:
        assert command in COMMANDS, command
        assert option in {o for parameter in COMMANDS[command].params for o in parameter.opts}, (command, option)
    for target in re.findall(r"\]\(([^)#]+)\)", text):
        assert (page.parent / target).exists(), target
