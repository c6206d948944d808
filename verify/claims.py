"""Finding the claims of the library by id; nothing here needs torch."""

from __future__ import annotations

import difflib
import gc
import importlib
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

THEORY = Path(__file__).resolve().parent.parent / "theory"
NOT_FAMILIES = {"algebra", "kernel", "language", "__pycache__"}
NOT_CLAIMS = {"__init__", "notation", "tools"}


def claim_ids() -> list[str]:
    """Every id of the library, from the file names: ``theory/<family>/<slug>.py``."""
    return sorted(
        f"{path.parent.name}.{path.stem}"
        for path in THEORY.glob("*/*.py")
        if path.parent.name not in NOT_FAMILIES and path.stem not in NOT_CLAIMS
    )


def load_claim(identity: str) -> Any:
    """The claim of that id."""
    from lemmata.theory.language.claim import Claim
    from lemmata.theory.language.errors import ClaimError, LemmataError, UsageError

    if not _is_claim(identity):
        raise UsageError(unknown(identity))
    try:
        with _uncollected():
            claim = getattr(importlib.import_module(f"lemmata.theory.{identity}"), "claim", None)
    except LemmataError as error:
        raise ClaimError(named(error, identity)) from None
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        from lemmata.verify.engine.tidy import said

        file = f"theory/{identity.replace('.', '/')}.py"
        raise ClaimError(f"{identity}: {file} does not import: {said(error)}") from error
    if not isinstance(claim, Claim) or claim.id != identity:
        raise ClaimError(f"{identity}: its file must define `claim` with this id")
    return claim


def _is_claim(identity: str) -> bool:
    """Whether the library has a file for this id."""
    family, _, slug = str(identity).partition(".")
    if not (family.isidentifier() and slug.isidentifier()) or family in NOT_FAMILIES or slug in NOT_CLAIMS:
        return False
    return (THEORY / family / f"{slug}.py").is_file()


@contextmanager
def _uncollected() -> Iterator[None]:
    """Without searches for unreachable cycles: what is loaded stays, and to go through it again and again takes its time."""
    was = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was:
            gc.enable()


def named(error: Exception, place: str) -> str:
    """The message of an error; one that names no claim says where it arose."""
    return str(error) if re.match(r"[a-z][a-z0-9_]*\.[a-z0-9_]+: ", str(error)) else f"{place}: {error}"


def expand(names: Sequence[str]) -> list[str]:
    """Ids from ids and families; all ids when nothing is named."""
    from lemmata.theory.language.errors import UsageError

    ids = claim_ids()
    found: dict[str, None] = {}
    for name in names or ids:
        members = [name] if name in ids else [identity for identity in ids if identity.split(".")[0] == name]
        if not members:
            raise UsageError(unknown(name))
        found.update(dict.fromkeys(members))
    return list(found)


def unknown(name: str) -> str:
    """A sentence for a name that is no claim and no family, with the nearest valid ones."""
    ids = claim_ids()
    families = sorted({identity.split(".")[0] for identity in ids})
    dotted = "." in name
    near = difflib.get_close_matches(name, ids if dotted else [*ids, *families], n=2, cutoff=0.6 if dotted else 0.5)
    hint = f"; did you mean {' or '.join(near)}?" if near else f"; families: {', '.join(families) or 'none'}"
    hint = "; a claim of one's own is named by its file, such as mine.py" if dotted and not near else hint
    return f"there is no claim and no family {name!r}{hint}"
