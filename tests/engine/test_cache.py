"""Where caches lie, and that they decide nothing: deleted, damaged or out of reach, answers stay the same."""

from __future__ import annotations

from pathlib import Path

import pytest

from lemmata.verify import index
from lemmata.verify.engine import content


@pytest.mark.parametrize(
    ("environment", "folder"),
    [
        ({"LEMMATA_CACHE": "/a/b", "XDG_CACHE_HOME": "/c"}, "/a/b"),
        ({"XDG_CACHE_HOME": "/c"}, "/c/lemmata"),
        ({"XDG_CACHE_HOME": "relative", "HOME": "/h"}, "/h/.cache/lemmata"),
        ({"XDG_CACHE_HOME": "", "LEMMATA_CACHE": "", "HOME": "/h"}, "/h/.cache/lemmata"),
        ({"HOME": "/h"}, "/h/.cache/lemmata"),
    ],
)
def test_where(monkeypatch, environment, folder):
    for name in ("LEMMATA_CACHE", "XDG_CACHE_HOME"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert index.cache_folder() == Path(folder)


@pytest.mark.parametrize("damage", [None, "", "not json", "[]", "{}", '{"a": 3}', "\0"])
def test_the_imports_that_are_kept_decide_nothing(tmp_path, monkeypatch, damage):
    monkeypatch.setenv("LEMMATA_CACHE", str(tmp_path / "cache"))

    def code() -> str:
        content._imports.cache_clear()
        content._module.cache_clear()
        monkeypatch.setattr(content, "_NAMES", index.Kept("modules"))
        return content.code_of("mean_field.label_noise", "")

    first = code()
    (file,) = (tmp_path / "cache").glob("modules-*.json")
    assert code() == first
    if damage is None:
        file.unlink()
    else:
        file.write_text(damage)
    assert code() == first


def test_a_cache_that_cannot_be_written_is_none(tmp_path, monkeypatch):
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("LEMMATA_CACHE", str(tmp_path / "file"))
    kept = index.Kept("modules")
    assert kept.get("a", lambda: ["x"]) == ["x"]
    kept.keep()
    assert (tmp_path / "file").read_text() == ""
