"""Content keys: what a result depends on, as a hash, so that a changed claim runs again and an unchanged one does not.

Nothing here imports a claim: files are read and parsed, so that `show` can ask at once what the code says now.
"""

from __future__ import annotations

import ast
import hashlib
import json
import os
import re
from collections.abc import Mapping
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

import lemmata
from lemmata.numerics.random.keys import canonical
from lemmata.verify.index import Kept

if TYPE_CHECKING:
    from lemmata.verify.engine.setting import Setting
    from lemmata.verify.engine.subject import Settings

ROOT = Path(__file__).resolve().parent.parent.parent
INSIDE = f"{ROOT}{os.sep}"  # files are known by their names as text: a claim rests on hundreds, which are looked up and sorted
ROOMS = ("theory", "numerics", "verify")  # folders of the checkout that are packages of lemmata
LIBRARIES = ("torch", "sympy", "numpy", "scipy", "mpmath", "python-flint", "hypothesis")


class Identified(Protocol):
    """Settings, or what stands where they would."""

    @property
    def claim(self) -> Any: ...


@cache
def versions() -> dict[str, str]:
    """Versions of the libraries that a number can depend on."""
    return {name: version(name) for name in LIBRARIES}


def code_hash(settings: Settings) -> str:
    """Hash of the source of the claim, of its binding, of every project module that these import, and of the family's data."""
    return code_of(settings.claim.id, settings.file)


def code_of(identity: str, file: str) -> str:
    """The hash of the code that is there now for a claim of this id, bound in this file (none: the library's own)."""
    start = {str(Path(file).resolve())} if file else set()
    family, slug = identity.split(".")
    own = (ROOT / room / family / f"{slug}.py" for room in ("theory", "verify"))
    start |= {str(path) for path in own if path.exists()}
    start |= {str(ROOT / "verify" / "engine" / name) for name in ("campaign.py", "making.py")}
    digest = hashlib.blake2b(digest_size=16)
    data = map(str, (ROOT / "theory" / family).glob("*.json"))
    for path in sorted({*_closure(frozenset(start)), *data}, key=_place):
        stamp = _stamp(path)
        digest.update(_module(stamp)[0] if path.endswith(".py") else _bytes_hash(stamp))
    _NAMES.keep()
    return digest.hexdigest()


@cache
def code_of_files(*files: Path) -> str:
    """The hash of files of the project and of every project module that they import."""
    digest = hashlib.blake2b(digest_size=16)
    for path in sorted(_closure(frozenset(map(str, files))), key=_place):
        digest.update(_module(_stamp(path))[0])
    return digest.hexdigest()


@cache
def _place(path: str) -> tuple[str, str]:
    """An order of files that is the same wherever the project and a user's files lie."""
    name = path.removeprefix(INSIDE)
    return (Path(name).as_posix(), "") if name != path else ("~" + Path(path).name, Path(path).as_posix())


def of_the_library(identity: str) -> bool:
    """Whether the library binds a claim of this id; anything at all may be asked."""
    return bool(re.fullmatch(r"[a-z][a-z0-9_]*\.[a-z][a-z0-9_]*", identity)) and (
        (ROOT / "verify").joinpath(*identity.split(".")).with_suffix(".py").is_file()
    )


def claim_key(settings: Identified, setting: Setting, code: str) -> str:
    """What all units of a claim share: code, root key, generator, precision, device class, profile, how many
    automatic wrong versions, versions of the libraries."""
    text = json.dumps(
        {
            "code": code,
            "claim": settings.claim.id,
            "root": setting.root,
            "rng": setting.rng,
            "dtype": "float64",
            "device": setting.device.split(":")[0],
            "profile": setting.profile,
            "automatic": setting.automatic,
            "versions": versions(),
        },
        sort_keys=True,
    )
    return hashlib.blake2b(text.encode(), digest_size=16).hexdigest()


def unit_key(claim: str, what: Mapping[str, Any]) -> str:
    """The content key of a unit, a plan or a record: the key of its claim, and what is asked of it."""
    return hashlib.blake2b(canonical(what).encode(), digest_size=16, key=claim.encode()).hexdigest()


def _stamp(path: str) -> tuple[str, int, int]:
    """What tells that a file was not edited since it was read; the project's own modules are loaded once a process."""
    if path.startswith(INSIDE):
        return path, 0, 0
    stat = os.stat(path)
    return path, stat.st_size, stat.st_mtime_ns


@cache
def _bytes_hash(stamp: tuple[str, int, int]) -> bytes:
    return hashlib.blake2b(Path(stamp[0]).read_bytes(), digest_size=16).digest()


@cache
def _module(stamp: tuple[str, int, int]) -> tuple[bytes, tuple[str, ...]]:
    """The hash of a module's bytes, and what these very bytes import: the file may be edited while it is read."""
    content = Path(stamp[0]).read_bytes()
    digest = hashlib.blake2b(content, digest_size=16).digest()
    return digest, tuple(_NAMES.get(digest.hex(), lambda: _imported(content)))


def _closure(start: frozenset[str]) -> frozenset[str]:
    todo, seen = list(start), set(start)
    while todo:
        for found in _imports(_stamp(todo.pop())):
            if found not in seen:
                seen.add(found)
                todo.append(found)
    return frozenset(seen)


@cache
def _imports(stamp: tuple[str, int, int]) -> tuple[str, ...]:
    """Files of the project that a file imports; a file outside it may also import the files beside it."""
    found = []
    beside = None if stamp[0].startswith(INSIDE) else Path(stamp[0]).parent
    for name in _module(stamp)[1]:
        package, *rest = _home(name).split(".")
        bases = [ROOT.joinpath(*rest)] if package == "lemmata" and rest and rest[0] in ROOMS else []
        bases += [ROOT / "lemmata" / "words"] if (package, *rest) == ("lemmata", "words") else []
        bases += [beside.joinpath(package, *rest)] if beside is not None else []
        found += [str(p) for base in bases for p in (base.with_suffix(".py"), base / "__init__.py") if p.exists()]
    return tuple(dict.fromkeys(found))


def _home(name: str) -> str:
    """The module of a word of the language that is imported from ``lemmata`` itself; any other name as it stands."""
    package, *rest = name.split(".")
    return lemmata.home(rest[0]) if package == "lemmata" and len(rest) == 1 and rest[0] not in ROOMS else name


def _imported(content: bytes) -> list[str]:
    """The modules that a text names in its imports, and whatever it takes out of them."""
    names: set[str] = set()
    try:
        tree = ast.parse(content)
    except (SyntaxError, ValueError):  # what cannot be read imports nothing; its hash is that of its bytes
        return []
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and node.level == 0:
            names |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
    return sorted(names)


_NAMES = Kept("modules")  # by the hash of a file's bytes, of which they are a function
