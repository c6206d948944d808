"""Finding claims and what examines them: by id, by family, by file."""

from __future__ import annotations

import importlib
import importlib.util
import sys
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import partial
from hashlib import blake2b
from pathlib import Path
from typing import Any

from lemmata.theory.language.claim import Claim
from lemmata.theory.language.errors import ClaimError, LemmataError, UsageError
from lemmata.verify.claims import THEORY, claim_ids, expand, load_claim, named
from lemmata.verify.engine.content import of_the_library
from lemmata.verify.engine.subject import Settings, settings_of
from lemmata.verify.engine.tidy import said
from lemmata.verify.engine.unprepared import Nameless, Unprepared, Unread


def _placed(found: Settings, file: str) -> Settings:
    """Settings know the file that gives them, so that workers find them again."""
    return replace(found, file=file)


def load_settings(identity: str) -> Settings:
    """The settings of the claim of that id."""
    claim = load_claim(identity)
    try:
        module = importlib.import_module(f"lemmata.verify.{identity}")
    except LemmataError as error:
        raise ClaimError(named(error, identity)) from None
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        file = f"verify/{identity.replace('.', '/')}.py"
        if isinstance(error, ModuleNotFoundError) and error.name in {
            f"lemmata.verify.{identity}",
            f"lemmata.verify.{identity.split('.')[0]}",
        }:
            raise ClaimError(f"{identity}: it has no binding; write {file}") from None
        raise ClaimError(f"{identity}: {file} does not import: {said(error)}") from error
    for value in vars(module).values():
        if isinstance(value, Settings) and value.claim is claim:
            return _placed(value, str(module.__file__))
    return settings_of(claim, str(module.__file__))


def load_file(path: str | Path) -> list[Settings]:
    """The claims of a file anywhere, with their settings."""
    path = Path(path).resolve()
    if not path.is_file():
        raise UsageError(f"there is no file {path}")
    bound = _binding_id(path)
    if bound:
        return [load_settings(bound)]
    name = f"lemmata_file_{path.stem}_{blake2b(str(path).encode(), digest_size=8).hexdigest()}"
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise UsageError(f"{path} is no Python file")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        line = _line_of(error, path)
        if isinstance(error, LemmataError):
            raise ClaimError(named(error, f"{path.name}{line}")) from None
        raise ClaimError(f"{path.name} does not import: {said(error)}{line}") from error
    found = [_placed(value, str(path)) for value in vars(module).values() if isinstance(value, Settings)]
    alone = [v for v in vars(module).values() if isinstance(v, Claim) and all(e.claim is not v for e in found)]
    found += [settings_of(claim, str(path)) for claim in dict.fromkeys(alone)]
    for item in found:
        if of_the_library(item.claim.id):
            raise ClaimError(
                f"{item.claim.id}: this id is the library's, and {path.name} may not take it: give the claim another"
            )
    if not found:
        raise UsageError(f"{path.name} states no claim: write a Claim, see `lemmata new`")
    return found


def _binding_id(path: Path) -> str | None:
    """The id whose binding (or statement) this file is, if it belongs to the library."""
    for root in (THEORY, THEORY.parent / "verify"):
        if path.parent.parent == root:
            identity = f"{path.parent.name}.{path.stem}"
            return identity if identity in claim_ids() else None
    return None


def select(names: Sequence[str]) -> list[Any]:
    """Claims with their settings by id, family or file; all of the library when nothing is named.

    A claim of the library that cannot be prepared takes its place among the others as `Unprepared`; alone, it is an error.
    """
    found: dict[str, Any] = {}
    for name in names or claim_ids():
        for item in _select_one(name):
            known = found.get(item.claim.id, item)
            if known.claim is not item.claim and known.file != item.file:
                raise ClaimError(f"{item.claim.id}: two different files state a claim of this id")
            found[item.claim.id] = item
    chosen = list(found.values())
    if len(chosen) == 1 and isinstance(chosen[0], Unprepared):
        raise chosen[0].error
    return chosen


def selection(names: Sequence[str]) -> list[Any]:
    """What `select` finds, for a run: several claims, all of them the library's, are named here and read by the run."""
    ids = expand(names) if not any(_is_file(name) for name in names) else []
    if len(ids) < 2:
        return select(names)
    return [Unread(Nameless(identity), partial(_prepared, identity)) for identity in ids]


def _is_file(name: str) -> bool:
    return name.endswith(".py") or "/" in name


def _select_one(name: str) -> Iterable[Any]:
    if _is_file(name):
        return load_file(name)
    return [_prepared(identity) for identity in expand([name])]


def _prepared(identity: str) -> Any:
    try:
        return load_settings(identity)
    except LemmataError as error:
        return Unprepared(Nameless(identity), error)


def _line_of(error: BaseException, path: Path) -> str:
    trace, line = error.__traceback__, ""
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == str(path):
            line = f" (line {trace.tb_lineno})"
        trace = trace.tb_next
    return line
