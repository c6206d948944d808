"""What was seen already: outcomes on disk, so that a long run which is interrupted goes on where it stopped.

An outcome is kept under the statement as it stands, the root key, the profile and the code of the judges; change one of
them and it is made again. Workers append whole lines to one file, ``.lemmata/attack.jsonl`` (``LEMMATA_ATTACK_STORE``).
"""

from __future__ import annotations

import hashlib
import inspect
import json
import os
import re
from functools import cache
from pathlib import Path

from attack_book import Entry, book
from attack_outcome import Outcome, outcome

from lemmata.verify.engine.content import code_of, versions


def store() -> Path:
    return Path(os.environ.get("LEMMATA_ATTACK_STORE", ".lemmata/attack.jsonl"))


def seen(entry: Entry, seed: int, profile: str) -> Outcome:
    """The outcome of an entry: the one that is kept, or else made now and kept."""
    key = _key(entry, seed, profile)
    found = _kept(store()).get(key)
    if found is None:
        made = outcome(entry, seed, profile)
        found = {name: getattr(made, name) for name in ("verdict", "outcome", "detail", "seconds")}
        line = json.dumps({"key": key, "id": entry.id, "seed": seed, "profile": profile, **found}) + "\n"
        store().parent.mkdir(parents=True, exist_ok=True)
        with store().open("a", encoding="utf-8") as file:
            file.write(line)
    return Outcome(entry, seed, found["verdict"], found["outcome"], found["detail"], found["seconds"])


def collected(profile: str) -> list[Outcome]:
    """Every outcome of the present statements and code that is kept."""
    known = _kept(store())
    seeds = sorted({row["seed"] for row in known.values()})
    rows = ((entry, seed, known.get(_key(entry, seed, profile))) for entry in book for seed in seeds)
    return [Outcome(e, s, r["verdict"], r["outcome"], r["detail"], r["seconds"]) for e, s, r in rows if r is not None]


@cache
def _kept(path: Path) -> dict[str, dict]:
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    rows = []
    for line in lines:
        try:
            rows.append(json.loads(line))
        except json.JSONDecodeError:  # the line during which a run was killed
            continue
    return {row["key"]: row for row in rows}


def _key(entry: Entry, seed: int, profile: str) -> str:
    text = json.dumps([_code(), versions(), _statement(entry.id), seed, profile], sort_keys=True)
    return hashlib.blake2b(text.encode(), digest_size=16).hexdigest()


@cache
def _code() -> str:
    """The hash of the judges and of all that they import."""
    return code_of("attack.any", "")


@cache
def _statement(name: str) -> str:
    """All that is examined: the claim with its terms, and its settings; functions by their source."""
    entry = book.entries[name]
    claim = entry.claim()
    procedures = [inspect.getsource(f) for f in entry.settings.get("procedures", {}).values()]
    plain = {name: value for name, value in entry.settings.items() if name != "procedures"}
    return re.sub(r" at 0x[0-9a-f]+", "", repr((claim.parts, claim.domain, claim.reductions, plain, procedures)))
