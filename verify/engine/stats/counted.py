"""The cases of a calibration counted over many keys, block by block, each block kept on disk under the code that made it.

A run is a pure function of its key, so blocks may be made in any order, by any number of workers, over several sittings.
"""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from dataclasses import dataclass
from pathlib import Path

import torch

from lemmata.verify.engine.content import code_of_files, versions
from lemmata.verify.engine.engines.supervised import Supervised
from lemmata.verify.engine.stats import calibration
from lemmata.verify.engine.stats.calibration import BEYOND, CASES, Case
from lemmata.verify.engine.stats.table import Row

BLOCK = 100
FIRST_KEY = 70_000  # not used while the judges were made
ALL: tuple[Case, ...] = (*CASES, *BEYOND)


@dataclass(frozen=True)
class Block:
    """Runs of one case under the keys from ``first`` on."""

    case: int
    first: int
    runs: int

    def key(self) -> str:
        case = ALL[self.case]
        text = json.dumps([code(), versions(), case.judge, case.statement, self.first, self.runs], sort_keys=True)
        return hashlib.blake2b(text.encode(), digest_size=16).hexdigest()


def code() -> str:
    """The hash of the cases, the judges and all that these import."""
    return code_of_files(Path(calibration.__file__))


def blocks(runs: int, cases: Sequence[int]) -> list[Block]:
    """The blocks that make up ``runs`` runs of each case, the same for whoever asks: a last one may be shorter."""
    return [Block(c, FIRST_KEY + k, min(BLOCK, runs - k)) for k in range(0, runs, BLOCK) for c in cases]


def count(block: Block) -> int:
    """How often the event of the case happens in this block."""
    torch.set_num_threads(1)
    return ALL[block.case].run(block.runs, first=block.first).events


class Counts:
    """What was counted so far, in a file of one line for each block."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.known: dict[str, int] = {}
        for line in path.read_text(encoding="utf-8").splitlines() if path.exists() else []:
            try:
                row = json.loads(line)
            except json.JSONDecodeError:  # the line during which a run was killed
                continue
            self.known[row["key"]] = row["events"]

    def keep(self, block: Block, events: int) -> None:
        case = ALL[block.case]
        self.known[block.key()] = events
        row = {"key": block.key(), "judge": case.judge, "statement": case.statement, "first": block.first, "events": events}
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with self.path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(row, ensure_ascii=False) + "\n")

    def row(self, number: int, runs: int) -> Row | None:
        """The row of the table for a case; None while some of its blocks are missing."""
        parts = [self.known.get(block.key()) for block in blocks(runs, [number])]
        case, known = ALL[number], [p for p in parts if p is not None]
        if len(known) < len(parts):
            return None
        return Row(case.judge, case.statement, case.promised, sum(known), runs, case.at_most)


def counted(
    counts: Counts,
    runs: int,
    cases: Sequence[int] = range(len(ALL)),
    *,
    workers: int = 1,
    budget: float | None = None,
    listen: Callable[[int, int], None] = lambda done, total: None,
) -> list[Row]:
    """The rows of the cases that are complete, after counting what is missing; a budget ends it early, to be resumed."""
    missing = [block for block in blocks(runs, cases) if block.key() not in counts.known]
    deadline = None if budget is None else time.monotonic() + budget
    for done, (block, events) in enumerate(_made(missing, workers, deadline), 1):
        counts.keep(block, events)
        listen(done, len(missing))
    rows = (counts.row(number, runs) for number in cases)
    return [row for row in rows if row is not None]


def _made(todo: Sequence[Block], workers: int, deadline: float | None) -> Iterator[tuple[Block, int]]:
    left = iter(todo)
    if workers == 1:
        for block in left:
            if deadline is not None and time.monotonic() > deadline:
                return
            yield block, count(block)
        return
    with Supervised(workers) as pool:
        flying: dict[Future[int], Block] = {}
        while True:
            while len(flying) < 2 * workers and (deadline is None or time.monotonic() < deadline):
                following = next(left, None)
                if following is None:
                    break
                flying[pool.submit(count, following)] = following
            if not flying:
                return
            for future in wait(flying, return_when=FIRST_COMPLETED).done:
                yield flying.pop(future), future.result()
