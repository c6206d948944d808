"""Dask on loopback: a real scheduler and two real workers, one of which is killed while they are at work."""

from __future__ import annotations

import json
import math
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass

import pytest

from lemmata.theory.language.errors import UsageError
from lemmata.verify.engine.engines import cluster
from lemmata.verify.engine.engines.cluster import Dask
from lemmata.verify.engine.engines.errors import Lost, NoWorkers
from lemmata.verify.engine.loading import select
from lemmata.verify.engine.records import to_json
from lemmata.verify.engine.runner import Run
from lemmata.verify.engine.store import Store

CLAIMS = ("mean_field.label_noise", "hermite.stein_gradient", "linear_net.bayes")
NAP = "__import__('time').sleep({}) or {}"


@dataclass
class Cluster:
    address: str
    scheduler: subprocess.Popen[bytes]
    workers: list[subprocess.Popen[bytes]]


def start(*arguments: str) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-W", "ignore", "-m", *arguments]
    environment = {k: v for k, v in os.environ.items() if not k.startswith("PYTEST")}
    return subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=environment)


@pytest.fixture
def dask(tmp_path) -> Iterator[Cluster]:
    file = tmp_path / "scheduler.json"
    local = ("--host", "127.0.0.1", "--no-dashboard")
    scheduler = start("distributed.cli.dask_scheduler", *local, "--port", "0", "--scheduler-file", str(file))
    joining = ("--scheduler-file", str(file), "--nthreads", "1", "--no-nanny", "--local-directory", str(tmp_path))
    workers = [start("distributed.cli.dask_worker", *local, *joining) for _ in range(2)]
    try:
        deadline = time.monotonic() + 60
        while not file.exists() or not file.read_text().strip():
            assert time.monotonic() < deadline, "the scheduler did not start"
            time.sleep(0.05)
        yield Cluster(json.loads(file.read_text())["address"], scheduler, workers)
    finally:
        for process in (*workers, scheduler):
            process.kill()
            process.wait()


def both(found: Cluster, **options: object) -> Dask:
    """The engine, once both workers are there."""
    engine = Dask(found.address, patience=60, **options)
    engine._client.wait_for_workers(2, timeout=60)
    return engine


def test_tasks_limits_crashes_and_a_killed_worker(dask):
    with both(dask, limit=20) as engine:
        tasks = [engine.submit(eval, NAP.format(0.1, i)) for i in range(40)]
        assert tasks[0].result(60) == 0
        dask.workers[0].send_signal(signal.SIGKILL)
        assert [task.result(60) for task in tasks] == list(range(40))
        with pytest.raises(ValueError, match="math domain error"):
            engine.submit(math.sqrt, -1).result(60)
        with pytest.raises(Lost, match="the worker died 2 times on this unit"):
            engine.submit(os._exit, 3).result(60)
    with Dask(dask.address, limit=0.2) as engine:
        engine.submit(abs, 1).result(60)
        with pytest.raises(Lost, match=r"it ran past its time limit of 0\.2 s and was killed"):
            engine.submit(time.sleep, 60).result(60)


def test_the_numbers_of_one_process_even_if_a_worker_dies(dask):
    def numbers(records):
        plain = [to_json(record) for record in records]
        return [{key: value for key, value in record.items() if key != "seconds"} for record in plain]

    here = numbers(Run(select(CLAIMS), device="cpu", store=Store()).all())
    begun: list[str] = []

    def listen(event, payload):
        begun.append(event)
        if begun.count("unit") == 1 and event == "unit":
            dask.workers[1].send_signal(signal.SIGKILL)

    run = Run(select(CLAIMS), device="cpu", store=Store(), engine=lambda: both(dask), listen=listen)
    assert numbers(run.all()) == here
    assert dask.workers[1].wait(10) == -signal.SIGKILL


def test_other_code_on_a_worker_is_refused(dask, monkeypatch):
    monkeypatch.setattr(cluster, "fingerprint", lambda: "another")
    with pytest.raises(UsageError, match=r"--dask: the worker at tcp://127\.0\.0\.1:\d+ has other code or other versions"):
        Dask(dask.address, patience=60)


def test_a_scheduler_that_is_lost_ends_the_run_in_a_sentence(dask):
    engine = both(dask)
    task = engine.submit(time.sleep, 60)
    for process in (*dask.workers, dask.scheduler):
        process.kill()
    with pytest.raises(NoWorkers, match="the connection to the Dask scheduler was lost: what is finished is kept"):
        task.result(60)
    engine.shutdown(cancel_futures=True)


def test_nothing_but_the_sentence_is_printed(dask, campaign, tmp_path):
    """No traceback of a library's, whose connection it was; and what was finished is kept."""
    path, store = campaign.write(pause=0.2, points=80), tmp_path / "store.sqlite"
    process = campaign.start("verify", path, "--store", store, "--dask", dask.address)
    campaign.wait_for_units(store, 2, process)
    dask.scheduler.kill()
    _, errors = process.communicate(timeout=120)
    assert process.returncode == 2
    assert errors == f"lemmata: {cluster.GONE}\n"
    assert campaign.units(store) >= 2


@pytest.mark.parametrize("address", ["tcp://127.0.0.1:1", "nonsense", "127.0.0.1"])
def test_no_scheduler_there(address):
    with pytest.raises(
        UsageError, match=rf"--dask {address}: no scheduler answers there \(\w+\); start one with `dask scheduler`"
    ):
        Dask(address, patience=2)
