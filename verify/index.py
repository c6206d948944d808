"""What `list` and `show` need to know of claims, cached so that they answer without importing sympy.

An entry is kept by the code of its claim; it is only a cache and may be deleted. To list is to read every claim once; to show
one is to typeset that one.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
import tempfile
from collections.abc import Callable, Collection
from pathlib import Path
from typing import Any

THEORY = Path(__file__).resolve().parent.parent / "theory"
VERSION = 6


def headings() -> list[dict[str, Any]]:
    """What `list` says of every claim, by id: nothing is typeset for it."""
    path = cache_folder() / f"headings-{_fingerprint()}.json"
    found = _read(path)
    if isinstance(found, list):
        return found
    entries, unread = build(make=heading, kept="headings")
    for sentence in unread:
        print(f"lemmata: left out: {sentence}", file=sys.stderr)
    if not unread:
        _write(path, entries)
    return entries


def index(ids: Collection[str] | None = None) -> list[dict[str, Any]]:
    """The claims of these ids, or all, typeset; one that cannot be read is left out and named."""
    entries, unread = build(ids)
    for sentence in unread:
        print(f"lemmata: left out: {sentence}", file=sys.stderr)
    return entries


def _read(path: Path) -> Any:
    try:
        return json.loads(path.read_text())
    except (OSError, ValueError):
        return None


def _write(path: Path, content: Any) -> None:
    """Into the cache, whole or not at all; where nothing can be written there is no cache."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile("w", dir=path.parent, delete=False) as handle:
            handle.write(json.dumps(content))
        Path(handle.name).replace(path)
    except OSError:
        pass


class Kept:
    """Lists of names by the content that they are a function of, kept from one process to the next."""

    MOST = 5000

    def __init__(self, name: str) -> None:
        self._name, self._known, self._new = f"{name}-{VERSION}.json", dict[str, list[str]](), False
        self._read = False

    def get(self, key: str, make: Callable[[], list[str]]) -> list[str]:
        """What is kept under a key, or is made now."""
        if not self._read:
            self._read = True
            try:
                found = json.loads((cache_folder() / self._name).read_text())
                self._known = {str(k): [str(name) for name in v] for k, v in found.items() if isinstance(v, list)}
            except (OSError, ValueError, AttributeError):
                self._known = {}
        if key not in self._known:
            self._known[key], self._new = make(), True
        return self._known[key]

    def keep(self) -> None:
        """Write what is new."""
        if self._new:
            self._new = False
            _write(cache_folder() / self._name, self._known if len(self._known) <= self.MOST else {})


def build(
    ids: Collection[str] | None = None, make: Callable[[Any], dict[str, Any]] | None = None, kept: str = "entries"
) -> tuple[list[dict[str, Any]], list[str]]:
    """The entries, and a sentence for each claim that cannot be read; one is made when the claim, or what it imports, has changed."""
    from lemmata.theory.language.errors import LemmataError
    from lemmata.verify.claims import claim_ids, load_claim
    from lemmata.verify.engine.content import code_of_files

    path = cache_folder() / f"{kept}-{hashlib.blake2b(str((VERSION, THEORY)).encode(), digest_size=12).hexdigest()}.json"
    known = _read(path)
    before: dict[str, Any] = known if isinstance(known, dict) else {}
    there = claim_ids()
    wanted = [identity for identity in there if ids is None or identity in ids]
    after: dict[str, Any] = {}
    unread: list[str] = []
    for identity in wanted:
        code = code_of_files(THEORY / f"{identity.replace('.', '/')}.py")
        entry = before.get(identity)
        try:
            after[identity] = entry if entry and entry[0] == code else [code, (make or describe)(load_claim(identity))]
        except LemmataError as error:
            unread.append(str(error))
    if any(before.get(identity) is not entry for identity, entry in after.items()):
        _write(path, {identity: entry for identity, entry in {**before, **after}.items() if identity in there})
    return [entry for _, entry in after.values()], unread


