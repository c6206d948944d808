"""`lemmata new`: a working skeleton of a claim, in a file of one's own or in the two files of the library."""

from __future__ import annotations

import keyword
import re
import sys
from pathlib import Path

from lemmata.theory.language.errors import UsageError
from lemmata.verify.cli.files import write

STATED = """a = Symbol("a", "frequency", Positive)
Z = Sampled("Z", Normal())


def proof(k):
    return k.mean(Mean(cos(a * Z)))


claim = Claim(
    id="{id}",{source}
    says="The characteristic function of a standard normal variable is exp(-a²/2)",
    statement=Identity(Mean(cos(a * Z)), exp(-(a**2) / 2)),
    proof=proof,
    domain=Domain(a > 0, core=(a >= 0.1, a <= 1.5)),
    printed=Print(right=exp(-(a**2)), erratum=Erratum.wrong("the exponent is half the variance of a Z")),
    wrong={{"linear": {{"right": exp(-a / 2)}}}},
)
"""
SKELETON = '"""{id}: say the mathematics in one sentence."""\n\nfrom lemmata import *\n\n' + STATED
SOURCE = '\n    source=Source("document.txt", "Lemma 3"),'
SETTINGS = '''"""How {id} is examined: what is written here overrides the settings that every claim has."""

from lemmata import Settings
from lemmata.theory.{id} import claim

settings = Settings(claim)
'''
USED = {"a", "proof", "claim", "lemmata", "k", "settings"}  # names in the skeleton


def skeleton(identity: str, out: Path | None, library: bool = False) -> None:
    """Write the skeleton, and say what to do with it."""
    from lemmata.verify.claims import claim_ids

    if not re.fullmatch(r"[a-z][a-z0-9_]{0,79}\.[a-z][a-z0-9_]{0,79}", identity):
        raise UsageError(
            f"{identity!r} is no claim id: write family.slug in small letters, digits and underscores, at most 80 each"
        )
    family, slug = identity.split(".")
    for word in (family, slug):
        if keyword.iskeyword(word):
            raise UsageError(f"{identity!r} is no claim id: {word!r} is a keyword of Python; choose another word")
    if slug in USED:
        raise UsageError(f"{identity!r}: the file itself uses the name {slug!r}; choose another slug")
    if identity in claim_ids():
        raise UsageError(f"{identity} is a claim of the library; choose another id")
    if library:
        if out is not None:
            raise UsageError("--out goes with a file of one's own; --library settles where its two files lie")
        _in_library(identity)
        return
    path = out or Path(f"{slug}.py")
    if path.suffix != ".py":
        raise UsageError(
            f"--out {path}: a claim is a Python file; name it {path.with_suffix('.py') if path.name else 'name.py'}"
        )
    if out is None and slug in sys.stdlib_module_names:
        raise UsageError(f"{path} would hide Python's own module {slug}; choose another file with --out")
    if path.is_file() and not path.is_symlink():
        raise UsageError(f"{path} is there already; choose another file with --out")
    write(path, SKELETON.format(id=identity, source=""), "--out")
    print(f"{path} states {identity}; try it: lemmata verify {path}   or   pytest {path}")


def _in_library(identity: str) -> None:
    """theory/<family>/<slug>.py and verify/<family>/<slug>.py, in the checkout that is installed."""
    from lemmata.verify.claims import NOT_CLAIMS, NOT_FAMILIES, THEORY

    family, slug = identity.split(".")
    root = THEORY.parent
    rooms = {path.name for path in (root / "verify").iterdir()} if (root / "verify").is_dir() else set()
    if family in NOT_FAMILIES or (family in rooms and not (THEORY / family).is_dir()) or slug in NOT_CLAIMS:
        raise UsageError(f"{identity!r} is no claim id of the library: {family}/{slug} is a place of its own; choose another")
    stated, bound = THEORY / family / f"{slug}.py", root / "verify" / family / f"{slug}.py"
    for path in (stated, bound):
        if path.exists():
            raise UsageError(f"{path.relative_to(root)} is there already; choose another id")
        path.parent.mkdir(exist_ok=True)
    for folder in (stated.parent, bound.parent):
        if not (folder / "__init__.py").exists() and (root / "theory" / "ridge" / "__init__.py").exists():
            write(folder / "__init__.py", "", "--library")
    write(stated, SKELETON.format(id=identity, source=SOURCE), "--library")
    write(bound, SETTINGS.format(id=identity), "--library")
    print(
        f"{stated.relative_to(root)} states {identity} and {bound.relative_to(root)} holds its settings; try it: lemmata verify {identity}"
    )
