"""The page in a browser: formulas become MathML and the filter works; without a browser, all of it is there to be read."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from verify.engine.records import ClaimRecord
from verify.report import page

BROWSER = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome", "chrome"))), None)
QUIET = ("--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
         "--disable-component-update", "--disable-sync", "--virtual-time-budget=4000", "--dump-dom")  # fmt: skip


@pytest.fixture
def report(records: list[ClaimRecord], tmp_path: Path) -> Path:
    html, _ = page.write(records, tmp_path / "report.html")
    return html


def dom(report: Path, fragment: str = "") -> str:
    """The document after its script has run; the file's own text where there is no browser."""
    if BROWSER is None:
        return report.read_text(encoding="utf-8")
    command = [BROWSER, *QUIET, f"--user-data-dir={report.parent / 'profile'}", report.as_uri() + fragment]
    return subprocess.run(command, capture_output=True, text=True, timeout=60, check=True).stdout


def sections(document: str) -> dict[str, str]:
    return {m[2]: m[1] + m[3] for m in re.finditer(r'<article class="claim"([^>]*?) id="claim-([^"]+)"([^>]*)>', document)}


def test_formulas_are_typeset_or_readable(report: Path, records: list[ClaimRecord]) -> None:
    document = re.sub(r"<script>.*?</script>", "", dom(report), flags=re.S)
    sources = set(re.findall(r'<(?:div|span) class="tex(?: display)?">(.*?)</', report.read_text(encoding="utf-8"), flags=re.S))
    assert len(sources) > 10
    if BROWSER is None:
        assert all(source in document for source in sources)
        return
    assert document.count("<math") >= len(sources)
    assert "shown as LaTeX" not in document
    left = re.findall(r'class="tex(?: display)?"', document)
    assert left == []
    assert document.count('class="copy"') > len(records)


def test_the_filter_leaves_what_was_asked_for(report: Path, records: list[ClaimRecord]) -> None:
    wanted = {record.id for record in records if record.id.startswith("ridge.") and record.kind == "rate"}
    shown = sections(dom(report, "#filter=ridge+kind:rate"))
    assert set(shown) == {record.id for record in records}
    if BROWSER is None:
        return
    assert {identity for identity, rest in shown.items() if "hidden" not in rest} == wanted


def test_a_filter_that_nothing_fits_says_so(report: Path, records: list[ClaimRecord]) -> None:
    document = dom(report, "#filter=no-such-words")
    if BROWSER is None:
        assert "needs-js" in document  # the filter box is hidden where it could not work
        return
    assert f"0 of {len(records)} claims" in document


def test_everything_is_there_without_script(report: Path, records: list[ClaimRecord]) -> None:
    text = re.sub(r"<script>.*?</script>", "", report.read_text(encoding="utf-8"), flags=re.S)
    assert set(sections(text)) == {record.id for record in records}
    assert " hidden" not in re.sub(r"<style>.*?</style>", "", text, flags=re.S)
    assert "html:not(.js) .needs-js { display: none; }" in text
    for record in records:
        assert page.escape(record.statement) in text