def heading(claim: Any) -> dict[str, Any]:
    """A claim as `list --json` promises it."""
    laws = claim.laws()
    printed = next((law for law in laws if law.role.value == "as-printed"), None)
    erratum = claim.parts[printed.part].printed.erratum if printed is not None else None
    source = claim.source
    return {
        "id": claim.id,
        "family": claim.family,
        "kind": claim.kind,
        "title": claim.title,
        "source": {"document": source.document, "heading": source.heading, "paper": source.paper},
        "erratum": erratum.text if erratum else None,
        "laws": [{"name": law.name, "expected": law.expected} for law in laws],
        "uses": list(claim.uses),
    }


def describe(claim: Any) -> dict[str, Any]:
    """A claim as data: what `list --json` promises, and the typeset statements for `show`."""
    from lemmata.theory.language.display import statement_latex, statement_text, where_lines
    from lemmata.theory.language.documents import described

    laws = {law.name: law for law in claim.laws()}
    truths = {law.part: law for law in laws.values() if law.role.value == "truth"}
    prints = [law for law in laws.values() if law.role.value == "as-printed"]
    part = claim.parts[prints[0].part] if prints else None
    first, *others = truths.values()
    return {
        **heading(claim),
        "fault": part.printed.erratum.fault if part is not None else None,
        "statement": statement_latex(first),
        "text": statement_text(first),
        "where": where_lines(claim, "text"),
        "where_latex": where_lines(claim, "latex"),
        "also": {law.part: statement_latex(law) for law in others},
        "printed": statement_latex(prints[0]) if prints else None,
        "correct": statement_latex(truths[prints[0].part] if prints else first),
        "parts": [_part(claim, name, [law for law in laws.values() if law.part == name]) for name in claim.parts],
        "origin": described(claim.source) if claim.source.document else {},
        "parameters": [s.name for s in claim.symbols],
        "notes": claim.notes,
    }


def _part(claim: Any, name: str, laws: list[Any]) -> dict[str, Any]:
    """A part as data: its sentence, and every version of its statement in text and LaTeX."""
    from lemmata.theory.language.difference import alike, difference
    from lemmata.theory.language.display import statement_latex, statement_text

    part, truth = claim.parts[name], laws[0]
    erratum = part.printed.erratum if part.printed is not None else None
    versions = []
    for law in laws[1:]:
        text, latex = ("", "") if alike(truth, law) else difference(truth, law)
        versions.append(
            {
                "name": law.name,
                "role": law.role.value,
                "label": law.label,
                "text": statement_text(law),
                "latex": statement_latex(law),
                "difference": text,
                "difference_latex": latex,
            }
        )
    return {
        "name": name,
        "says": part.says,
        "kind": truth.kind,
        "text": statement_text(truth),
        "latex": statement_latex(truth),
        "open": part.open,
        "proof": part.proof is not None,
        "erratum": erratum.text if erratum else None,
        "fault": erratum.fault if erratum else None,
        "versions": versions,
    }


def _fingerprint() -> str:
    digest = hashlib.blake2b(str((VERSION, THEORY)).encode(), digest_size=12)
    for path in sorted(THEORY.rglob("*.py")):
        stat = path.stat()
        digest.update(f"{path.relative_to(THEORY)}|{stat.st_size}|{stat.st_mtime_ns}\n".encode())
    return digest.hexdigest()


def cache_folder() -> Path:
    """Where caches lie: LEMMATA_CACHE, or lemmata/ in XDG_CACHE_HOME, or ~/.cache/lemmata; all of it may be deleted."""
    own = os.environ.get("LEMMATA_CACHE")
    if own:
        return Path(own).expanduser()
    base = os.environ.get("XDG_CACHE_HOME", "")
    try:
        return (Path(base) if os.path.isabs(base) else Path.home() / ".cache") / "lemmata"
    except RuntimeError:  # nobody's home
        return Path(tempfile.gettempdir()) / f"lemmata-cache-{os.getuid()}"
