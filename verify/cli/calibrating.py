"""`lemmata calibrate`: the sampled claims again under many root keys, what came of it, and its page."""

from __future__ import annotations

import json as json_
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from lemmata.theory.language.errors import UsageError
from lemmata.verify.cli.files import target
from lemmata.verify.cli.files import write as write_text
from lemmata.verify.cli.verifying import _workers

STORE = ".lemmata/calibration.sqlite"
COUNTS = ".lemmata/judges.jsonl"
MOST = 100_000  # root keys


def calibrate(
    names: Sequence[str],
    *,
    seeds: int,
    base: int = 0,
    profile: str = "quick",
    budget: float | None = None,
    device: str = "auto",
    workers: int | str = 1,
    dask: str | None = None,
    shard: str | None = None,
    limit: float | None = None,
    rng: str = "torch",
    store: Path = Path(STORE),
    json: Path | None = None,
    out: Path | None = None,
) -> int:
    """0 where the alarms are within what was promised, 1 where they are not."""
    from lemmata.numerics.devices.device import resolve_device
    from lemmata.verify.engine.calibration import Tally, document, root_keys, runs, sampled
    from lemmata.verify.engine.loading import select
    from lemmata.verify.engine.profiles import profile as find_profile
    from lemmata.verify.engine.runner import Run
    from lemmata.verify.engine.shards import shard as find_shard
    from lemmata.verify.engine.store import Store

    if seeds > MOST:
        raise UsageError(f"--seeds {seeds}: at most {MOST} root keys are tried at once")
    roots = root_keys(seeds, base)
    _check(json, out, budget)
    found = find_profile(profile)
    Run([], profile=found, device=device, rng=rng)  # what is wrong with the options is said before a store is made
    part = None if shard is None else find_shard(shard)
    if part is not None:
        roots = roots[part.number - 1 :: part.count]
        if not roots:
            raise UsageError(f"--shard {part}: there are fewer root keys than shards; give more with --seeds")
    chosen = [item for item in select(names) if not _unread(item)]
    sampling = sampled(chosen)
    if not sampling:
        raise UsageError(f"{', '.join(names)}: nothing here is sampled, so there is no error rate to observe")
    if len(sampling) < len(chosen):
        _say(f"{len(chosen) - len(sampling)} of {len(chosen)} claims sample nothing that should hold: left out")
    engine = _engine(workers, dask, limit, device, found.limit)
    tallies = {settings.claim.id: Tally(settings) for settings in sampling}
    started = time.monotonic()
    done: list[int] = []
    options: dict[str, Any] = {"profile": found, "device": device, "rng": rng}
    deadline = None if budget is None else started + budget
    for root, records in runs(sampling, roots, engine, Store(store), deadline=deadline, **options):
        for record in records:
            tallies[record.id].add(record, root)
        done.append(root)
        seconds = time.monotonic() - started
        alarms = sum(len(tally.alarms) for tally in tallies.values())
        left = seconds / len(done) * (len(roots) - len(done))
        _say(f"root key {len(done)} of {len(roots)}: {alarms} alarms so far; {seconds:.0f} s, about {left:.0f} s left")
    if len(done) < len(roots):
        _say("the budget is spent: what was finished is kept, the same command resumes, inside a root key too")
        if not done:
            print("no root key is complete yet")
            return 3
    if part is not None:
        print(
            f"shard {part}: {len(done)} root keys are in {store}; when all {part.count} shards are done, join their stores with "
            "`lemmata merge` and calibrate once more without --shard"
        )
    facts = {
        "profile": found.name,
        "base": base,
        "wanted": seeds,
        "roots": done,
        "device": str(resolve_device(device)),
        "rng": rng,
        "seconds": sum(tally.seconds for tally in tallies.values()),
    }
    made = document(list(tallies.values()), facts)
    _summary(made)
    if json is not None:
        write_text(json, json_.dumps(made, indent=1, allow_nan=False) + "\n", "--json")
    if out is not None:
        from lemmata.verify.report.calibration import write

        page, twin = write(made, out)
        print(f"page: {page.resolve()}\n  data: {twin.resolve()}")
    return 0 if made["passed"] else 1


def _unread(item: Any) -> bool:
    """Whether a claim cannot be read, which is said and is not the end of the others."""
    from lemmata.verify.engine.unprepared import Unprepared

    if isinstance(item, Unprepared):
        _say(f"left out: {item.error}")
    return isinstance(item, Unprepared)


