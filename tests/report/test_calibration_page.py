"""The page of a calibration: a function of its document, self-contained, and refused where there is nothing to show."""

from __future__ import annotations

import copy
import json
import re
from pathlib import Path
from typing import Any

import pytest

from lemmata.theory.language.errors import UsageError
from lemmata.verify.report import calibration


def row(law: str, events: int) -> dict[str, Any]:
    return {"claim": "mine.mean", "law": law, "events": events, "trials": 2, "low": 0.3, "high": 1.0}


@pytest.fixture
def found() -> dict[str, Any]:
    count = {"events": 0, "trials": 2, "low": 0.0, "high": 0.84, "p": 1.0, "passed": True}
    claim = {
        "id": "mine.mean",
        "title": "the mean of a < b & c",
        "kind": "identity",
        "runs": 2,
        "alarms": 0,
        "open": 0,
        "budget": 1e-7,
    }
    return {
        "schema": "lemmata-calibration/2",
        "versions": {"torch": "2"},
        "profile": "quick",
        "base": 0,
        "wanted": 2,
        "roots": [5, 7],
        "device": "cpu",
        "rng": "torch",
        "seconds": 3.0,
        "level": 1e-3,
        "passed": True,
        "alarms": {**count, "spent": 1e-7, "budget": 1e-3, "p_budget": 1.0, "list": []},
        "kills": {"wrong": 4, "killed": 3, "rows": [row("mutant:far", 2), row("mutant:<near>", 1)]},
        "claims": [claim],
    }


@pytest.fixture
def failed(found: dict[str, Any]) -> dict[str, Any]:
    bad = copy.deepcopy(found)
    alarm = {"claim": "mine.mean", "law": "truth", "root": 5, "point": {"a": 1.0}, "key": "0123456789abcdef"}
    bad["alarms"] |= {"events": 1, "list": [alarm], "passed": False}
    return bad | {"passed": False}


def test_the_page_stands_alone(found: dict[str, Any]) -> None:
    page = calibration.render(found)
    assert page == calibration.render(found)
    assert "<script" not in page
    assert not re.search(r'(?:src|href)="(?!#)', page)
    assert "default-src 'none'" in page
    assert page.count("✓ as promised") == 1
    assert "mutant:&lt;near&gt;" in page
    assert "a &lt; b &amp; c" in page
    assert "prefers-color-scheme: dark" in page


def test_every_failure_is_shown(failed: dict[str, Any]) -> None:
    page = calibration.render(failed)
    assert page.count("✗ not as promised") == 1
    assert "calibration NOT as promised" in page
    assert "<code>lemmata replay 0123456789ab</code>" in page


def test_files_and_what_a_report_may_link(found: dict[str, Any], tmp_path: Path) -> None:
    assert calibration.beside(tmp_path / "report.html") is None
    page, data = calibration.write(found, tmp_path / "calibration.html")
    assert json.loads(data.read_text()) == found
    link = calibration.beside(tmp_path / "report.html")
    assert link == calibration.Link("calibration.html", calibration.sentence(found), True)
    assert "3 of 4 wrong versions were killed: every error rate is within what is promised." in link.sentence
    data.write_text("[]")
    assert calibration.beside(tmp_path / "report.html") is None
    assert sorted(path.name for path in tmp_path.iterdir()) == [page.name, data.name], "no part of a file is left"


def test_what_is_no_calibration_is_refused(found: dict[str, Any], tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no root key was finished"):
        calibration.render(found | {"claims": []})
    with pytest.raises(UsageError, match="its schema is 'other'"):
        calibration.render(found | {"schema": "other"})
    with pytest.raises(UsageError, match="the page cannot be written"):
        calibration.write(found, tmp_path / "nowhere" / "page.html")
