"""The page docs/rules.md: every rule of the kernel with what it needs and one example, read off the docstrings."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from typing import Any

from lemmata.theory.kernel.classes import Classes
from lemmata.theory.kernel.congruences import Congruences
from lemmata.theory.kernel.core import Core
from lemmata.theory.kernel.entries import Entries
from lemmata.theory.kernel.equalities import Equalities
from lemmata.theory.kernel.gaussians import Gaussians
from lemmata.theory.kernel.inequalities import Inequalities
from lemmata.theory.kernel.infinite import Infinite
from lemmata.theory.kernel.logic import Logic
from lemmata.theory.kernel.moments import Moments
from lemmata.theory.kernel.paths import Paths
from lemmata.theory.kernel.series import Series
from lemmata.theory.kernel.spectra import Spectra
from lemmata.theory.kernel.tails import Tails

ROOMS = {
    "Equations, means, derivatives": Equalities,
    "Finite sums": Series,
    "Infinite series": Infinite,
    "Matrices on both sides, log-determinants": Congruences,
    "Entry by entry": Entries,
    "Spectra": Spectra,
    "Inequalities": Inequalities,
    "Functions of a declared class": Classes,
    "Moments": Moments,
    "Normal numbers": Gaussians,
    "Tails": Tails,
    "Paths": Paths,
    "Facts from facts": Logic,
    "Chaining": Core,
}
READING = ("content", "number")  # these read facts and make none
HEAD = """# The rules of the kernel

A proof is a function `def proof(k): ... return fact`; every method of `k` below is a rule and returns a fact. A rule
refuses in one sentence what it cannot show. Conditions that a rule needs stay with the fact, and a part is proved only
where its domain implies them. A proof by one of the rules `compare`, `derivative`, `mean`, `normal`, `words`, from the
left side of the statement to the right one, may be named instead: `proof="words"`. This page is made from the docstrings by `python -m lemmata.theory.kernel.listing`.
"""


def rules(room: type) -> Iterator[tuple[str, Any]]:
    """The rules that a class of the kernel defines, by name, in their order."""
    for name, value in vars(room).items():
        if inspect.isfunction(value) and not name.startswith("_") and name not in READING:
            yield name, value


def parts(rule: Any) -> tuple[str, str, str]:
    """What a rule says, what it needs, and its example."""
    text = inspect.getdoc(rule) or ""
    found = re.fullmatch(r"(.*?)\n\nNeeds: (.*?)\nExample: (.*)", text, re.S)
    if not found:
        raise ValueError(f"the docstring of the rule {rule.__name__} does not end with Needs: ... and Example: ...")
    says, needs, example = (" ".join(piece.split()) for piece in found.groups())
    return says, needs, example


def page() -> str:
    """The page as markdown."""
    lines = [HEAD]
    for title, room in ROOMS.items():
        lines += [f"## {title}", ""]
        for name, rule in rules(room):
            says, needs, example = parts(rule)
            given = ", ".join(_shown(p) for p in list(inspect.signature(rule).parameters.values())[1:])
            lines += [f"### `k.{name}({given})`", "", says, "", f"- Needs: {needs}", f"- Example: {example}", ""]
    return "\n".join(lines).rstrip() + "\n"


def _shown(parameter: inspect.Parameter) -> str:
    """A parameter as it is typed, with ... for what may be left out."""
    if parameter.kind is parameter.VAR_POSITIONAL:
        return f"*{parameter.name}"
    if parameter.default is not parameter.empty:
        return f"{parameter.name}=..."
    return f"{parameter.name}=" if parameter.kind is parameter.KEYWORD_ONLY else parameter.name


if __name__ == "__main__":
    print(page(), end="")
