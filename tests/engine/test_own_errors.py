"""Whatever a claim does ends as an error of that claim, in every engine, and the other claims of the run are judged."""

from __future__ import annotations

import os
import sqlite3
import time

import pytest

from lemmata.theory.language.errors import ClaimError
from lemmata.verify.engine import outline, runner
from lemmata.verify.engine.loading import load_file
from lemmata.verify.engine.runner import Run
from lemmata.verify.engine.store import Store
from lemmata.verify.engine.tidy import MESSAGE, said, tidy

RAISED = {
    "leaves with 0": ("raise SystemExit(0)", "SystemExit: 0"),
    "is generated no more": ("raise GeneratorExit('gone')", "GeneratorExit: gone"),
    "is cancelled": ("import asyncio; raise asyncio.CancelledError('stop')", "CancelledError: stop"),
    "is like nothing else": ("raise type('Mine', (BaseException,), {})('mine')", "Mine: mine"),
    "speaks at length": ("raise RuntimeError('x' * 50_000_000)", "RuntimeError: xxx"),
    "speaks in halves": ("raise RuntimeError('half \\ud800 a character')", r"RuntimeError: half \ud800 a character"),
    "cannot speak": (
        "raise type('Mute', (Exception,), {'__str__': lambda self: 1 / 0})()",
        "its message cannot be read: ZeroDivisionError",
    ),
    "overflows the stack": ("f = lambda: f(); f()", "RecursionError"),
}


def bad(campaign, action, **options):
    """Two claims, the first of which does this when it is simulated."""
    path = campaign.write(extra="act(draw)", **options)
    body = f"def act(draw):\n    if draw.key.claim == 'slow.first':\n        {action}\n\n\n"
    path.write_text(body + path.read_text())
    return path


@pytest.mark.parametrize("engine", [{"workers": 1}, {"workers": 2, "limit": 60.0}])
@pytest.mark.parametrize("what", RAISED)
def test_what_a_simulator_raises(campaign, tmp_path, what, engine):
    action, text = RAISED[what]
    store = Store(tmp_path / "store.sqlite")
    first, second = Run(load_file(bad(campaign, action, points=1)), device="cpu", store=store, **engine).all()
    assert (first.verdict, second.verdict) == ("error", "corroborated")
    assert {law.outcome for law in first.laws} == {"error"}
    detail = first.laws[0].detail
    assert detail.startswith("slow.first: ")
    assert text in detail
    assert len(detail) < 2 * MESSAGE
    detail.encode()
    assert [record.verdict for record in store.records()] == ["error", "corroborated"]
    assert (tmp_path / "store.sqlite").stat().st_size < 1_000_000


def test_the_command_that_left_with_0_and_no_records(campaign, tmp_path):
    path, store = bad(campaign, "import sys; sys.exit(0)"), tmp_path / "store.sqlite"
    process = campaign.start("verify", path, "--store", store)
    out, errors = process.communicate(timeout=120)
    assert process.returncode == 3, out + errors
    assert "BAD slow.first" in out
    assert "1 of 2 claims as expected" in out
    db = sqlite3.connect(store)
    assert db.execute("select count(*) from claims").fetchone() == (2,)
    db.close()


@pytest.mark.parametrize(
    ("place", "text"),
    [
        ("import sys; sys.exit(0)", "does not import: SystemExit: 0"),
        ("raise RuntimeError('\\ud800' * 3)", r"does not import: RuntimeError: \ud800\ud800\ud800"),
    ],
)
def test_a_file_that_raises_when_it_is_read(campaign, place, text):
    path = campaign.write()
    path.write_text(place + "\n" + path.read_text())
    with pytest.raises(ClaimError) as caught:
        load_file(path)
    assert text in str(caught.value)


def test_points_that_cannot_be_drawn_are_the_error_of_their_claim(campaign, monkeypatch):
    """The points of a claim are drawn before anything is judged."""
    drawn = outline.draw

    def leaves(settings, *more):
        if settings.claim.id == "slow.first":
            raise SystemExit(0)
        return drawn(settings, *more)

    monkeypatch.setattr(outline, "draw", leaves)
    first, second = Run(load_file(campaign.write(points=2)), device="cpu").all()
    assert (first.verdict, second.verdict) == ("error", "corroborated")
    assert "SystemExit" in first.laws[0].detail


