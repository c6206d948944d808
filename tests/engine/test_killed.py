"""Runs that are killed, interrupted, or bereft of their workers: what was finished is kept, and the end is the same."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from concurrent.futures import Future

from lemmata.theory.language.errors import LemmataError
from lemmata.verify.engine.engines import Engine
from lemmata.verify.engine.engines.errors import Lost
from lemmata.verify.engine.engines.inprocess import InProcess
from lemmata.verify.engine.engines.supervised import ATTEMPTS
from lemmata.verify.engine.loading import load_file
from lemmata.verify.engine.runner import Run
from lemmata.verify.engine.store import Store

# ten runs of a file, each forked from a process that has everything imported, and killed at a moment drawn beforehand
TEN = """
import os, random, signal, sys, time
from lemmata.verify.engine.runner import Run
from lemmata.verify.engine.store import Store
from lemmata.verify.engine.loading import load_file

path, store = sys.argv[1:]
experiments = load_file(path)
moments, finished = random.Random(7), 0
for number in range(10):
    child = os.fork()
    if child == 0:
        Run(experiments, device="cpu", store=Store(store)).all()
        os._exit(0)
    time.sleep(moments.uniform(0.0, 0.3))
    os.kill(child, signal.SIGKILL)
    finished += os.WIFEXITED(os.waitpid(child, 0)[1])
print(finished)
"""


def test_ten_kills_at_random_moments_and_the_final_store_is_that_of_an_uninterrupted_run(tmp_path, campaign):
    path, store, whole = campaign.write(pause=0.01, points=24), tmp_path / "killed.sqlite", tmp_path / "whole.sqlite"
    answer = subprocess.run([sys.executable, "-c", TEN, path, store], capture_output=True, text=True, check=False)
    assert answer.returncode == 0, answer.stderr
    assert int(answer.stdout) < 10, "some were killed before the end"
    for place in (store, whole):
        Run(load_file(path), device="cpu", store=Store(place)).all()
    assert campaign.content(store) == campaign.content(whole)


def test_kill_and_resume_lose_only_what_was_in_flight(tmp_path, campaign):
    """With two workers; they end with their parent."""
    path, store = campaign.write(pause=0.03, points=16), tmp_path / "store.sqlite"
    process = campaign.start("verify", path, "--store", store, "--workers", "2")
    seen = campaign.wait_for_units(store, 2, process)
    process.kill()
    process.communicate()  # returns when the last of them has closed its standard output
    kept = campaign.units(store)
    assert seen <= kept < campaign.in_units(16)
    events: list[str] = []
    records = Run(load_file(path), device="cpu", store=Store(store), listen=lambda e, p: events.append(e)).all()
    assert events.count("unit") == campaign.in_units(16) - kept
    assert [r.verdict for r in records] == ["corroborated"] * 2
    alone = Run(load_file(path), device="cpu", store=Store(tmp_path / "alone.sqlite")).all()
    assert [r.key for r in records] == [r.key for r in alone]
    assert campaign.content(store) == campaign.content(tmp_path / "alone.sqlite")


def test_interrupt(tmp_path, campaign):
    path, store = campaign.write(pause=0.4, points=30), tmp_path / "store.sqlite"
    # where this suite itself runs in the background of a shell, interrupts are ignored, and by its children as well
    heard = {"preexec_fn": lambda: signal.signal(signal.SIGINT, signal.SIG_DFL)}
    process = campaign.start("verify", path, "--store", store, "--workers", "2", **heard)
    campaign.wait_for_units(store, 1, process)
    began = time.monotonic()
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=120)
    assert time.monotonic() - began < 10
    assert process.returncode == 130
    assert errors.strip() == "lemmata: interrupted; what was finished is kept, the same command resumes"
    assert 1 <= campaign.units(store) < campaign.in_units(30)


def test_killed_workers(tmp_path, campaign):
    """One claim kills every worker it meets, another only the first: that one and its neighbours are finished."""
    flag = tmp_path / "killed"
    path = campaign.write(extra="die(draw)")
    path.write_text(
        f"""
import os, pathlib, signal


def die(draw):
    if draw.key.claim == "slow.second":
        try:
            pathlib.Path({str(flag)!r}).touch(exist_ok=False)
        except FileExistsError:
            return
    os.kill(os.getpid(), signal.SIGKILL)
