"""Runs the jobs and makes the table and the JSON: value and error beside the time, and the physical bound.

A ratio is printed only where the two answers agree within their stated errors: a wrong answer has no speed.
"""

from __future__ import annotations

import platform
import subprocess
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from lemmata.bench.measure import Answer, Job, cpu_seconds, disagreement

SCHEMA = "lemmata-bench/1"


@dataclass(frozen=True)
class Row:
    """One way of doing one job; `ratio` is its time over ours, None (and the reason in `note`) if refused."""

    job: str
    question: str
    who: str
    value: tuple[float, ...]
    error: tuple[float, ...]
    form: str
    text: str
    seconds: float | None
    bound_seconds: float
    bound: str
    ratio: float | None
    note: str

    @property
    def share(self) -> float | None:
        """The part of the time that the physical bound explains."""
        return self.bound_seconds / self.seconds if self.seconds else None


def run(jobs: Iterable[Job], peers: bool = True) -> list[Row]:
    """Every job by lemmata and, with `peers`, by each peer that is installed."""
    return [row for job in jobs for row in _rows(job, peers)]


def _rows(job: Job, peers: bool) -> list[Row]:
    bound = job.bound()

    def row(who: str, answer: Answer | None, seconds: float | None, ratio: float | None, note: str) -> Row:
        value, error = answer.arrays() if answer else ((), ())
        return Row(
            job=job.name, question=job.question, who=who, value=tuple(map(float, value)),
            error=tuple(map(float, error)), form=answer.form if answer else "",
            text=answer.text() if answer else "",
            seconds=seconds, bound_seconds=bound.seconds, bound=bound.what, ratio=ratio, note=note,
        )  # fmt: skip

    mine = job.ours()
    answer, seconds = mine(), cpu_seconds(mine, job.repeat)
    rows = [row("lemmata", answer, seconds, 1.0, "")]
    for name, factory in (job.peers if peers else {}).items():
        try:
            theirs = factory()
        except ImportError as error:
            rows.append(row(name, None, None, None, f"{error.name} is not installed: pip install 'lemmata[bench]'"))
            continue
        other, taken = theirs(), cpu_seconds(theirs, job.repeat)
        why = disagreement(answer, other)
        rows.append(row(name, other, taken, None if why else taken / seconds, f"no ratio: {why}" if why else ""))
    return rows


def _width(mine: Answer, theirs: Answer) -> str:
    """For intervals: how much wider or narrower the peer's is, since a wide one is cheap."""
    if mine.form != "interval" or theirs.form != "interval":
        return ""
    percent = 100 * (float(theirs.arrays()[1][0] / mine.arrays()[1][0]) - 1)
    return f"{abs(percent):.0f} % {'wider' if percent > 0 else 'narrower'}"


def _time(seconds: float | None) -> str:
    if seconds is None:
        return "-"
    for scale, unit in ((1.0, "s"), (1e-3, "ms")):
        if seconds >= scale:
            return f"{seconds / scale:.3g} {unit}"
    return f"{seconds * 1e6:.3g} µs"


def table(rows: Iterable[Row]) -> str:
    """The rows as plain text, one job a block."""
    lines: list[str] = []
    job = None
    for row in rows:
        if row.job != job:
            job = row.job
            lines += ["", f"{row.question}", f"  limit {_time(row.bound_seconds)}: {row.bound}"]
        ratio = "-" if row.ratio is None else f"{row.ratio:.3g}x"
        share = f"{100 * row.share:.0f} % of the limit" if row.share and row.who == "lemmata" else ""
        lines.append(f"  {row.who:<26}{row.text:<30}{_time(row.seconds):>9}{ratio:>10}  {row.note or share}".rstrip())
    return "\n".join(lines[1:])


def machine() -> dict[str, str]:
    """The processor and the versions that the times belong to."""
    import numpy
    import torch

    name = platform.processor()
    info = Path("/proc/cpuinfo")
    if info.exists():
        models = [line.split(":", 1)[1].strip() for line in info.read_text().splitlines() if "model name" in line]
        name = models[0] if models else name
    versions = {"python": platform.python_version(), "torch": torch.__version__, "numpy": numpy.__version__}
    return {"processor": name or platform.machine(), **versions}


def document(rows: Iterable[Row]) -> Mapping[str, object]:
    """What `--json` writes."""
    return {"schema": SCHEMA, "machine": machine(), "rows": [asdict(row) for row in rows]}


def main(json: bool = False, peers: bool = True, jobs: Sequence[str] = ()) -> int:
    """`lemmata bench`, in a process of its own: the number of threads is fixed before a library is imported."""
    options = ["--json"] * json + ["--no-peers"] * (not peers)
    return subprocess.run([sys.executable, "-m", "lemmata.bench", *options, *jobs], check=False).returncode
