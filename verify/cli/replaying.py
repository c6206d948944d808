"""`lemmata replay`: a record again under its own key, compared field by field.

A store is data: a file that a record names is not run unless the user names it too.
"""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Any

from lemmata.theory.language.errors import UsageError
from lemmata.verify.cli.reading import law_line


def replay(text: str, file: str | None, store: Path) -> int:
    """Run a record again and compare; 0 when every field agrees."""
    from lemmata.verify.engine.replay import differences
    from lemmata.verify.engine.runner import Run
    from lemmata.verify.engine.store import Store

    if not store.exists():
        raise UsageError(f"there is no store {store}: run `lemmata verify` first, or name one with --store")
    old = Store(store).find(text)
    if old is None:
        raise UsageError(f"the store {store} has no record {text!r}; `lemmata show ID` prints the keys")
    experiment = _experiment(old, file, text)
    options: dict[str, Any] = {"profile": old.profile, "seed": old.seed, "device": old.device, "rng": old.rng}
    record = Run([experiment], rounds=old.rounds, **options).all()[0]
    if record.code != old.code:
        print("note: the code of this claim has changed since the record was made")
    for law in record.laws:
        print(law_line(law))
    changed = differences(old, record)
    print("every number agrees with the record" if not changed else "differs from the record:\n  " + "\n  ".join(changed))
    return 0 if not changed else 1


def command(record: Any) -> str:
    """What a user types to replay a record; the file is named, so that it is the user who runs it."""
    return record.replay if _of_the_library(record) else f"{record.replay} {shlex.quote(record.address)}"


def _of_the_library(record: Any) -> bool:
    from lemmata.verify.claims import claim_ids

    return record.id in claim_ids()


def _experiment(old: Any, file: str | None, text: str) -> Any:
    from lemmata.verify.engine.loading import load_file, load_settings

    if _of_the_library(old):
        if file is not None:
            raise UsageError(f"{old.id} is a claim of the library: replay {text} without a file")
        return load_settings(old.id)
    if file is None:
        raise UsageError(
            f"the record {text} is of the claim {old.id} in the file {old.address}, which is run only if you name it: "
            f"lemmata replay {text} {shlex.quote(old.address)}"
        )
    found = [experiment for experiment in load_file(file) if experiment.claim.id == old.id]
    if not found:
        raise UsageError(f"{file} states no claim {old.id}, of which the record {text} is")
    return found[0]
