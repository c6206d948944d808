"""`lemmata verify` and `replay`: run, show progress, keep records."""

from __future__ import annotations

import json as json_
import secrets
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from lemmata.theory.language.errors import UsageError
from lemmata.verify.cli.reading import law_line, point_text

NEUTRAL = {"undecided", "error", "vacuous"}


def verify(
    names: Sequence[str],
    *,
    profile: str,
    budget: float | None,
    device: str,
    workers: int | str,
    dask: str | None = None,
    rng: str,
    seed: int | None,
    store: Path,
    fresh: bool,
    json: Path | None,
    shard: str | None = None,
    limit: float | None = None,
) -> int:
    from lemmata.verify.cli.display import Display
    from lemmata.verify.engine.engines.choose import engine
    from lemmata.verify.engine.profiles import profile as find_profile
    from lemmata.verify.engine.runner import Run
    from lemmata.verify.engine.shards import shard as find_shard
    from lemmata.verify.engine.stats.budget import RUN as ALARM_BUDGET
    from lemmata.verify.engine.store import Store
    from lemmata.verify.library import select

    if json is not None and not json.resolve().parent.is_dir():
        raise UsageError(f"--json {json}: its folder does not exist; make it first")
    if json is not None and json.is_dir():
        raise UsageError(f"--json {json} is a folder: name a file")
    part = None if shard is None else find_shard(shard)
    count = _workers(workers)
    otherwise = find_profile(profile).limit
    experiments = select(names)
    if seed is None:
        seed = secrets.randbits(31) if profile == "fuzz" else 0
    if profile == "fuzz":
        print(f"root key: --seed {seed}")
    started = time.monotonic()
    kept = Store(store)
    with Display(sys.stdout.isatty()) as show:
        run = Run(
            experiments,
            profile=profile,
            budget=budget,
            device=device,
            workers=count,
            limit=limit,
            engine=None if dask is None else lambda: engine(count, dask, limit, device, otherwise),
            shard=part,
            rng=rng,
            seed=seed,
            store=kept,
            fresh=fresh,
            listen=show,
        )
        records = run.all()
    seconds = time.monotonic() - started
    _summary(records, seconds, run.spent)
    if part is not None:
        print(
            f"shard {part}: {len(records)} of {len(experiments)} claims are complete in {store}; when all {part.count} shards "
            "are done, join their stores with `lemmata merge`"
        )
    if json is not None:
        from lemmata.verify.report.twin import verify_document

        document = verify_document(records, seed=seed, device=run.setting.device, alarm_budget=ALARM_BUDGET, seconds=seconds)
        json.write_text(json_.dumps(document, indent=1))
    return exit_code(records)


def _workers(text: int | str) -> int:
    from lemmata.verify.engine.engines.choose import cores

    if text == "auto":
        return cores()
    try:
        return int(text)
    except ValueError:
        raise UsageError(f"--workers {text}: give a number, or auto for one per core") from None


def exit_code(records: Sequence[Any]) -> int:
    """0 every law as expected; 1 some law decided against its expectation; 3 nothing worse than undecided or error."""
    if all(record.as_expected for record in records):
        return 0
    wrong = [law for record in records for law in record.laws if not law.as_expected and law.outcome not in NEUTRAL]
    return 1 if wrong else 3


def _summary(records: Sequence[Any], seconds: float, spent: bool) -> None:
    for record in records:
        if not record.as_expected:
            print(f"\n{record.id}: {record.verdict}")
            for law in record.laws:
                if not law.as_expected:
                    where = f" at {point_text(law.counterexample)}" if law.counterexample else ""
                    print(f"  {law_line(law)}{where}" + (f"\n      {law.detail}" if law.detail else ""))
    refuted = [r for r in records if r.printed and any(law.name == "as-printed" and law.outcome == "fails" for law in r.laws)]
    if refuted:
        print("\nErrata:")
        for record in refuted:
            print(f"  {record.id}: {record.erratum['text']}")
    verdicts: dict[str, int] = {}
    for record in records:
        verdicts[record.verdict] = verdicts.get(record.verdict, 0) + 1
    laws = [law for record in records for law in record.laws]
    killed = sum(law.outcome == "fails" for law in laws if law.name.startswith("mutant:"))
    total = sum(law.name.startswith("mutant:") for law in laws)
    green = sum(record.as_expected for record in records)
    print(
        f"\n{green} of {len(records)} claims as expected; "
        + ", ".join(f"{n} {v}" for v, n in sorted(verdicts.items()))
        + f"; {len(refuted)} prints refuted; {killed} of {total} mutants killed; {seconds:.1f} s"
        + ("; the budget was spent" if spent else "")
    )


def replay(text: str, store: Path) -> int:
    """Run a record again and compare; 0 when every number agrees."""
    from lemmata.verify.engine.runner import Run
    from lemmata.verify.engine.store import Store
    from lemmata.verify.library import select

    if not store.exists():
        raise UsageError(f"there is no store {store}: run `lemmata verify` first, or name one with --store")
    old = Store(store).find(text)
    if old is None:
        raise UsageError(f"the store {store} has no record {text!r}; `lemmata show ID` prints the keys")
    record = Run(
        select([old.address]), profile=old.profile, seed=old.seed, device=old.device, rng=old.rng, rounds=old.rounds
    ).all()[0]
    changed = [
        f"{new.name}: {was.outcome} -> {new.outcome}, {was.statistic} -> {new.statistic}"
        for was, new in zip(old.laws, record.laws, strict=False)
        if (was.outcome, was.statistic, was.samples) != (new.outcome, new.statistic, new.samples)
    ]
    if record.code != old.code:
        print("note: the code of this claim has changed since the record was made")
    for law in record.laws:
        print(law_line(law))
    print("every number agrees with the record" if not changed else "differs from the record:\n  " + "\n  ".join(changed))
    return 0 if not changed else 1
