"""`lemmata verify`, `calibrate` and `replay`: run, show progress, keep records."""

from __future__ import annotations

import json as json_
import secrets
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from theory.language.errors import UsageError
from verify.cli.reading import law_line, point_text

NEUTRAL = {"undecided", "error", "vacuous"}


def verify(
    names: Sequence[str],
    *,
    profile: str,
    budget: float | None,
    device: str,
    workers: int,
    rng: str,
    seed: int | None,
    store: Path,
    fresh: bool,
    json: Path | None,
) -> int:
    from verify.engine.runner import Run
    from verify.engine.stats.budget import RUN as ALARM_BUDGET
    from verify.engine.store import Store
    from verify.library import select

    if json is not None and not json.resolve().parent.is_dir():
        raise UsageError(f"--json {json}: its folder does not exist; make it first")
    if json is not None and json.is_dir():
        raise UsageError(f"--json {json} is a folder: name a file")
    experiments = select(names)
    if seed is None:
        seed = secrets.randbits(31) if profile == "fuzz" else 0
    if profile == "fuzz":
        print(f"root key: --seed {seed}")
    started = time.monotonic()
    kept = Store(store)
    with _display(sys.stdout.isatty()) as show:
        run = Run(
            experiments,
            profile=profile,
            budget=budget,
            device=device,
            workers=workers,
            rng=rng,
            seed=seed,
            store=kept,
            fresh=fresh,
            listen=show,
        )
        records = run.all()
    seconds = time.monotonic() - started
    _summary(records, seconds, run.spent)
    if json is not None:
        from verify.report.twin import verify_document

        document = verify_document(records, seed=seed, device=run.setting.device, alarm_budget=ALARM_BUDGET, seconds=seconds)
        json.write_text(json_.dumps(document, indent=1))
    return exit_code(records)


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


class _display:
    """Progress: one live table on a terminal, a plain line per finished claim elsewhere."""

    def __init__(self, live: bool) -> None:
        self.live, self.bad = live, 0
        self.todo: dict[str, int] = {}
        self.done: dict[str, int] = {}
        self.running = ""
        self.started = time.monotonic()

    def __enter__(self) -> _display:
        self.screen: Any = None
        if self.live:
            from rich.live import Live

            self.screen = Live(self._table(), refresh_per_second=4, transient=True)
            self.screen.__enter__()
        return self

    def __exit__(self, *error: Any) -> None:
        if self.screen is not None:
            self.screen.__exit__(*error)

    def __call__(self, event: str, payload: Any) -> None:
        if event == "planned":
            self.todo = dict(payload)
        elif event == "started":
            self.running = payload
        elif event == "unit":
            self.done[payload] = self.done.get(payload, 0) + 1
        elif event == "finished":
            self.bad += not payload.as_expected
            mark = "ok " if payload.as_expected else "BAD"
            errata = sum(law.name == "as-printed" and law.outcome == "fails" for law in payload.laws)
            killed = sum(law.outcome == "fails" for law in payload.laws if law.name.startswith("mutant:"))
            named = sum(law.name.startswith("mutant:") for law in payload.laws)
            text = (
                f"{mark} {payload.id:<42} {payload.verdict:<13} {'erratum' if errata else '':<8}"
                f"{f'{killed}/{named} mutants' if named else '':<14}{payload.seconds:6.1f} s"
            )
            if self.screen is not None:
                self.screen.console.print(text, markup=False, highlight=False)
            else:
                print(text, flush=True)
            self.todo.pop(payload.id, None)
        if self.screen is not None:
            self.screen.update(self._table())

    def _table(self) -> Any:
        from rich.table import Table

        table = Table.grid(padding=(0, 2))
        for _ in range(6):
            table.add_column(no_wrap=True, overflow="ellipsis")
        units = sum(self.todo.values()) - sum(self.done.get(k, 0) for k in self.todo)
        elapsed = time.monotonic() - self.started
        finished = sum(self.done.values())
        left = f"about {units * elapsed / finished:.0f} s left" if finished and units else ""
        table.add_row(
            f"{len(self.todo)} claims to go",
            f"{units} units",
            f"{self.bad} not as expected",
            f"{elapsed:.0f} s",
            left,
            f"now: {self.running}",
        )
        return table


def replay(text: str, store: Path) -> int:
    """Run a record again and compare; 0 when every number agrees."""
    from verify.engine.runner import Run
    from verify.engine.store import Store
    from verify.library import select

    if not store.exists():
        raise UsageError(f"there is no store {store}: run `lemmata verify` first, or name one with --store")
    old = Store(store).find(text)
    if old is None:
        raise UsageError(f"the store {store} has no record {text!r}; `lemmata show ID` prints the keys")
    record = Run(select([old.address]), profile=old.profile, seed=old.seed, device=old.device, rng=old.rng).all()[0]
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


def calibrate(names: Sequence[str], seeds: int, profile: str) -> int:
    """Alarms over many root keys against their bound, and how often each mutant was killed."""
    from scipy.stats import binomtest

    from verify.engine.runner import Run
    from verify.engine.stats.budget import RUN as ALARM_BUDGET
    from verify.library import select

    if seeds < 1:
        raise UsageError(f"--seeds {seeds}: at least one root key is needed")
    experiments = select(names)
    alarms, missed, runs = 0, 0, 0
    mutants = 0
    for root in range(1, seeds + 1):
        for record in Run(experiments, profile=profile, seed=root).all():
            runs += 1
            for law in record.laws:
                if law.expected == "holds" and law.outcome == "fails":
                    alarms += 1
                    print(f"alarm: {record.id} {law.name} under seed {root}")
                if law.expected == "fails":
                    mutants += 1
                    if law.outcome != "fails":
                        missed += 1
                        print(f"not rejected: {record.id} {law.name} under seed {root} ({law.outcome})")
    bound = binomtest(alarms, seeds, ALARM_BUDGET, alternative="greater").pvalue if alarms else 1.0
    print(
        f"{seeds} root keys, {runs} records: {alarms} false alarms (allowed {ALARM_BUDGET:g} per run; p = {bound:.3g}); "
        f"{mutants - missed} of {mutants} wrong versions rejected"
    )
    return 0 if bound > 1e-3 else 1