@pytest.mark.parametrize("engine", [{"workers": 1}, {"workers": 2, "limit": 60.0}])
def test_a_simulator_that_forks_and_returns_twice(campaign, tmp_path, engine):
    """The copy ends; there is one run, with one answer for each unit, and it comes to an end."""
    began, log = time.monotonic(), tmp_path / "records.txt"
    path = bad(campaign, "import os; os.fork()", points=1)
    records = Run(load_file(path), device="cpu", store=Store(tmp_path / "store.sqlite"), **engine).all()
    with log.open("a") as handle:  # a copy of this process that went on would come by here too
        handle.write("once\n")
    assert [record.verdict for record in records] == ["corroborated"] * 2
    time.sleep(0.5)
    assert log.read_text() == "once\n"
    assert time.monotonic() - began < 60


def test_a_limit_ends_what_a_simulator_has_started(campaign, tmp_path):
    """Not the worker alone: the whole process group."""
    pids = tmp_path / "pids"
    action = f"import subprocess; p = subprocess.Popen(['sleep', '600']); print(p.pid, file=open({str(pids)!r}, 'a')); p.wait()"
    path = bad(campaign, action, points=1)
    first, second = Run(load_file(path), device="cpu", limit=10.0).all()
    assert (first.verdict, second.verdict) == ("error", "corroborated")
    assert "it ran past its time limit of 10 s and was killed" in first.laws[0].detail
    started = [int(line) for line in pids.read_text().split()]
    assert started
    assert not any(_alive(pid) for pid in started)


def test_a_unit_that_goes_on_long_after_the_budget_counts_as_not_begun(campaign, tmp_path, monkeypatch):
    monkeypatch.setattr(runner, "GRACE", (2.0, 0.1))
    path, store = bad(campaign, "import time; time.sleep(600)", points=1), Store(tmp_path / "store.sqlite")
    began, run = time.monotonic(), Run(load_file(path), device="cpu", workers=2, budget=8.0, store=store)
    first, second = run.all()
    assert time.monotonic() - began < 60
    assert run.spent
    assert (first.verdict, first.laws[0].points, second.verdict) == ("undecided", 0, "corroborated")
    assert "budget was spent" in first.laws[0].detail
    assert store.rows("select distinct claim from units") == [("slow.second",)]


def test_what_is_left_behind_ends_with_the_worker(campaign, tmp_path):
    pids = tmp_path / "pids"
    action = f"import subprocess; print(subprocess.Popen(['sleep', '600']).pid, file=open({str(pids)!r}, 'a'))"
    Run(load_file(bad(campaign, action, points=1)), device="cpu", limit=60.0).all()
    assert not any(_alive(int(line)) for line in pids.read_text().split())


def _alive(pid: int) -> bool:
    for _ in range(50):
        try:
            with open(f"/proc/{pid}/stat") as handle:
                if handle.read().rsplit(")", 1)[1].split()[0] == "Z":
                    return False
        except OSError:
            return False
        time.sleep(0.1)
    return True


class TestTidy:
    def test_what_is_fit_is_left_as_it_is(self):
        assert said(ValueError("Größe α")) == "ValueError: Größe α"
        assert said(ClaimError("a.b: it is wrong")) == "a.b: it is wrong"
        assert tidy({"x": ["é", 1.5, None, True], "detail": "short"}) == {"x": ["é", 1.5, None, True], "detail": "short"}

    def test_a_message_says_how_much_of_it_is_left_out(self):
        text = said(ValueError("a" * 5000 + "end"))
        assert text.startswith("ValueError: aaa")
        assert text.endswith("aaaend")
        assert f"{5000 + 3 + len('ValueError: ') - MESSAGE} characters left out" in text

    def test_any_text_can_be_written(self):
        for text in ("\ud800", "a\udfffb", "\U0001f600", "\x00"):
            tidy({text: [text]}).__repr__().encode()
        assert os.fsencode(tidy("\ud83d"))
