"""The command as a user meets it: words in, exit code and text out."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from lemmata.verify.cli.main import run

CLAIM = '''"""A claim of a user's own."""

import sympy as sp
import torch

from lemmata.theory.first import Claim, Domain, Erratum, Existence, Identity, Inequality, Mean, Observable, Real, Source
from lemmata.theory.first import Certificate, Choice, Integer
from lemmata.verify import bind, experiment

a = sp.Symbol("a", positive=True)
C = Observable("C")
domain = Domain(Real(a, (0, sp.oo), (0.2, 1.5)))
source = Source("notes.txt", "Lemma 3")
options = {"points": (3, 3), "resolution": (0.1, 0.1)}


def mean(p, draw):
    return 1 + p.a * draw.normal()
'''

MINE = """
claim = Claim(id="mine.mean", title="the mean is one", truth=Identity(Mean(C), 1), source=source, domain=domain,
              printed=Identity(Mean(C), a + 1), erratum=Erratum.wrong("a is not there"),
              mutants={"half": Identity(Mean(C), a / 2 + 1)})
bound = experiment(claim, mean, **options)
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
