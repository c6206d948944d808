"""Progress of a run: one live table on a terminal, plain lines elsewhere."""

from __future__ import annotations

import time
from typing import Any

from lemmata.verify.engine.progress import Progress

PAUSE = 30.0  # seconds between two plain lines about the whole run


class Display:
    """Listens to a run; a line for each claim that is finished, whatever the output is."""

    def __init__(self, live: bool) -> None:
        self.live = live
        self.running = ""
        self.progress = Progress()
        self.shown = time.monotonic()
        self.screen: Any = None

    def __enter__(self) -> Display:
        if self.live:
            from rich.live import Live

            self.screen = Live(self._table(), refresh_per_second=4, transient=True)
            self.screen.__enter__()
        return self

    def __exit__(self, *error: Any) -> None:
        if self.screen is not None:
            self.screen.__exit__(*error)

    def __call__(self, event: str, payload: Any) -> None:
        if event in ("begun", "planned"):
            self.progress = payload
            if event == "planned" and payload.kept:
                self._say(f"{payload.kept} units are in the store already, {payload.units} are to be done")
        elif event == "started":
            self.running = payload
        elif event == "finished":
            self._say(finished(payload))
        if self.screen is not None:
            self.screen.update(self._table())
        elif time.monotonic() - self.shown > PAUSE:
            self.shown = time.monotonic()
            self._say(f"... {self.progress.line()}")

    def _say(self, text: str) -> None:
        if self.screen is not None:
            self.screen.console.print(text, markup=False, highlight=False)
        else:
            print(text, flush=True)

    def _table(self) -> Any:
        from rich.table import Table

        table = Table.grid(padding=(0, 2))
        cells = [*self.progress.line().split("; "), f"now: {self.running}" if self.running else ""]
        for _ in cells:
            table.add_column(no_wrap=True, overflow="ellipsis")
        table.add_row(*cells)
        return table


def finished(record: Any) -> str:
    """A finished claim in a line."""
    mark = "ok " if record.as_expected else "BAD"
    errata = sum(law.name.startswith("as-printed") and law.outcome == "fails" for law in record.laws)
    killed = sum(law.outcome == "fails" for law in record.laws if law.name.startswith("mutant:"))
    named = sum(law.name.startswith("mutant:") for law in record.laws)
    return (
        f"{mark} {record.id:<42} {record.verdict:<13} {'erratum' if errata else '':<8}"
        f"{f'{killed}/{named} mutants' if named else '':<14}{record.seconds:6.1f} s"
        + (f"  extended {record.rounds} times" if record.rounds else "")
    )
