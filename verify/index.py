"""What `list` and `show` need to know of every claim, cached so that they answer without importing sympy.

The cache is keyed by the names, sizes and times of the files under ``theory/``; it is only a cache and may be deleted.
"""

from __future__ import annotations

import hashlib
import json
import os
import tempfile
from pathlib import Path
from typing import Any

THEORY = Path(__file__).resolve().parent.parent / "theory"
VERSION = 3


def index() -> list[dict[str, Any]]:
    """One entry per claim, by id."""
    fingerprint = _fingerprint()
    path = cache_folder() / f"index-{fingerprint}.json"
    try:
        return json.loads(path.read_text())  # type: ignore[no-any-return]
    except (OSError, ValueError):
        pass
    entries = build()
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile("w", dir=path.parent, delete=False) as handle:
            handle.write(json.dumps(entries))
        Path(handle.name).replace(path)
    except OSError:
        pass
    return entries


def build() -> list[dict[str, Any]]:
    """The entries, from the claims themselves."""
    from lemmata.verify.claims import claim_ids, load_claim

    return [describe(load_claim(identity)) for identity in claim_ids()]


def describe(claim: Any) -> dict[str, Any]:
    """A claim as data: what `list --json` promises, and the typeset statements for `show`."""
    from lemmata.theory.language.documents import described

    source = claim.source
    return {
        "id": claim.id,
        "family": claim.family,
        "kind": claim.kind,
        "title": claim.title,
        "source": {"document": source.document, "heading": source.heading, "paper": source.paper},
        "erratum": claim.erratum.text if claim.erratum else None,
        "fault": claim.erratum.fault if claim.erratum else None,
        "laws": [{"name": law.name, "expected": law.expected} for law in claim.laws()],
        "uses": list(claim.uses),
        "statement": claim.truth.latex(),
        "also": {name: s.latex() for name, s in claim.also.items()},
        "printed": (claim.print_latex or claim.printed.latex()) if claim.printed is not None else None,
        "correct": {law.name: law.statement.latex() for law in claim.laws()}[claim.counterpart],
        "origin": described(source),
        "parameters": list(claim.domain.names),
        "notes": claim.notes,
    }


def _fingerprint() -> str:
    digest = hashlib.blake2b(str((VERSION, THEORY)).encode(), digest_size=12)
    for path in sorted(THEORY.rglob("*.py")):
        stat = path.stat()
        digest.update(f"{path.relative_to(THEORY)}|{stat.st_size}|{stat.st_mtime_ns}\n".encode())
    return digest.hexdigest()


def cache_folder() -> Path:
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "lemmata"
