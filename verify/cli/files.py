"""Files that commands write: ordinary files, whole or not at all; never a device, and never through a symbolic link."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TextIO

from lemmata.theory.language.errors import UsageError


def target(path: Path, option: str) -> None:
    """Refuse what cannot be replaced by a file: a folder, a device, a link, a place that is not there."""
    name = f"{option} {path}".strip()
    try:
        mode = os.lstat(path).st_mode
    except FileNotFoundError:
        mode = None
    except OSError as error:
        raise UsageError(f"{name} cannot be written: {error.strerror}; name another file") from None
    if mode is not None and stat.S_ISLNK(mode):
        raise UsageError(f"{name} is a symbolic link, which would be replaced and not followed: name the file itself")
    if path.name in ("", "..") or (mode is not None and stat.S_ISDIR(mode)):
        raise UsageError(f"{name} is a folder: name a file")
    if mode is not None and not stat.S_ISREG(mode):
        raise UsageError(f"{name} is a device or a pipe: name a file")
    if not path.parent.exists():
        raise UsageError(f"{name}: its folder does not exist; make it first")
    if not path.parent.is_dir():
        raise UsageError(f"{name} cannot be written: {path.parent} is no folder; name another file")


def source(path: Path, option: str) -> None:
    """Refuse what is read for ever: a device or a pipe."""
    if path.exists() and not (path.is_file() or path.is_dir()):
        raise UsageError(f"{option} {path} is a device or a pipe: name a file")


@contextmanager
def written(path: Path, option: str) -> Iterator[TextIO]:
    """A file to write to; it takes the place of ``path`` when all of it is there, and otherwise nothing is left."""
    target(path, option)
    part = path.with_name(f".{path.name[:200]}.{os.getpid()}.part")
    try:
        with part.open("x", encoding="utf-8", errors="backslashreplace") as handle:
            yield handle
            handle.flush()
            os.fsync(handle.fileno())
        with suppress(FileNotFoundError):
            part.chmod(stat.S_IMODE(path.stat().st_mode))
        os.replace(part, path)
    except OSError as error:
        raise UsageError(
            f"{option} {path} cannot be written: {error.strerror or error}; nothing was left there, name another file".strip()
        ) from None
    finally:
        with suppress(OSError):
            part.unlink()


def write(path: Path, text: str, option: str) -> None:
    """A whole text into a file."""
    with written(path, option) as handle:
        handle.write(text)
