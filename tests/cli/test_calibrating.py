"""`lemmata calibrate` as a user meets it: verdicts, the page and its data, resuming, shards, and one sentence for bad input."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from pathlib import Path

import pytest

from lemmata.verify.engine.stats.calibration import BEYOND, CASES
from lemmata.verify.engine.stats.counted import Counts, counted

WRONG = """
claim = Claim("mine.wrong", says="wrong", statement=Identity(Mean(C), 1 + a), **stated)
bound = examined(claim)
"""
EXACT = """
claim = Claim("mine.exact", says="exact", statement=Identity((a + 1) ** 2, a**2 + 2 * a + 1), domain=domain)
"""


def test_a_sound_claim_its_page_and_its_data(lemmata, mine):
    answer = lemmata("calibrate", mine, "--seeds", "3", "--out", "calibration.html", "--json", "found.json")
    assert answer.code == 0
    assert "3 root keys, 3 records: 0 false alarms" in answer.out
    assert "calibration: every error rate is within what was promised" in answer.out
    assert "root key 3 of 3: 0 alarms so far" in answer.err
    found = json.loads(Path("found.json").read_text())
    assert found == json.loads(Path("calibration.json").read_text())
    assert (found["schema"], found["wanted"], len(found["roots"])) == ("lemmata-calibration/2", 3, 3)
    assert found["device"] in {"cpu", "cuda:0"}
    page = Path("calibration.html").read_text()
    assert "Under 3 fresh root keys, 1 sampled claim gave 0 false alarms" in page
    assert not Path(".lemmata/store.sqlite").exists(), "a calibration does not disturb the records of verifications"


def test_a_false_truth_ends_with_one(lemmata, file):
    answer = lemmata("calibrate", file(WRONG), "--seeds", "2")
    assert answer.code == 1
    assert answer.out.count("alarm: mine.wrong truth under seed") == 2
    assert "calibration: NOT as promised" in answer.out


def test_it_resumes_and_grows(lemmata, mine):
    def found(seeds: int) -> dict:
        assert lemmata("calibrate", mine, "--seeds", seeds, "--json", "found.json").code == 0
        return json.loads(Path("found.json").read_text())

    first = found(2)
    assert found(2) == first, "times included: nothing was run again"
    assert found(3)["roots"][:2] == first["roots"]


def test_shards_share_the_root_keys(lemmata, mine):
    whole = lemmata("calibrate", mine, "--seeds", "3", "--store", "whole.sqlite", "--json", "whole.json")
    assert whole.code == 0
    for part in (1, 2):
        answer = lemmata("calibrate", mine, "--seeds", "3", "--shard", f"{part}/2", "--store", f"{part}.sqlite")
        assert f"shard {part}/2: {3 - part} root keys are in {part}.sqlite" in answer.out
    assert lemmata("merge", "1.sqlite", "2.sqlite", "--store", "all.sqlite").code == 0
    assert lemmata("calibrate", mine, "--seeds", "3", "--store", "all.sqlite", "--json", "all.json").code == 0
    one, other = (json.loads(Path(name).read_text()) | {"seconds": 0} for name in ("whole.json", "all.json"))
    assert one == other


def test_the_budget_ends_it_inside_a_root_key(lemmata, mine):
    answer = lemmata("calibrate", mine, "--seeds", "3", "--budget", "1e-6")
    assert answer.code == 3
    assert answer.out == "no root key is complete yet\n"
    assert "the budget is spent: what was finished is kept, the same command resumes, inside a root key too" in answer.err
    answer = lemmata("calibrate", mine, "--seeds", "3", "--budget", "600")
    assert answer.code == 0
    assert answer.out.startswith("3 root keys, ")


def test_the_judges_and_their_page(lemmata):
    """Two sittings count what one counts; the page has a row for each case, and 400 runs would be needed to break a promise."""
    answer = lemmata("calibrate", "--judges", "--seeds", "1", "--budget", "1e-9", "--out", "page.md")
    assert answer.code == 3
    assert "the same command resumes" in answer.err
    assert not Path("page.md").exists()
    answer = lemmata("calibrate", "--judges", "--seeds", "1", "--out", "page.md")
    assert answer.code == 0, answer.out
    page = Path("page.md").read_text()
    assert page.count("\n| ") == 2 + len(CASES) + len(BEYOND)
    kept = Path(".lemmata/judges.jsonl").read_text()
    assert lemmata("calibrate", "--judges", "--seeds", "1", "--out", "again.md").code == 0
    assert Path(".lemmata/judges.jsonl").read_text() == kept, "nothing is counted twice"
    assert Path("again.md").read_text() == page


@pytest.mark.parametrize(
    ("words", "text"),
    [
        ("--judges --seeds 0", "--seeds 0: from 1 to 100000 runs of each case"),
        ("--judges ridge", "ridge: --judges tries the judges on synthetic laws and takes no claims"),
        ("--judges --workers 0", "--workers 0: at least one worker is needed"),
    ],
)
def test_wrong_words_about_judges(lemmata, words, text):
    answer = lemmata("calibrate", *words.split())
    assert answer.code == 2
    assert text in answer.err


@pytest.mark.parametrize(
    ("words", "text"),
    [
        ("--seeds -1", "--seeds -1: at least one root key is needed"),
        ("--budget 0", "--budget 0.0: the budget is a positive number of seconds"),
        ("--limit 0", "--limit 0.0: the limit is a positive number of seconds"),
        ("--workers 0", "--workers 0: at least one worker is needed"),
        ("--workers many", "--workers many: give a number, or auto for one per core"),
        ("--shard 3/2", "--shard 3/2: part i of n"),
        ("--seeds 1 --shard 2/2", "--shard 2/2: there are fewer root keys than shards"),
        ("--profile slow", "unknown profile 'slow'"),
        ("--rng dice", "unknown generator 'dice'"),
        ("--out .", "--out . is a folder: name a file"),
        ("--out page.json", "--out page.json is the name of the page's data"),
        ("--json nowhere/found.json", "--json nowhere/found.json: its folder does not exist; make it first"),
    ],
)
def test_wrong_words(lemmata, mine, words, text):
    answer = lemmata("calibrate", mine, *words.split())
    assert answer.code == 2
    assert answer.err.startswith(f"lemmata: {text}")
    assert answer.err.count("\n") == 1


def test_nothing_to_calibrate(lemmata, file):
    answer = lemmata("calibrate", file(EXACT))
    assert answer.code == 2
    assert "nothing here is sampled, so there is no error rate to observe" in answer.err


def of_session(leader: int) -> set[int]:
    """The processes that a command has started, and theirs, which still run."""
    found = set()
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            state, _, _, session = stat.read_text().rsplit(")", 1)[1].split()[:4]
        except OSError:  # it has ended in the meantime
            continue
        if int(session) == leader and state != "Z":
            found.add(int(stat.parent.name))
    return found - {leader}


def test_workers_that_count_end_with_a_run_that_is_killed(tmp_path):
    """And two of them count what one counts: the same command goes on from there."""
    program = (
        "from pathlib import Path\nfrom lemmata.verify.engine.stats.counted import Counts, counted\n"
        "counted(Counts(Path('two.jsonl')), int(__import__('sys').argv[1]), [0, 1], workers=2)\n"
    )
    counting = subprocess.Popen([sys.executable, "-c", program, "100000"], cwd=tmp_path, start_new_session=True)
    kept, deadline = tmp_path / "two.jsonl", time.monotonic() + 60
    while not kept.exists() and time.monotonic() < deadline:
        time.sleep(0.05)
    assert len(of_session(counting.pid)) >= 2
    counting.kill()
    counting.wait()
    deadline = time.monotonic() + 5
    while of_session(counting.pid) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not of_session(counting.pid)
    subprocess.run([sys.executable, "-c", program, "200"], cwd=tmp_path, check=True)
    assert counted(Counts(kept), 200, [0, 1]) == counted(Counts(tmp_path / "one.jsonl"), 200, [0, 1])
