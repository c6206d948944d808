"""Values from a file: FILE.json, names to numbers and lists, or FILE.npz, names to arrays. Read as data; nothing is executed."""

from __future__ import annotations

import json
import math
from collections import Counter
from pathlib import Path
from typing import Any

from lemmata.theory.language.errors import UsageError
from lemmata.verify.cli.files import source

LARGEST = 200_000_000  # bytes of a file
UNPACKED = 500_000_000  # bytes of the arrays in an archive, which may be packed a thousandfold


def read(path: Path) -> dict[str, Any]:
    """The values by name; one sentence where the file is not what it should be."""
    source(path, "--data")
    if not path.is_file():
        raise UsageError(f"--data {path}: there is no such file")
    if path.stat().st_size > LARGEST:
        raise UsageError(f"--data {path} has more than {LARGEST // 10**6} MB")
    if path.suffix == ".json":
        return _json(path)
    if path.suffix == ".npz":
        return _npz(path)
    raise UsageError(f"--data {path}: give a file that ends in .json or .npz")


def _json(path: Path) -> dict[str, Any]:
    try:
        found = json.loads(path.read_text(encoding="utf-8"), object_pairs_hook=lambda pairs: _once(path, pairs))
    except (ValueError, RecursionError) as error:
        raise UsageError(f"--data {path} is no JSON: {str(error).split('; use sys')[0][:120]}") from None
    if not isinstance(found, dict):
        raise UsageError(f"--data {path}: the file holds one object, names to numbers and lists")
    for name, value in found.items():
        _numbers(value, f"--data {path}: {name}")
    return found


def _once(path: Path, pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        name = Counter(name for name, _ in pairs).most_common(1)[0][0]
        raise UsageError(f"--data {path}: {name} is given twice")
    return found


def _numbers(value: Any, what: str, depth: int = 0) -> None:
    if isinstance(value, list) and depth < 3:
        for item in value:
            _numbers(item, what, depth + 1)
    elif isinstance(value, str) and depth == 0:
        return  # a function, a label, or a number as it is typed
    elif isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        raise UsageError(f"{what} is to be a finite number or a list of them, not {str(value)[:60]!r}")


def _npz(path: Path) -> dict[str, Any]:
    import zipfile
    import zlib

    import numpy as np

    try:
        with zipfile.ZipFile(path) as packed:
            if (size := sum(member.file_size for member in packed.infolist())) > UNPACKED:
                raise UsageError(f"--data {path} unpacks to {size / 1e6:.0f} MB; the most are {UNPACKED // 10**6}")
            if any(_objects(packed, member) for member in packed.infolist()):
                raise UsageError(f"--data {path} holds objects of Python, which are not read: save arrays of numbers")
        with np.load(path, allow_pickle=False) as archive:
            found = {name: np.asarray(archive[name]) for name in archive.files}
    except UsageError:
        raise
    except (ValueError, OSError, KeyError, EOFError, RuntimeError, zipfile.BadZipFile, zlib.error) as error:
        raise UsageError(f"--data {path} is no archive of arrays: {str(error)[:120]}") from None
    for name, array in found.items():
        if array.dtype.kind not in "iuf" or not np.isfinite(array).all():
            raise UsageError(f"--data {path}: {name} is no array of finite real numbers")
    return {name: array.item() if array.ndim == 0 else array for name, array in found.items()}


def _objects(packed: Any, member: Any) -> bool:
    """Whether a member of an archive says of itself that it holds pickled objects; its first bytes tell."""
    with packed.open(member) as handle:
        return b"'|O'" in handle.read(200)
