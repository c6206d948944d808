"""Claims that end their process, never end, or want all of the memory; a disk that is full; a run that stands still; no network.

Each is the error of its claim or a pause of the run, and what is resumed ends with the numbers of a run that nothing happened to.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time

import pytest

from lemmata.verify.engine.comparing import compare
from lemmata.verify.engine.loading import load_file
from lemmata.verify.engine.runner import Run
from lemmata.verify.engine.store import Store

ENDS = {
    "segfault": ("import ctypes; ctypes.string_at(0)", "the worker died 2 times on this unit (it was killed by SIGSEGV)"),
    "abort": ("import os; os.abort()", "the worker died 2 times on this unit (it was killed by SIGABRT)"),
    "loop": ("while True: pass", "it ran past its time limit of 8 s and was killed"),
    "power": ("10 ** int(10 ** 9.0)", "it ran past its time limit of 8 s and was killed"),
    "stop": ("import os, signal; os.kill(os.getpid(), signal.SIGSTOP)", "it ran past its time limit of 8 s and was killed"),
    "memory": ("bytearray(2 ** 62)", "MemoryError"),
    "tensor": ("import torch; torch.empty(2 ** 50)", "RuntimeError"),
}


@pytest.mark.parametrize("how", ENDS)
def test_how_a_simulator_may_end(campaign, tmp_path, how):
    action, text = ENDS[how]
    path = campaign.write(extra="act(draw)", points=1)
    path.write_text(f"def act(draw):\n    if draw.key.claim == 'slow.first':\n        {action}\n\n\n" + path.read_text())
    store = Store(tmp_path / "store.sqlite")
    first, second = Run(load_file(path), device="cpu", store=store, workers=2, limit=8.0).all()
    assert (first.verdict, second.verdict) == ("error", "corroborated")
    assert text in first.laws[0].detail
    assert len(first.laws[0].detail) < 2000


def test_an_allocation_beyond_a_limit_is_an_error_of_its_claim(campaign, tmp_path):
    """`ulimit -v`, as batch systems set it."""
    path = campaign.write(extra="act(draw)", points=1)
    action = "import torch; torch.ones(10 ** 9, dtype=torch.float64)"
    path.write_text(f"def act(draw):\n    if draw.key.claim == 'slow.first':\n        {action}\n\n\n" + path.read_text())
    program = (
        "import resource, sys\nfrom lemmata.verify.cli.main import run\nimport torch\n"
        "own = int(open('/proc/self/statm').read().split()[0]) * resource.getpagesize()\n"
        "resource.setrlimit(resource.RLIMIT_AS, (own + 4 * 10 ** 9, own + 4 * 10 ** 9))\n"
        f"sys.argv = ['lemmata', 'verify', {str(path)!r}, '--store', {str(tmp_path / 's')!r}]\nrun()\n"
    )
    answer = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False, timeout=120)
    assert answer.returncode == 3, answer.stderr
    assert "1 of 2 claims as expected; 1 corroborated, 1 error" in answer.stdout
    assert "Traceback" not in answer.stdout + answer.stderr


def test_a_full_disk_is_a_sentence_and_the_same_command_goes_on(campaign, tmp_path):
    """The kernel refuses to let the files of the store grow."""
    path, store, whole = campaign.write(points=16), tmp_path / "full.sqlite", tmp_path / "whole.sqlite"
    Run(load_file(path), device="cpu", store=Store(whole)).all()
    program = (
        "import resource, signal, sys\nfrom lemmata.verify.cli.main import run\n"
        "signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\nresource.setrlimit(resource.RLIMIT_FSIZE, ({size}, {size}))\n"
        f"sys.argv = ['lemmata', 'verify', {str(path)!r}, '--store', {str(store)!r}]\nrun()\n"
    )
    kept = 0
    for size in (60_000, 120_000):
        command = [sys.executable, "-c", program.format(size=size)]
        answer = subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)
        assert answer.returncode == 2, answer.stdout
        assert answer.stderr.startswith(f"lemmata: the store {store} cannot be used (")
        assert answer.stderr.count("\n") == 1
        assert campaign.units(store) >= kept
        kept = campaign.units(store)
    assert kept > 0
    Run(load_file(path), device="cpu", store=Store(store)).all()
    assert campaign.content(store) == campaign.content(whole)


def test_a_run_that_is_stopped_goes_on_when_it_is_let(campaign, tmp_path):
    path, store, whole = campaign.write(pause=0.05, points=8), tmp_path / "stopped.sqlite", tmp_path / "whole.sqlite"
    process = campaign.start("verify", path, "--store", store, "--workers", "2")
    campaign.wait_for_units(store, 2, process)
    process.send_signal(signal.SIGSTOP)
    time.sleep(0.5)  # what its workers had begun is finished
    before = campaign.units(store)
    time.sleep(0.5)
    assert campaign.units(store) == before < campaign.in_units(8)
    process.send_signal(signal.SIGCONT)
    out, errors = process.communicate(timeout=60)
    assert process.returncode == 0, out + errors
    Run(load_file(path), device="cpu", store=Store(whole)).all()
    assert compare(store, whole).differences == []


def test_nothing_asks_for_the_network(campaign, tmp_path):
    """Every attempt to reach another machine, or to ask for its address, would end the command."""
    path = campaign.write(points=1)
    (tmp_path / "site").mkdir()
    (tmp_path / "site" / "sitecustomize.py").write_text(
        "import os, sys\n\n\ndef hook(event, arguments):\n"
        "    reached = event in {'socket.getaddrinfo', 'socket.gethostbyname', 'socket.sendto', 'urllib.Request'}\n"
        "    if reached or (event == 'socket.connect' and isinstance(arguments[1], tuple)):\n"
        "        os.write(2, f'{event} {arguments}'.encode())\n        os._exit(99)\n\n\nsys.addaudithook(hook)\n"
    )
    environment = {**os.environ, "PYTHONPATH": str(tmp_path / "site"), "XDG_CACHE_HOME": str(tmp_path / "cache")}
    check = [sys.executable, "-c", "import socket; socket.create_connection(('127.0.0.1', 9), 1)"]
    assert subprocess.run(check, env=environment, stderr=subprocess.DEVNULL, check=False).returncode == 99
    for words in (["verify", str(path), "--workers", "2"], ["report"], ["eval", "mean_field.label_noise", "n=3"], ["doctor"]):
        command = [sys.executable, "-m", "lemmata.verify", *words]
        answer = subprocess.run(
            command, env=environment, cwd=tmp_path, capture_output=True, text=True, check=False, timeout=120
        )
        assert answer.returncode == 0, answer.stdout + answer.stderr
