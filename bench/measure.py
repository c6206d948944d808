"""What is measured: an answer with its error, its CPU seconds, and the least time that the machine allows.

An answer is a vector of numbers, each with an absolute error bound, a standard error or a half width. Two
answers agree when no component differs by more than the sum of these (a standard error counts SIGMAS times).
Times are CPU seconds (`time.process_time`), best of k, one thread: on a shared machine wall time moves by a
factor three, CPU time hardly.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

import numpy as np

SIGMAS = 5.0  # a false "disagree" has probability < 1e-6 per component


Form = Literal["bound", "standard error", "interval"]


@dataclass(frozen=True)
class Answer:
    """The value (one number or many), its error, and what the error is: bound, standard error, half width."""

    value: Sequence[float]
    error: float | Sequence[float]
    form: Form = "bound"

    def arrays(self) -> tuple[np.ndarray, np.ndarray]:
        value = np.atleast_1d(np.asarray(self.value, dtype=float))
        error = np.broadcast_to(np.asarray(self.error, dtype=float), value.shape)
        if not (np.isfinite(value).all() and np.isfinite(error).all()):
            raise ValueError("An answer of the benchmark is not finite; a time without a value is worth nothing.")
        return value, error

    @property
    def reach(self) -> np.ndarray:
        """How far from the value the truth may lie."""
        _, error = self.arrays()
        return SIGMAS * error if self.form == "standard error" else error

    def text(self) -> str:
        """The largest component with its error, or with the digits that every component has on its scale."""
        value, error = self.arrays()
        top = int(np.argmax(value))
        if self.form != "bound":
            return f"{value[top]:.5g} ± {error[top]:.1e}"
        relative = float(error.max() / (abs(value[top]) or 1.0))
        digits = "exact" if relative == 0 else f"{max(0, math.floor(-math.log10(relative)))} digits"
        return f"{value[top]:.6g} ({digits})"


def sample_mean(draws: np.ndarray) -> Answer:
    """The mean over draws, which lie along the last axis, with its standard error; one number a row."""
    rows = np.atleast_2d(np.asarray(draws, dtype=np.float64))
    return Answer(rows.mean(1).tolist(), (rows.std(1, ddof=1) / rows.shape[1] ** 0.5).tolist(), "standard error")


def disagreement(ours: Answer, theirs: Answer) -> str | None:
    """Why the two answers cannot both be right, in one sentence; None when they agree."""
    (a, _), (b, _) = ours.arrays(), theirs.arrays()
    if a.shape != b.shape:
        return f"{b.size} numbers where {a.size} were asked for"
    allowed = ours.reach + theirs.reach
    # the last bit of a double is nobody's fault
    gap = np.abs(a - b) - 4 * np.finfo(float).eps * np.maximum(np.abs(a), np.abs(b))
    worst = int(np.argmax(gap - allowed))
    if gap[worst] <= allowed[worst]:
        return None
    return f"differs by {abs(a[worst] - b[worst]):.3g} where the stated errors allow {allowed[worst]:.3g}"


@dataclass(frozen=True)
class Bound:
    """The least CPU seconds that the job can take on this machine, measured in the same run, and why."""

    seconds: float
    what: str


Run = Callable[[], Answer]


@dataclass(frozen=True)
class Job:
    """One question, our way of answering it, peers as factories (which import them), the physical bound."""

    name: str
    question: str
    ours: Callable[[], Run]
    bound: Callable[[], Bound]
    peers: Mapping[str, Callable[[], Run]] = field(default_factory=dict)
    repeat: int = 5


def cpu_seconds(run: Callable[[], object], repeat: int = 5, least: float = 0.02, total: float = 4.0) -> float:
    """CPU seconds of one call, the best of `repeat` (fewer beyond `total` seconds)."""
    begin = time.process_time()
    run()  # warm-up: compilation, caches, imports
    first = time.process_time() - begin
    if first > total:
        return first
    number = max(1, math.ceil(least / max(first, 1e-6)))
    best = math.inf
    spent = 0.0
    for _ in range(repeat):
        begin = time.process_time()
        for _ in range(number):
            run()
        taken = time.process_time() - begin
        best, spent = min(best, taken / number), spent + taken
        if spent > total:
            break
    return best


def fastest(*ways: Callable[[], object], repeat: int = 5) -> float:
    """CPU seconds of the quickest of several ways to do one thing: a limit is that of the better library."""
    return min(cpu_seconds(way, repeat) for way in ways)
