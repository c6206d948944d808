"""`python -m lemmata.bench.soak [--seconds S] [--workers N] [--json] [CLAIM ...]`: memory of a long verification, on Linux.

Runs `lemmata verify --profile fuzz --budget S` into a store that is thrown away, half an hour unless said otherwise, and reads the
resident memory of the run and of its workers every few seconds. A figure is the median over a minute, so that the arrays of
one unit do not decide it; after five minutes no figure should leave the middle of all later ones by more than a tenth.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median

from lemmata.verify.engine.engines.stem import serve_stem

FIRST = 300.0  # seconds that are left out: claims are read, workers start
MINUTE = 60.0
ALLOWED = 0.10


@dataclass
class Curve:
    """Bytes of one kind of process over the seconds of a run."""

    seconds: list[float] = field(default_factory=list)
    bytes: list[float] = field(default_factory=list)

    def add(self, second: float, size: float) -> None:
        self.seconds.append(second)
        self.bytes.append(size)

    def figures(self, minute: float = MINUTE) -> dict[int, float]:
        """The median of each minute that has a sample, by its number."""
        found: dict[int, list[float]] = {}
        for second, size in zip(self.seconds, self.bytes, strict=True):
            found.setdefault(int(second // minute), []).append(size)
        return {number: median(sizes) for number, sizes in found.items()}

    def spread(self, first: float = FIRST, minute: float = MINUTE) -> tuple[float, float]:
        """How far the lowest and the highest figure after ``first`` are from the middle of them, as shares of it."""
        late = [size for number, size in self.figures(minute).items() if number * minute >= first]
        if not late:
            raise ValueError(f"the run took less than {first:g} s, so that nothing of it is looked at")
        middle = median(late)
        return min(late) / middle - 1, max(late) / middle - 1


@dataclass
class Soak:
    """What was seen: the run itself, the stem of its workers, the mean of the workers that were up, how many came and went, the exit code."""

    parent: Curve = field(default_factory=Curve)
    stem: Curve = field(default_factory=Curve)
    workers: Curve = field(default_factory=Curve)
    pids: set[int] = field(default_factory=set)
    code: int = 0
    output: str = ""

    def flat(self, first: float = FIRST, minute: float = MINUTE) -> bool:
        curves = [curve for curve in (self.parent, self.stem, self.workers) if curve.bytes]
        return all(-ALLOWED <= low and high <= ALLOWED for low, high in (curve.spread(first, minute) for curve in curves))


def resident(pid: int) -> float | None:
    """Bytes of a process in memory; None once it is gone."""
    try:
        return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * float(os.sysconf("SC_PAGE_SIZE"))
    except (OSError, IndexError):
        return None


def children(pid: int) -> list[int]:
    """The Python processes that a process has started; the shells that guard them are none."""
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            name, rest = stat.read_text().split("(", 1)[1].rsplit(")", 1)
        except OSError:
            continue
        state, parent = rest.split()[:2]
        if int(parent) == pid and state != "Z" and name != "sh":
            found.append(int(stat.parent.name))
    return found


def _is_stem(pid: int) -> bool:
    """Whether a child of the run is the process that workers are forked from."""
    try:
        return serve_stem.__name__.encode() in Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return False


def soak(claims: Sequence[str], seconds: float, workers: int, pause: float = 2.0) -> Soak:
    """Verify claims (all if none) for so long, and watch."""
    found = Soak()
    with tempfile.TemporaryDirectory() as folder, Path(folder, "output").open("w+", encoding="utf-8") as output:
        options = ["--profile", "fuzz", "--budget", str(seconds), "--workers", str(workers), "--store", f"{folder}/store"]
        program = [sys.executable, "-m", "lemmata.verify", "verify", *claims, *options]
        began = time.monotonic()
        with subprocess.Popen(program, stdout=output, stderr=subprocess.STDOUT) as process:
            try:
                while process.poll() is None:
                    _look(found, process.pid, time.monotonic() - began)
                    time.sleep(pause)
            except BaseException:
                process.kill()
                raise
        output.seek(0)
        found.code, found.output = process.returncode, output.read()
    return found


def _look(found: Soak, pid: int, second: float) -> None:
    size = resident(pid)
    if size is not None:
        found.parent.add(second, size)
    started = children(pid)
    for stem in [child for child in started if _is_stem(child)]:
        started = [*(child for child in started if child != stem), *children(stem)]
        if size := resident(stem):
            found.stem.add(second, size)
    up = {child: bytes for child in started if (bytes := resident(child))}
    if up:
        found.pids |= up.keys()
        found.workers.add(second, sum(up.values()) / len(up))


def main(words: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m lemmata.bench.soak", description=(__doc__ or "").split("\n\n")[1])
    parser.add_argument("claims", nargs="*")
    parser.add_argument("--seconds", type=float, default=1800.0)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args(words)
    found = soak(asked.claims, asked.seconds, asked.workers)
    curves = {"the run": found.parent, "the stem": found.stem, "a worker": found.workers}
    if asked.json:
        print(json.dumps({who: curve.figures() for who, curve in curves.items()}))
    for who, curve in curves.items() if not asked.json else ():
        minutes = list(curve.figures().items())
        if minutes and minutes[-1][0] * MINUTE >= FIRST:
            low, high = curve.spread()
            after = next(size for number, size in minutes if number * MINUTE >= FIRST)
            sizes = " ".join(f"{size / 1e6:.0f}" for size in (minutes[0][1], after, minutes[-1][1]))
            print(f"{who}: {sizes} MB at first, after five minutes, at the end; {low:+.1%} to {high:+.1%} after five minutes")
    print(f"{len(found.pids)} workers came and went; exit code {found.code}", file=sys.stderr)
    return 0 if found.code in (0, 1, 3) and found.flat() else 1


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
