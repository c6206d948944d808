"""Shards, stores, limits and progress as a user meets them."""

from __future__ import annotations

import json
import time
from pathlib import Path

import pytest

from lemmata.verify.cli import display
from lemmata.verify.cli.display import Display
from lemmata.verify.engine.progress import Progress

FILES = """
one = Claim("mine.one", says="one", statement=Identity(Mean(C), 1), **stated)
two = Claim("mine.two", says="two", statement=Identity(Mean(C) + 1, 2), **stated)
first, second = examined(one), examined(two)
"""


def claims(path: str) -> list[dict]:
    return [{**claim, "seconds": 0} for claim in json.loads(Path(path).read_text())["claims"]]


def test_shards_whose_stores_merge_are_one_run(lemmata, file, monkeypatch):
    path = file(FILES)
    assert lemmata("verify", path, "--store", "whole.sqlite", "--json", "whole.json").code == 0
    answer = lemmata("verify", path, "--store", "1.sqlite", "--shard", "1/2")
    assert answer.code == 0
    assert "shard 1/2: " in answer.out
    assert "`lemmata merge`" in answer.out
    monkeypatch.setenv("SLURM_ARRAY_TASK_ID", "2")
    monkeypatch.setenv("SLURM_ARRAY_TASK_MIN", "1")
    monkeypatch.setenv("SLURM_ARRAY_TASK_COUNT", "2")
    answer = lemmata("verify", path, "--store", "2.sqlite", "--shard", "auto")
    assert "shard 2/2: " in answer.out
    answer = lemmata("merge", "1.sqlite", "2.sqlite", "--store", "all.sqlite")
    assert answer.code == 0
    assert "2 stores merged into all.sqlite: " in answer.out
    answer = lemmata("verify", path, "--store", "all.sqlite", "--json", "all.json")
    assert answer.code == 0
    assert "8 units are in the store already, 0 are to be done" in answer.out
    assert claims("all.json") == claims("whole.json")


def test_the_store_is_shown_pruned_and_exported(lemmata, file):
    path = file(FILES)
    assert lemmata("verify", path, "--store", "s.sqlite").code == 0
    path.write_text(path.read_text() + "\n# another version\n")
    assert lemmata("verify", path, "--store", "s.sqlite").code == 0
    shown = lemmata("store", "--store", "s.sqlite")
    assert shown.code == 0
    assert "units    16, " in shown.out
    assert "newest   2 corroborated" in shown.out
    assert "4 of profile quick, seed 0" in shown.out
    assert "12 rows are of superseded code or records: `lemmata store prune` drops them" in shown.out
    assert "12 rows dropped" in lemmata("store", "prune", "--store", "s.sqlite").out
    assert "superseded" not in lemmata("store", "--store", "s.sqlite").out
    rows = [json.loads(line) for line in lemmata("store", "export", "--store", "s.sqlite").out.splitlines()]
    assert sorted({row["table"] for row in rows}) == ["claims", "meta", "plans", "units"]
    assert "13 lines written to out.jsonl" in lemmata("store", "export", "--out", "out.jsonl", "--store", "s.sqlite").out
    assert [json.loads(line) for line in Path("out.jsonl").read_text().splitlines()] == rows


@pytest.mark.parametrize(
    ("words", "text"),
    [
        ("store", "there is no store .lemmata/store.sqlite: run `lemmata verify` first"),
        ("store tidy", "lemmata store tidy: choose show, prune, export or compare"),
        ("store show --days 3", "--days 3 goes with prune, and is not negative"),
        ("merge nothing.sqlite", "there is no store nothing.sqlite to merge"),
        ("verify --shard 3/2", "--shard 3/2: part i of n is written i/n with 1 ≤ i ≤ n"),
        ("verify --shard half", "--shard half: write i/n, such as 1/4, or auto under a batch scheduler"),
        ("verify --workers many", "--workers many: give a number, or auto for one per core"),
        ("verify mean_field.label_noise --limit 0", "--limit 0.0: the limit is a positive number of seconds"),
    ],
)
def test_wrong_words(lemmata, monkeypatch, words, text):
    for name in ("SLURM_ARRAY_TASK_ID", "RANK", "SLURM_PROCID"):
        monkeypatch.delenv(name, raising=False)
    answer = lemmata(*words.split())
    assert answer.code == 2
    assert answer.err.startswith("lemmata: ")
    assert text in answer.err
    assert answer.err.count("\n") == 1


def test_one_worker_with_a_limit_and_all_cores(lemmata, mine):
    answer = lemmata("verify", mine, "--workers", "auto", "--limit", "600")
    assert (answer.code, answer.err) == (0, "")


def test_plain_lines_of_progress(capsys, monkeypatch):
    """Where nobody looks at a terminal: how far the run is, now and then."""
    monkeypatch.setattr(display, "PAUSE", 0.0)
    progress = Progress(claims=2, workers=1)
    with Display(live=False) as show:
        show("planned", progress)
        progress.todo["mine.one"] = 3
        progress.timed("mine.one", 2.0)
        time.sleep(0.001)
        show("unit", "mine.one")
    assert capsys.readouterr().out.splitlines()[-1] == (
        "... 0 of 2 claims decided, 0 open; 3 units to go; 0 not as expected; alarms 0.0e+00 of 0.001 spent; 0 s, about 6 s left"
    )


def test_the_live_table(capsys):
    progress = Progress(claims=2)
    with Display(live=True) as show:
        show("planned", progress)
        show("started", "mine.one")
        cells = [next(iter(column.cells)) for column in show._table().columns]
    assert cells[0] == "0 of 2 claims decided, 0 open"
    assert cells[-1] == "now: mine.one"