def judges(
    names: Sequence[str], *, seeds: int, budget: float | None = None, workers: int | str = 1, out: Path | None = None,
    store: Path = Path(COUNTS),
) -> int:  # fmt: skip
    """The judges on synthetic laws, ``seeds`` runs each: 0 where each keeps its promise, 1 where one does not, 3 if unfinished."""
    from lemmata.verify.engine.stats.calibration import CASES
    from lemmata.verify.engine.stats.counted import ALL, Counts, counted
    from lemmata.verify.engine.stats.table import page, table

    if names:
        raise UsageError(f"{' '.join(names)}: --judges tries the judges on synthetic laws and takes no claims")
    if not 1 <= seeds <= MOST:
        raise UsageError(f"--seeds {seeds}: from 1 to {MOST} runs of each case")
    _check(None, None, budget)
    if out is not None:
        target(out, "--out")
    count = _workers(workers)
    if count < 1:
        raise UsageError(f"--workers {workers}: at least one worker is needed")
    started = time.monotonic()

    def said(done: int, total: int) -> None:
        seconds = time.monotonic() - started
        if done % 20 == 0 or done == total:
            _say(f"block {done} of {total}; {seconds:.0f} s, about {seconds / done * (total - done):.0f} s left")

    rows = counted(Counts(store), seeds, workers=count, budget=budget, listen=said)
    if len(rows) < len(ALL):
        _say(f"{len(rows)} of {len(ALL)} cases are complete: what was counted is kept, the same command resumes")
        return 3
    cases, beyond = rows[: len(CASES)], rows[len(CASES) :]
    broken = [row for row in cases if not row.kept]
    print(table(broken or cases), end="")
    print(f"{len(cases) - len(broken)} of {len(cases)} promises kept over {seeds} runs each")
    if out is not None:
        write_text(out, page(cases, beyond, seeds), "--out")
    return 1 if broken else 0


def _engine(workers: int | str, dask: str | None, limit: float | None, device: str, otherwise: float) -> Callable[[], Any]:
    from lemmata.verify.engine.engines.choose import engine

    count = _workers(workers)
    if count < 1:
        raise UsageError(f"--workers {workers}: at least one worker is needed")
    if limit is not None and not limit > 0:
        raise UsageError(f"--limit {limit}: the limit is a positive number of seconds")
    if dask is not None:  # that nobody answers there is said before a store is made
        engine(count, dask, limit, device, otherwise).shutdown()
    return lambda: engine(count, dask, limit, device, otherwise)


def _check(json: Path | None, out: Path | None, budget: float | None) -> None:
    if budget is not None and not budget > 0:
        raise UsageError(f"--budget {budget}: the budget is a positive number of seconds")
    for option, path in (("--json", json), ("--out", out)):
        if path is not None:
            target(path, option)
    if out is not None and out.suffix == ".json":
        raise UsageError(f"--out {out} is the name of the page's data: name the page, such as {out.with_suffix('.html')}")
    if out is not None:
        target(out.with_suffix(".json"), "--out")


def _say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


def _summary(made: dict[str, Any]) -> None:
    alarms, kills = made["alarms"], made["kills"]
    for alarm in alarms["list"]:
        print(f"alarm: {alarm['claim']} {alarm['law']} under seed {alarm['root']}")
    for row in kills["rows"]:
        if row["events"] < row["trials"]:
            print(f"not rejected: {row['claim']} {row['law']} in {row['trials'] - row['events']} of {row['trials']} runs")
    records = sum(claim["runs"] for claim in made["claims"])
    print(
        f"{len(made['roots'])} root keys, {records} records: {len(alarms['list'])} false alarms (allowed {alarms['budget']:g} per "
        f"run; p = {alarms['p_budget']:.3g}); {kills['killed']} of {kills['wrong']} wrong versions rejected"
    )
    print(
        f"alarms       {alarms['events']} of {alarms['trials']} runs, probability at most {alarms['high']:.3g} (95 %); these claims "
        f"may spend {alarms['spent']:.2g} a run; p = {alarms['p']:.3g}: {_word(alarms)}"
    )
    print("calibration: " + ("every error rate is within what was promised" if made["passed"] else "NOT as promised"))


def _word(part: dict[str, Any]) -> str:
    return "as promised" if part["passed"] else "NOT as promised"
