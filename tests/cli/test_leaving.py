"""The process of a command leaves with its exit code, all output written, whoever reads it."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

BUFFERED = {**os.environ, "PYTHONUNBUFFERED": ""}  # as usual: what is printed is written at the end
LEAVE = "import atexit, sys, threading, time\nfrom lemmata.verify.cli.entry import leave\n"


def run(program: str, **options):
    return subprocess.run([sys.executable, "-c", LEAVE + program], capture_output=True, text=True, timeout=60, **options)


@pytest.mark.parametrize("code", [0, 1, 3])
def test_what_was_printed_and_registered_comes_before_the_end(code):
    done = run(f"atexit.register(print, 'registered'); print('x' * 100_000); leave({code})")
    assert (done.returncode, done.stderr) == (code, "")
    assert done.stdout.splitlines() == ["x" * 100_000, "registered"]


def test_a_thread_that_is_at_work_is_waited_for():
    done = run("threading.Thread(target=lambda: (time.sleep(0.2), print('done'))).start(); leave(3)")
    assert (done.returncode, done.stdout) == (3, "done\n")


def test_output_that_nobody_reads_is_no_success():
    with subprocess.Popen(
        [sys.executable, "-c", LEAVE + "print('x'); leave(0)"], stdout=subprocess.PIPE, env=BUFFERED
    ) as process:
        process.stdout.close()
        assert process.wait(60) == 141


def test_output_that_cannot_be_written_is_no_success():
    with open("/dev/full", "w") as full:
        words = [sys.executable, "-c", LEAVE + "print('x'); leave(0)"]
        done = subprocess.run(words, stdout=full, stderr=subprocess.PIPE, text=True, timeout=60, env=BUFFERED)
    assert done.returncode == 2
    assert "the output cannot be written" in done.stderr


@pytest.mark.parametrize(("words", "code"), [(["list"], 0), (["show", "no.such"], 2), (["--nonsense"], 2)])
def test_the_command_keeps_its_exit_codes(words, code):
    done = subprocess.run([sys.executable, "-m", "lemmata", *words], capture_output=True, text=True, timeout=120)
    assert done.returncode == code
    assert done.stdout or done.stderr
    assert "Traceback" not in done.stderr
