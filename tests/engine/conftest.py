"""Tiny claims and campaigns to be killed: about the machinery, not about a theory."""

from __future__ import annotations

import json
import os
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from scipy import stats

from lemmata import Claim, Domain, Positive, Procedure, Settings, Symbol
from lemmata.verify.engine.records import ClaimRecord
from lemmata.verify.engine.runner import Run
from lemmata.verify.engine.store import Store
from lemmata.verify.engine.upkeep import lines

sys.path.append(str(Path(__file__).parent))  # where `processes` is

SIZE = 1e-4  # of every binomial test here


@pytest.fixture
def short_units(monkeypatch: pytest.MonkeyPatch) -> None:
    """Units of four points, so that a small claim has several."""
    monkeypatch.setattr("lemmata.verify.engine.examination.QUICK", 4)


class Lab:
    """Makes and runs claims of a parameter ``a`` and of ``C``, which a procedure returns."""

    a = Symbol("a", "a parameter", Positive)
    simulate = Procedure("simulate", "a number that is simulated", ("a",), {"C": "its value"})
    C = simulate(a=a)["C"]
    domain = Domain(a >= 1, a <= 2, core=(a <= 2,))

    def bind(
        self,
        statement: Any,
        run: Callable[..., Any] | None = None,
        *,
        of: Mapping[str, Any] | None = None,
        points: int = 2,
        **options: Any,
    ) -> Settings:
        """A claim with its settings; ``run`` returns the values of C; ``of`` holds further fields of the claim."""
        fields: dict[str, Any] = {"id": "test.claim", "says": "A statement for a test", "domain": self.domain, **(of or {})}
        if run is not None:
            fields["procedures"], options["unit"] = (self.simulate,), options.get("unit", 1)
            options["procedures"] = {"simulate": lambda p, draw: {"C": run(p, draw)}}
        claim = Claim(statement=statement, **fields)
        usual = {"core": (points, points), "rest": (0, 0), "search": (0, 0), "calls": 4, "replicates": (2**12, 2**12)}
        return Settings(claim, **{**usual, **options})

    def run(self, *settings: Settings, **options: Any) -> list[ClaimRecord]:
        return Run(settings, device="cpu", **options).all()

    @staticmethod
    def at_most(count: int, trials: int, rate: float) -> bool:
        """Whether so many events are compatible with a rate of at most ``rate``."""
        return bool(stats.binom.sf(count - 1, trials, rate) > SIZE)


@pytest.fixture(scope="session")
def lab() -> Lab:
    return Lab()


SLOW = """
import time
from lemmata import Claim, Domain, Identity, Mean, Positive, Procedure, Settings, Symbol

a = Symbol("a", "a parameter", Positive)
simulate = Procedure("simulate", "a normal number about one", ("a",), {{"C": "its value"}})
C = simulate(a=a)["C"]


def run(p, draw):
    time.sleep({pause})
    {extra}
    return {{"C": 1 + 0.1 * draw.normal()}}


def add(slug):
    claim = Claim(f"slow.{{slug}}", says="a mean", statement=Identity(Mean(C), 1), procedures=(simulate,),
                  domain=Domain(a >= 1, a <= 2, core=(a <= 2,)))
    return Settings(claim, core=({points}, {points}), rest=(0, 0), search=(0, 0), calls=4, replicates=(4096, 4096),
                    unit={unit}, procedures={{"simulate": run}})


first, second = add("first"), add("second")
"""


@dataclass(frozen=True)
class Campaign:
    """Two sampled claims in a file outside the repository, and runs of them that can be killed."""

    folder: Path

    def write(self, *, pause: float = 0.0, points: int = 4, extra: str = "pass") -> Path:
        path = self.folder / "slow.py"
        path.write_text(SLOW.format(pause=pause, points=points, extra=extra, unit=1 if points > 1 else None))
        return path

    @staticmethod
    def in_units(points: int) -> int:
        """Units of the file with so many points for each claim: a point each, and no core has fewer than four; one in all for one."""
        return 2 * max(points, 4) if points > 1 else 2

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
