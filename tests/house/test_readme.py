"""What the README shows works as shown, and its table is one of records of this library."""

import re
import subprocess
import sys
from pathlib import Path

from lemmata.verify.claims import claim_ids
from lemmata.verify.engine.records import ClaimRecord, LawRecord
from lemmata.verify.report.readme import BEGIN, END, rewrite

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def blocks() -> list[str]:
    return re.findall(r"```python\n(.*?)```", README, flags=re.S)


def test_the_example_of_a_claim_of_ones_own_verifies(tmp_path: Path) -> None:
    path = tmp_path / "characteristic.py"
    path.write_text(blocks()[0], encoding="utf-8")
    assert len(blocks()[0].splitlines()) <= 40
    command = [sys.executable, "-m", "lemmata.verify", "verify", str(path), "--store", str(tmp_path / "store.sqlite")]
    answer = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, check=False)
    assert answer.returncode == 0, answer.stdout + answer.stderr
    assert "1 of 1 claims as expected" in answer.stdout
    assert "proved" in answer.stdout


def test_the_example_from_python_runs() -> None:
    answer = subprocess.run([sys.executable, "-c", blocks()[1]], capture_output=True, text=True, check=False)
    assert answer.returncode == 0, answer.stderr


def test_the_table_names_every_family() -> None:
    shown = README.split(BEGIN)[1].split(END)[0]
    families = {identity.split(".")[0] for identity in claim_ids()}
    assert set(re.findall(r"^\| ([a-z_]+) \| \d", shown, flags=re.M)) == families
    assert f"{len(claim_ids())} claims" in shown


def test_the_table_is_made_from_records(tmp_path: Path) -> None:
    laws = [
        LawRecord("truth", "identity", "holds", "holds", "proved", True, "a = b"),
        LawRecord("as-printed", "identity", "fails", "fails", "refuted", True, "a = 2b"),
        LawRecord("mutant:x", "identity", "fails", "undecided", "undecided", False, "a = 3b"),
    ]
    record = ClaimRecord(
        "fam.slug",
        "identity",
        "t",
        "proved",
        False,
        1.0,
        laws,
        "quick",
        0,
        "cpu",
        erratum={"fault": "wrong", "text": "a factor 2"},
    )
    page = tmp_path / "README.md"
    page.write_text(f"before\n{BEGIN}\nold\n{END}\nafter\n", encoding="utf-8")
    rewrite(page, [record])
    text = page.read_text(encoding="utf-8")
    assert "| fam | 1 | 1 | 1 | 0 | 0 | 0 | 0 | 0 | 1 | 0 of 1 |" in text
    assert "counterexample: 1, in [the errata]" in text
    assert text.startswith("before") and text.endswith("after\n")
    assert "old" not in text
