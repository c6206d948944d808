"""`lemmata verify`: run, show progress, keep records."""

from __future__ import annotations

import json as json_
import secrets
import sys
import time
from collections import Counter
from collections.abc import Sequence
from contextlib import nullcontext
from pathlib import Path
from typing import Any

from lemmata.theory.language.errors import UsageError
from lemmata.verify.cli.files import target, write
from lemmata.verify.cli.parts import exit_code, record_lines
from lemmata.verify.cli.reading import law_line, point_text
from lemmata.verify.engine.engines.planting import apart, cores, planted
from lemmata.verify.engine.engines.stem import Stem

SHOWN = 3  # claims that are shown in full whatever became of them
NEEDED = (  # what a worker is, with all that it needs before it knows a claim, and what nearly every claim makes it load
    "lemmata.verify.engine.workers",
    "lemmata.verify.engine.search",
    "scipy.optimize",
    "sympy.physics.units",
)


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
    from lemmata.verify.engine.shards import shard as find_shard

    if json is not None:
        target(json, "--json")
    if seed is None:
        seed = secrets.randbits(31) if profile == "fuzz" else 0
    part = None if shard is None else find_shard(shard)
    count = _workers(workers)
    options: dict[str, Any] = {"profile": profile, "budget": budget, "device": device, "workers": count, "limit": limit}
    options |= {"shard": part, "rng": rng, "seed": seed, "fresh": fresh}
    beside = dask is None and apart(min(count, cores()), limit)
    with planted(*NEEDED) if beside else nullcontext() as stem:
        return _run(names, options, dask, store, json, stem)


def _run(
    names: Sequence[str], options: dict[str, Any], dask: str | None, store: Path, json: Path | None, stem: Stem | None
) -> int:
    from lemmata.verify.cli.display import Display
    from lemmata.verify.engine.engines.choose import engine, local_engine
    from lemmata.verify.engine.loading import selection
    from lemmata.verify.engine.profiles import profile as find_profile
    from lemmata.verify.engine.runner import Run
    from lemmata.verify.engine.stats.budget import RUN as ALARM_BUDGET
    from lemmata.verify.engine.store import Store

    profile, part, seed, count = (options[name] for name in ("profile", "shard", "seed", "workers"))
    given = options["limit"], options["device"], find_profile(profile).limit
    experiments = selection(names)
    Run([], **options)  # what is wrong with the options is said before a store is made
    cluster = None if dask is None else engine(count, dask, *given)
    try:
        kept = Store(store)
    except BaseException:
        if cluster is not None:
            cluster.shutdown()
        raise
    if profile == "fuzz":
        print(f"root key: --seed {seed}")
    started = time.monotonic()
    with Display(sys.stdout.isatty()) as show:
        run = Run(experiments, engine=lambda: cluster or local_engine(count, *given, stem), store=kept, listen=show, **options)
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
        write(json, json_.dumps(document, indent=1), "--json")
    return exit_code(records)


def _workers(text: int | str) -> int:
    if text == "auto":
        return cores()
    try:
        return int(text)
    except ValueError:
        raise UsageError(f"--workers {text}: give a number, or auto for one per core") from None


def _summary(records: Sequence[Any], seconds: float, spent: bool) -> None:
    for record in records:
        if record.parts:
            if not record.as_expected or len(records) <= SHOWN:
                print("\n" + "\n".join(record_lines(record)))
        elif not record.as_expected:
            _laws(record)
    refuted = [
        (r, law)
        for r in records
        for law in r.laws
        if law.name.startswith("as-printed") and law.outcome == "fails" and r.erratum
    ]
    if refuted:
        print("\nErrata:")
        for record, law in refuted:
            where = f" ({law.part})" if len(record.parts) > 1 else ""
            own = next((p.erratum for p in record.parts if p.name == law.part and p.erratum), record.erratum)
            print(f"  {record.id}{where}: {own['text']}")
    print(f"\n{_totals(records, len(refuted))}; {seconds:.1f} s" + ("; the budget was spent" if spent else ""))


def _laws(record: Any) -> None:
    """The laws of a claim without parts that came out otherwise than expected."""
    print(f"\n{record.id}: {record.verdict}")
    for law in record.laws:
        if not law.as_expected:
            where = f" at {point_text(law.counterexample)}" if law.counterexample else ""
            print(f"  {law_line(law)}{where}" + (f"\n      {law.detail}" if law.detail else ""))


def _totals(records: Sequence[Any], refuted: int) -> str:
    """Claims, verdicts by part, prints and mutants, counted."""
    verdicts = Counter(v for r in records for v in ([part.verdict for part in r.parts] or [r.verdict]))
    parts = any(len(record.parts) > 1 for record in records)
    mutants = [law for record in records for law in record.laws if law.name.startswith("mutant:")]
    green = sum(record.as_expected for record in records)
    return (
        f"{green} of {len(records)} claims as expected; "
        + ("by part: " if parts else "")
        + ", ".join(f"{n} {v}" for v, n in sorted(verdicts.items()))
        + f"; {refuted} prints refuted; {sum(law.outcome == 'fails' for law in mutants)} of {len(mutants)} mutants killed"
    )
