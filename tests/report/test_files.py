"""The report's files appear whole or not at all, and a place that cannot be written is one sentence."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from lemmata.theory.language.errors import UsageError
from lemmata.verify.engine.records import ClaimRecord
from lemmata.verify.report import page


def test_files_are_written_beside_each_other(records: list[ClaimRecord], tmp_path: Path) -> None:
    html, data = page.write(records, tmp_path / "deep" / "report.html")
    assert sorted(path.name for path in html.parent.iterdir()) == ["report.html", "report.json"]
    assert data == html.with_suffix(".json")
    assert len(json.loads(data.read_text(encoding="utf-8"))["records"]) == len(records)


def test_an_interrupted_write_leaves_the_old_report(
    records: list[ClaimRecord], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "report.html"
    out.write_text("the old one", encoding="utf-8")

    def full(self: Path, *args: object, **kwargs: object) -> int:
        self.touch()
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(Path, "write_text", full)
        with pytest.raises(UsageError, match="No space left on device") as caught:
            page.write(records, out)
    assert "--out" in str(caught.value)
    assert [path.name for path in tmp_path.iterdir()] == ["report.html"]
    assert out.read_text(encoding="utf-8") == "the old one"


@pytest.mark.parametrize("name", ["", "taken.txt/report.html", "report.json"])
def test_a_place_that_cannot_be_written_is_one_sentence(records: list[ClaimRecord], tmp_path: Path, name: str) -> None:
    (tmp_path / "taken.txt").write_text("", encoding="utf-8")
    with pytest.raises(UsageError) as caught:
        page.write(records, tmp_path / name)
    assert str(tmp_path) in str(caught.value)
    assert "\n" not in str(caught.value)
    assert os.listdir(tmp_path) == ["taken.txt"]
