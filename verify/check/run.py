"""`lemmata check`: the statement is read, made into a claim and examined; what comes back is shown in a terminal or notebook."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path
from shlex import quote
from typing import Any

from lemmata.theory.language.claim import Claim
from lemmata.theory.language.display import statement_latex, where_lines
from lemmata.theory.language.domain import Domain
from lemmata.theory.language.errors import LemmataError, UsageError
from lemmata.theory.language.part import Part
from lemmata.verify.check.attempts import attempt
from lemmata.verify.check.statements import Same, Stated, read

IDENTITY = "check.statement"
NUMBERS = {"replicates": (2**18, 2**21), "first": 2**16}  # of a claim whose random terms are numbers
ARRAYS = {"replicates": (2**16, 2**20), "chunk": 2**12, "size_limit": 400}  # of one with random columns or matrices
ADVICE = {
    "undecided": 'what to try: --full; a narrower --core; for a limit, larger or fewer sizes, such as "as n = 16, 32, 64, 128"',
    "vacuous": 'what to try: ranges and conditions that points meet more often, such as --core "0 < a < 3"',
    "insensitive": "what to try: a --core in which the formula varies, or only the part that matters",
}
BY_CONSTRUCTION = (
    "holds by construction: both sides are one expression as soon as they are read, so there is nothing left to judge"
)


@dataclass(frozen=True)
class Checked:
    """A statement that was checked: the claim it became, its record, and the file it was saved to."""

    text: str
    claim: Claim | None
    record: Any
    saved: str = ""

    @property
    def verdict(self) -> str:
        return "identical" if self.record is None else str(self.record.verdict)

    @property
    def holds(self) -> bool | None:
        """True, False, or None where it was not decided."""
        if self.record is None:
            return True
        return {"refuted": False}.get(
            self.verdict, True if self.verdict in ("proved", "derived", "certified", "corroborated") else None
        )

    @property
    def counterexample(self) -> dict[str, Any] | None:
        truth = self._truth()
        return truth.counterexample if truth is not None and truth.outcome == "fails" else None

    @property
    def resolution(self) -> float | None:
        return self.record.parts[0].resolution if self.record is not None and self.record.parts else None

    @property
    def latex(self) -> str:
        return "" if self.claim is None else statement_latex(next(iter(self.claim.parts.values())))

    def _truth(self) -> Any:
        return None if self.record is None else next(law for law in self.record.laws if law.role == "truth")

    def lines(self, latex: bool = False) -> list[str]:
        from lemmata.verify.cli.parts import part_lines

        if self.record is None or self.claim is None:
            return [BY_CONSTRUCTION]
        if not self.record.parts:
            return self._broken()
        shown = part_lines(self.record, self.record.parts[0], ADVICE)
        shown += [
            "  where       " + line if i == 0 else "              " + line
            for i, line in enumerate(where_lines(self.claim, "text"))
        ]
        shown += [f"  LaTeX       {self.latex}"] if latex else []
        return shown + ([f"  saved       {self.saved}: lemmata verify {quote(str(self.saved))}"] if self.saved else [])

    def _broken(self) -> list[str]:
        """What is said where no record could be made."""
        why = next((law.detail for law in self.record.laws if law.detail), "").replace(f"{IDENTITY}: ", "")
        return [f"error: {why.removeprefix('its record cannot be made: ')}", f"  says        {self.text.strip()}"]

    def __str__(self) -> str:
        return "\n".join(self.lines())

    __repr__ = __str__

    def _repr_html_(self) -> str:
        if self.record is None:
            return f"<p>{escape(BY_CONSTRUCTION)}</p>"
        if not self.record.parts:
            return f"<p>{escape(' '.join(self._broken()))}</p>"
        from lemmata.verify.cli.parts import part_html

        return part_html(self.record, self.record.parts[0])


def claim_of(stated: Stated, identity: str = IDENTITY, proof: Callable[[Any], Any] | None = None) -> Claim:
    """The claim that a statement on one line makes."""
    if isinstance(stated.statement, Same):
        raise UsageError(BY_CONSTRUCTION)
    declared = stated.declared
    part = Part(stated.statement, says=stated.text.strip(), when=tuple(declared.when), proof=proof)
    try:
        return Claim(identity, parts={"main": part}, domain=Domain(*declared.conditions, core=declared.core))
    except LemmataError as error:
        raise type(error)(str(error).removeprefix(f"{identity}: ")) from None


def sampling(claim: Claim) -> dict[str, Any]:
    """The settings of a claim that draws: numbers are cheap, so many at once; arrays stay small."""
    if not claim.random:
        return {"size_limit": 400} if claim.arrays else {}
    return NUMBERS if all(not term.sizes for term in claim.random) else ARRAYS


def check(
    statement: str,
    *withs: str,
    core: Sequence[str] | str = (),
    save: str | Path | None = None,
    seed: int = 0,
    full: bool = False,
    device: str = "auto",
) -> Checked:
    """Judge a statement on one line: ``check("E[cos(a*Z)] = exp(-a^2/2)", "Z ~ Normal", "a > 0")``."""
    for text in (statement, *withs):
        if not isinstance(text, str):
            raise UsageError(
                f"{text!r} is no text: give every declaration as a text of its own, check(statement, 'Z ~ Normal', 'a > 0')"
            )
    stated = read(statement, withs, (core,) if isinstance(core, str) else core)
    if isinstance(stated.statement, Same):
        return Checked(statement, None, None)
    path = None if save is None else Path(save)
    identity = IDENTITY if path is None else _identity(path)
    found = attempt(claim_of(stated, identity), lambda proof: claim_of(stated, identity, proof))
    statement_made: Any = stated.statement
    claim = claim_of(stated, identity, None if found is None else found.proof(statement_made.left, statement_made.right))
    written = "" if path is None else _save(stated, claim, path, "" if found is None else found.code)
    from lemmata.verify.engine.runner import Run
    from lemmata.verify.engine.subject import Settings

    settings = Settings(claim, file=written, **(sampling(claim)))
    record = Run([settings], profile="full" if full else "quick", seed=seed, device=device, fresh=True).all()[0]
    return Checked(statement, claim, record, written)


def _identity(path: Path) -> str:
    if path.suffix != ".py":
        raise UsageError(
            f"--save {path}: a claim is a Python file; name it {path.with_suffix('.py') if path.name else 'name.py'}"
        )
    slug = re.sub(r"\W+", "_", path.stem.lower(), flags=re.ASCII).strip("_") or "statement"
    return f"mine.{slug if slug[0].isalpha() else 'c_' + slug}"


def _save(stated: Stated, claim: Claim, path: Path, proof: str) -> str:
    """Write the file, and make sure that what it states is the statement."""
    from lemmata.verify.check.source import same, source
    from lemmata.verify.cli.files import write
    from lemmata.verify.engine.loading import load_file

    if path.exists():
        raise UsageError(f"--save {path}: it is there already; name another file")
    write(path, source(stated, claim.id, stated.text.strip(), proof, sampling(claim)), "--save")
    try:
        kept = same(stated, load_file(path)[0].claim)
    except LemmataError:
        kept = False
    if not kept:
        path.unlink()
        raise UsageError(f"--save {path}: the statement does not survive being written as Python; write it with `lemmata new`")
    return str(path)
