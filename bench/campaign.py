"""`python -m lemmata.bench.campaign [--json]`: what a campaign costs beside its computing, in wall-clock seconds.

Tasks per second and cost of a task by the supervised pool; the gain of two workers over one on tasks that compute; cost of a
unit from plan to store; time until a resumed run of 10,000 units goes on. Unlike `lemmata bench` this measures waiting,
so it wants a machine with nothing else to do, or `chrt -r 5 python -m lemmata.bench.campaign`; the load is printed beside the numbers.
"""

from __future__ import annotations

import json
import os
import sys
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import Future
from itertools import cycle
from pathlib import Path
from typing import Any

from lemmata.verify.engine.engines import Engine
from lemmata.verify.engine.engines.supervised import Supervised
from lemmata.verify.engine.examination import QUICK
from lemmata.verify.engine.workers import local

UNITS = 10_000
PER_CLAIM = 100  # units of a claim
MORE = 3  # points of a claim beside its examples: the ends of its core and an ordinary one

CLAIMS = """
from lemmata import Claim, Domain, Identity, Mean, Normal, Positive, Sampled, Settings, Symbol

a = Symbol("a", "a mean", Positive)
Z = Sampled("Z", Normal())


def add(number):
    claim = Claim(f"bench.claim{{number}}", says="a mean", statement=Identity(Mean(a + Z / 1000), a), domain=Domain(a >= 1, a <= 2))
    points = tuple({{"a": 1 + k / 1000}} for k in range({points}))
    return Settings(claim, core=(0, 0), rest=(0, 0), search=(0, 0), replicates=(64, 64), first=64, examples=points)


for number in range({claims}):
    globals()[f"claim{{number}}"] = add(number)
"""


class Canned(Engine):
    """Gives evidence that was made once, so that what remains is the run itself; stops after so many units."""

    local = True

    def __init__(self, rows: list[dict[str, Any]], units: float = float("inf")) -> None:
        self.rows, self.left = rows, units

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        if fn is not local:  # a record is made as ever
            future.set_result(fn(*args, **kwargs))
            return future
        if self.left <= 0:
            raise KeyboardInterrupt
        self.left -= 1
        future.set_result([{**row, "point": point} for row, point in zip(cycle(self.rows), args[1].points, strict=False)])
        return future


def pool(tasks: int = 2000) -> float:
    """Seconds of a trivial task through a warm pool of two."""
    with Supervised(2) as engine:
        for future in [engine.submit(abs, -1) for _ in range(20)]:
            future.result()
        began = time.perf_counter()
        for future in [engine.submit(abs, -1) for _ in range(tasks)]:
            future.result()
        return (time.perf_counter() - began) / tasks


def gain(size: int, tasks: int = 12, repeat: int = 2) -> float:
    """How much faster two workers are than one, on tasks of about 0.1 s; the best of a few tries."""
    best = {1: float("inf"), 2: float("inf")}
    for workers in list(best) * repeat:
        with Supervised(workers) as engine:
            for future in [engine.submit(sum, range(size)) for _ in range(2 * workers)]:
                future.result()
            began = time.perf_counter()
            for future in [engine.submit(sum, range(size)) for _ in range(tasks)]:
                future.result()
            best[workers] = min(best[workers], time.perf_counter() - began)
    return best[1] / best[2]


def unit(path: Path, folder: Path) -> tuple[float, float]:
    """Seconds that a unit costs beside its computing (plan, key, transport, store), and units per second, by one worker."""
    from lemmata.verify.engine.loading import load_file
    from lemmata.verify.engine.runner import Run
    from lemmata.verify.engine.store import Store

    began: list[float] = []

    def listen(event: str, payload: Any) -> None:
        if event in {"unit", "finished"}:
            began.append(time.perf_counter())

    store = Store(folder / "unit.sqlite")
    run = Run(load_file(path)[:1], device="cpu", store=store, limit=600.0, listen=listen)
    run.all()
    ((count, seconds, first),) = store.rows(
        "select count(*), total(seconds), (select seconds from units order by made limit 1) from units"
    )
    # from the first answer (its worker had to start) to the last one; the record is made after that
    wall = began[-2] - began[0]
    return (wall - (seconds - first)) / (count - 1), (count - 1) / wall


def resume(path: Path, folder: Path, units: int) -> tuple[float, float]:
    """Seconds of a run that has only to look, and seconds until one that was killed before its last units goes on."""
    from lemmata.verify.engine.loading import load_file
    from lemmata.verify.engine.runner import Run
    from lemmata.verify.engine.store import Store

    experiments = load_file(path)
    rows = json.loads(Store(folder / "unit.sqlite").rows("select evidence from units limit 1")[0][0])
    place, moments = folder / "resume.sqlite", dict[str, float]()

    def start(most: float) -> float:
        began = time.perf_counter()

        def listen(event: str, payload: Any) -> None:
            moments.setdefault(event, time.perf_counter() - began)

        moments.clear()
        try:
            for _ in Run(experiments, device="cpu", store=Store(place), engine=lambda: Canned(rows, most), listen=listen):
                pass
        except KeyboardInterrupt:
            pass
        return time.perf_counter() - began

    start(units - PER_CLAIM)
    start(0)
    goes_on = moments["started"]
    start(float("inf"))
    return start(0), goes_on


def measured(units: int = UNITS, size: int = 8_000_000) -> dict[str, float]:
    """All of it; seconds unless the name says otherwise."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        path = folder / "claims.py"
        path.write_text(CLAIMS.format(points=QUICK * PER_CLAIM - MORE, claims=units // PER_CLAIM))
        each, rate = unit(path, folder)
        looked, goes_on = resume(path, folder, units)
    return {
        "a trivial task of the pool": pool(),
        "two workers over one (ratio)": gain(size),
        "a unit, beside its computing": each,
        "units per second, of this size": rate,
        f"a finished run of {units} units, looked through": looked,
        f"a run of {units} units, killed before the last {PER_CLAIM}, goes on after": goes_on,
        "load of the machine (processes)": os.getloadavg()[0],
    }


if __name__ == "__main__":
    found = measured()
    if "--json" in sys.argv[1:]:
        print(json.dumps(found, indent=1))
    else:
        print("\n".join(f"{value:10.4g}  {what}" for what, value in found.items()))
