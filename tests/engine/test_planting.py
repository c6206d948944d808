"""A stem that is planted before anybody knows what it will be asked: it loads at once, workers come from it, and nothing stays behind."""

from __future__ import annotations

import os
import signal
import subprocess
import sys

import pytest
from processes import alive, wait_until

from lemmata.verify.engine.engines.planting import apart, planted
from lemmata.verify.engine.engines.supervised import Supervised

MODULE, OTHER = "colorsys", "tabnanny"  # which no worker needs
LOADED, PARENT = f"{MODULE!r} in __import__('sys').modules", "__import__('os').getppid()"


def test_workers_have_what_it_loaded():
    with planted(OTHER, MODULE) as stem, Supervised(2, forked=True, stem=stem) as pool:
        assert not pool.submit(eval, "'this' in __import__('sys').modules").result(60)
        assert pool.submit(eval, f"({LOADED}, {OTHER!r} in __import__('sys').modules, {PARENT})").result(60) == (
            True,
            True,
            stem.process.pid,
        )
    assert not alive(stem.process.pid)


def test_the_first_worker_has_read_what_was_foreseen_before_there_was_work():
    with planted(MODULE) as stem, Supervised(1, forked=True, stem=stem) as pool:
        pool.foresee("a", eval, "__import__('time').sleep(0.3) or __import__('builtins').__dict__.setdefault('a', 1)")
        assert pool.submit_near("a", eval, f"({LOADED}, __import__('builtins').__dict__.get('a'))").result(60) == (True, 1)


def test_a_pool_that_does_not_fork_takes_it_away():
    with planted(MODULE) as stem, Supervised(1, stem=stem) as pool:
        assert pool.submit(eval, f"({LOADED}, {PARENT})").result(60) == (False, os.getpid())
        assert not alive(stem.process.pid)


@pytest.mark.parametrize("ends", [False, True])
def test_without_it_or_its_module_all_tasks_are_done(ends):
    with planted("no_such_module") as stem, Supervised(2, forked=True, stem=stem) as pool:
        if ends:
            os.kill(stem.process.pid, signal.SIGKILL)
            stem.process.wait()
        assert [pool.submit(abs, -i).result(60) for i in range(6)] == list(range(6))


def test_nothing_stays_behind():
    with pytest.raises(ZeroDivisionError), planted(MODULE) as stem:
        raise ZeroDivisionError
    assert not alive(stem.process.pid)
    stem.close()  # whoever had it may close it again


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM])
def test_it_ends_with_a_parent_that_is_killed(number):
    program = (
        "import time\nfrom lemmata.verify.engine.engines.planting import planted\n"
        "with planted('torch') as stem:\n    print(stem.process.pid, flush=True)\n    time.sleep(600)\n"
    )
    parent = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True)
    assert parent.stdout is not None
    pid = int(parent.stdout.readline())
    parent.send_signal(number)
    parent.communicate()
    wait_until(lambda: not alive(pid), 10.0)


def test_who_works_beside_this_process():
    assert not apart(1, None)
    assert apart(2, None)
    assert apart(1, 5.0)


CODE = """
import sys
from lemmata.verify.engine.engines import planting
class Watched(planting.Stem):
    def __init__(self, first):
        print("planted after:", *(name for name in ("sympy", "numpy", "torch", "rich") if name in sys.modules))
        super().__init__(first)
planting.Stem = Watched
from lemmata.verify.cli.main import run
sys.argv[0] = "lemmata"
run()
"""


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("no.such --limit 60", ["planted after:"]),
        ("no.such", []),
        ("no.such --limit 60 --shard 3/2", []),
        ("no.such --workers many --limit 60", []),
    ],
)
def test_a_run_with_workers_plants_it_before_it_loads_anything(words, said):
    done = subprocess.run([sys.executable, "-c", CODE, "verify", *words.split()], capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert done.stdout.split("\n")[:-1] == said
    assert done.stderr.count("\n") == 1, "one sentence"
