"""What a name on the command line stands for: a claim of the library, or the claims of a file of one's own."""

from __future__ import annotations

from typing import Any

from lemmata.theory.language.errors import UsageError


def is_file(name: str) -> bool:
    """Whether a name is that of a file and not of a claim."""
    return name.endswith(".py") or "/" in name


def ids(name: str) -> list[str]:
    """The ids that a name stands for; a file is read for them, an id stands for itself."""
    if not is_file(name):
        return [name]
    from lemmata.verify.engine.loading import load_file

    return [item.claim.id for item in load_file(name)]


def one(name: str, what: str) -> str:
    """The one id that a name stands for."""
    found = ids(name)
    if len(found) != 1:
        raise UsageError(f"{name} states {len(found)} claims; {what} takes one, such as {found[0]}")
    return found[0]


def entries(name: str) -> list[dict[str, Any]]:
    """What `list` and `show` say of the claims of a file, without running them."""
    from lemmata.verify.engine.loading import load_file
    from lemmata.verify.index import describe

    return [describe(item.claim) for item in load_file(name)]