"""
        + path.read_text()
    )
    store = Store(tmp_path / "store.sqlite")
    first, second = Run(load_file(path), device="cpu", workers=2, store=store).all()
    assert flag.exists()
    assert first.verdict == "error"
    assert first.laws[0].detail == (f"slow.first: the worker died {ATTEMPTS} times on this unit (it was killed by SIGKILL)")
    assert second.verdict == "corroborated"
    assert second.laws[0].points == 4
    assert store.rows("select distinct claim from units") == [("slow.second",)], "what was no result is tried again"


class Losing(Engine):
    """Does every unit but those of the first claim."""

    local = True

    def submit(self, fn, /, *args, **kwargs):
        future: Future = Future()
        if args[0].claim.id == "slow.first":
            future.set_exception(Lost("it ran past its time limit of 3 s and was killed"))
        else:
            future.set_result(fn(*args, **kwargs))
        return future


class Elsewhere(InProcess):
    """Takes the description of a unit, as a worker does."""

    local = False


def test_a_unit_past_its_limit_is_an_error_and_is_tried_again_by_the_next_run(tmp_path, campaign):
    path, store = campaign.write(), Store(tmp_path / "store.sqlite")
    first, second = Run(load_file(path), device="cpu", engine=Losing, store=store).all()
    assert (first.verdict, second.verdict) == ("error", "corroborated")
    assert {law.outcome for law in first.laws} == {"error"}
    assert first.laws[0].detail == "slow.first: it ran past its time limit of 3 s and was killed"
    records = Run(load_file(path), device="cpu", store=store).all()
    assert [r.verdict for r in records] == ["corroborated"] * 2


def test_two_runs_on_one_store_at_once(tmp_path, campaign, monkeypatch):
    monkeypatch.chdir(tmp_path)  # records name the file from the folder they are made in
    path, store, alone = campaign.write(pause=0.01, points=12), tmp_path / "both.sqlite", tmp_path / "alone.sqlite"
    both = [campaign.start("verify", path, "--store", store) for _ in range(2)]
    for process in both:
        out, errors = process.communicate(timeout=120)
        assert (process.returncode, errors) == (0, ""), out
    Run(load_file(path), device="cpu", store=Store(alone)).all()
    assert campaign.content(store) == campaign.content(alone)


def test_a_claim_whose_file_changed_under_the_run_is_not_judged_by_the_new_text(tmp_path, campaign):
    path, store = campaign.write(), Store(tmp_path / "store.sqlite")
    run = Run(load_file(path), device="cpu", engine=Elsewhere, store=store, listen=lambda e, p: e == "planned" and edit())

    def edit() -> None:
        path.write_text(path.read_text().replace("1 + 0.1", "2 + 0.1"))

    records = run.all()
    assert {r.verdict for r in records} == {"error"}
    assert "its code changed while the run was under way" in records[0].laws[0].detail
    assert store.rows("select * from units") == []


def test_other_code_in_a_file_beside_it_is_other_code(tmp_path, campaign, monkeypatch):
    """A claim outside the repository may import what lies beside it."""
    monkeypatch.syspath_prepend(str(tmp_path))
    (tmp_path / "beside_the_claim.py").write_text("FACTOR = 1.0\n")
    path, store = campaign.write(points=1, extra="import beside_the_claim"), Store(tmp_path / "store.sqlite")

    def units() -> int:
        events: list[str] = []
        Run(load_file(path), device="cpu", store=store, listen=lambda e, p: events.append(e)).all()
        return events.count("unit")

    assert (units(), units()) == (campaign.in_units(1), 0)
    (tmp_path / "beside_the_claim.py").write_text("FACTOR = 1.00\n")
    os.utime(tmp_path / "beside_the_claim.py", ns=(0, 0))
    assert units() == campaign.in_units(1)


def test_a_record_that_cannot_be_made_is_not_the_end_of_the_others(tmp_path, campaign, monkeypatch):
    from lemmata.verify.engine import closing

    made = closing.make_record

    def broken(experiment, *arguments, **options):
        if experiment.claim.id == "slow.first":
            raise AttributeError("no such thing")
        return made(experiment, *arguments, **options)

    path, store = campaign.write(points=1), Store(tmp_path / "store.sqlite")
    with monkeypatch.context() as patch:
        patch.setattr(closing, "make_record", broken)
        first, second = Run(load_file(path), device="cpu", store=store).all()
    assert (first.verdict, second.verdict) == ("error", "corroborated")
    assert first.laws[0].detail == "slow.first: its record cannot be made: AttributeError: no such thing"
    first, _ = Run(load_file(path), device="cpu", store=store).all()
    assert first.verdict == "corroborated"


def test_lost_is_a_sentence_for_the_user():
    assert issubclass(Lost, LemmataError)
