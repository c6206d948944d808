"""The command as a user meets it: words in, exit code and text out."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from lemmata.verify.cli.main import run

sys.path.append(str(Path(__file__).parent))  # the fuzzer draws from hostile.py

CLAIM = '''"""A claim of a user's own."""

from lemmata import Claim, Domain, Erratum, Identity, Inequality, Mean, Positive, Print, Procedure, Rational, Settings, Symbol
from lemmata import sqrt

a = Symbol("a", "a width", Positive)
simulate = Procedure("simulate", "a number about one", ("a",), {"C": "its value"})
C = simulate(a=a)["C"]
domain = Domain(a >= Rational(1, 5), a <= Rational(3, 2), core=(a <= Rational(3, 2),))
stated = {"domain": domain, "procedures": (simulate,)}


def mean(p, draw):
    return {"C": 1 + p.a * draw.normal()}


def examined(claim, run=mean, points=4, **more):
    usual = {"core": (points, points), "rest": (0, 0), "search": (0, 0), "calls": 4, "unit": 1}
    return Settings(claim, procedures={"simulate": run}, **{**usual, **more})
'''

MINE = """
claim = Claim("mine.mean", says="the mean is one", statement=Identity(Mean(C), 1), **stated,
              printed=Print(right=a + 1, erratum=Erratum.wrong("a is not there")), wrong={"half": {"right": a / 2 + 1}})
bound = examined(claim)
"""


@dataclass(frozen=True)
class Answer:
    """What a command left behind."""

    code: int
    out: str
    err: str


Command = Callable[..., Answer]


@pytest.fixture(scope="session")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One folder for the index of claims, which takes seconds to make."""
    return tmp_path_factory.mktemp("cache")


@pytest.fixture
def lemmata(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], cache: Path) -> Command:
    """Runs a command in this process, in a folder of its own."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(cache))

    def command(*words: str | Path) -> Answer:
        capsys.readouterr()
        monkeypatch.setattr(sys, "argv", ["lemmata", *map(str, words)])
        try:
            run()
            code = 0
        except SystemExit as stop:
            code = int(stop.code or 0)
        captured = capsys.readouterr()
        return Answer(code, captured.out, captured.err)

    return command


@pytest.fixture
def file(tmp_path: Path) -> Callable[[str], Path]:
    """Writes a claims file that begins with the imports above."""

    def write(text: str, name: str = "mine.py") -> Path:
        path = tmp_path / name
        path.write_text(CLAIM + text)
        return path

    return write


@pytest.fixture(scope="session")
def own_claim() -> str:
    """The text of a file with one claim."""
    return CLAIM + MINE


@pytest.fixture
def mine(file: Callable[[str], Path]) -> Path:
    """A claim with a print and a mutant."""
    return file(MINE)


def installed(*words: str | Path, folder: Path, cache: Path) -> subprocess.CompletedProcess[str]:
    """The command as installed, in a process of its own."""
    import os

    program = Path(sys.executable).parent / "lemmata"
    environment = {**os.environ, "XDG_CACHE_HOME": str(cache), "OMP_NUM_THREADS": "1"}
    return subprocess.run(
        [str(program), *map(str, words)], capture_output=True, text=True, env=environment, cwd=folder, check=False, timeout=120
    )


@pytest.fixture
def shell(tmp_path: Path, cache: Path) -> Callable[..., subprocess.CompletedProcess[str]]:
    return lambda *words: installed(*words, folder=tmp_path, cache=cache)
