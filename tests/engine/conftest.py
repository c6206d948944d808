"""Tiny claims, experiments and judgements, the binomial bounds of calibration tests, and campaigns to be killed."""

from __future__ import annotations

import json
import os
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import sympy as sp
from scipy import stats

from lemmata.theory.first import Claim, Domain, Observable, Real, Source, Statement
from lemmata.verify.engine import judges
from lemmata.verify.engine.campaign import SAMPLED
from lemmata.verify.engine.experiment import Experiment
from lemmata.verify.engine.records import ClaimRecord, Evidence
from lemmata.verify.engine.runner import Run
from lemmata.verify.engine.store import Store
from lemmata.verify.engine.trial import Setting, Trial
from lemmata.verify.engine.upkeep import lines

SIZE = 1e-4  # of every binomial test here


class Lab:
    """Makes and judges claims that are about the machinery, not about a theory."""

    a = sp.Symbol("a", positive=True)
    n = sp.Symbol("n", integer=True, positive=True)
    C = Observable("C")
    one = Domain(Real(a, (0, sp.oo), (1, 2)))

    def claim(self, truth: Statement, **options: Any) -> Claim:
        settings = {"id": "test.claim", "title": "A statement for a test", "source": Source("none", "none"), "domain": Domain()}
        return Claim(truth=truth, **{**settings, **options})

    def bind(
        self,
        truth: Statement,
        simulate: Callable[..., Any] | None = None,
        *,
        of: Mapping[str, Any] | None = None,
        **options: Any,
    ) -> Experiment:
        """An experiment on a claim; ``of`` holds further fields of the claim."""
        return Experiment(self.claim(truth, **(of or {})), simulate, **options)

    def judge(
        self,
        experiment: Experiment,
        alpha: float = 1e-6,
        root: int = 0,
        point: Mapping[str, Any] | None = None,
        profile: int = 0,
    ) -> dict[str, Evidence]:
        """Evidence of the stated laws at one point."""
        trial = Trial(experiment, dict(point or {}), Setting(root=root, profile=profile))
        laws = experiment.claim.laws()
        groups: dict[type, list[Any]] = {}
        for law in laws:
            groups.setdefault(type(law.statement), []).append(law)
        found: dict[str, Evidence] = {}
        for kind, members in groups.items():
            found.update({law.name: e for law, e in zip(members, judges.measure(kind, trial, members, alpha), strict=True)})
        return found

    def outcomes(self, experiment: Experiment, alpha: float, roots: Iterable[int], law: str = "truth") -> list[str]:
        return [self.judge(experiment, alpha, root)[law].outcome for root in roots]

    def run(self, *experiments: Experiment, **options: Any) -> list[ClaimRecord]:
        return Run(experiments, device="cpu", **options).all()

    @staticmethod
    def at_most(count: int, trials: int, rate: float) -> bool:
        """Whether so many events are compatible with a rate of at most ``rate``."""
        return bool(stats.binom.sf(count - 1, trials, rate) > SIZE)

    @staticmethod
    def at_least(count: int, trials: int, rate: float) -> bool:
        """Whether so many events are compatible with a rate of at least ``rate``."""
        return bool(stats.binom.cdf(count, trials, rate) > SIZE)


@pytest.fixture(scope="session")
def lab() -> Lab:
    return Lab()


SLOW = """
import time
import sympy as sp
from lemmata.theory.first import Claim, Domain, Identity, Mean, Observable, Real, Source
from lemmata.verify import experiment

a = sp.Symbol("a", positive=True)
C = Observable("C")


def simulate(p, draw):
    time.sleep({pause})
    {extra}
    return 1 + 0.1 * draw.normal()


def add(slug):
    claim = Claim(id=f"slow.{{slug}}", title="a mean", truth=Identity(Mean(C), 1), source=Source("none", "none"),
                  domain=Domain(Real(a, (0, sp.oo), (0.2, 1.5))))
    return experiment(claim, points=({points}, {points}))(simulate)


first, second = add("first"), add("second")
"""


@dataclass(frozen=True)
class Campaign:
    """Two sampled claims in a file outside the repository, and runs of them that can be killed."""

    folder: Path

    def write(self, *, pause: float = 0.0, points: int = 4, extra: str = "pass") -> Path:
        path = self.folder / "slow.py"
        path.write_text(SLOW.format(pause=pause, points=points, extra=extra))
        return path

    @staticmethod
    def in_units(points: int) -> int:
        """Units of the file with so many points for each claim."""
        return 2 * -(-points // SAMPLED)

    def start(self, *words: str | Path, **options: Any) -> subprocess.Popen[str]:
        environment = {**os.environ, "XDG_CACHE_HOME": str(self.folder / "cache"), "OMP_NUM_THREADS": "1"}
        return subprocess.Popen(
            [sys.executable, "-m", "lemmata.verify", *map(str, words)],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=environment,
            cwd=self.folder,
            **options,
        )

    @staticmethod
    def units(path: Path) -> int:
        db = sqlite3.connect(path, timeout=5)
        try:
            (count,) = db.execute("select count(*) from units").fetchone()
        except sqlite3.OperationalError:
            return 0
        finally:
            db.close()
        return int(count)

    def wait_for_units(self, path: Path, count: int, process: subprocess.Popen[str]) -> int:
        """Wait until so many units are in the store; how many there are."""
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline:
            if process.poll() is not None:
                raise AssertionError(f"the run ended early: {process.communicate()}")
            found = self.units(path) if path.exists() else 0
            if found >= count:
                return found
            time.sleep(0.02)
        raise AssertionError("no unit was finished within a minute")

    @staticmethod
    def content(path: Path) -> list[Any]:
        """All that a store holds, times aside, in the order of the keys."""
        rows = [_timeless(json.loads(line)) for line in lines(Store(path))]
        return sorted(rows, key=lambda row: (row["table"], row.get("key", "")))


def _timeless(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _timeless(entry) for name, entry in value.items() if name not in {"seconds", "made"}}
    return [_timeless(entry) for entry in value] if isinstance(value, list) else value


@pytest.fixture
def campaign(tmp_path: Path) -> Campaign:
    return Campaign(tmp_path)
