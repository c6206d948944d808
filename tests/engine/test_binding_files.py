"""Only files that import lemmata and state or bind a claim are collected by pytest; no other file is run to find out."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from lemmata.verify.engine.binding_files import binds, has_tests
from lemmata.verify.engine.content import ROOT

BINDS = {
    "settings": "from lemmata import Settings as Tie\nbound = Tie(3)",
    "a claim alone": "from lemmata import Claim\nclaim = Claim(id='mine.x')",
    "annotated": "from lemmata import Claim\nclaim: Claim = Claim(id='mine.x')",
    "in a list": "from lemmata import Claim\nclaims = [Claim(id=f'mine.x{k}') for k in range(3)]",
    "through the module": "import lemmata\nclaim = lemmata.Claim(id='mine.x')",
    "through a module by another name": "import lemmata.verify.engine.subject as v\nbound = v.Settings(3)",
    "through a module taken out of it": "from lemmata.verify.engine import subject\nbound = subject.Settings(3)",
    "everything": "from lemmata import *\nclaim = Claim(id='mine.x')",
    "if it is there": "try:\n    from lemmata import Claim\nexcept ImportError:\n    raise\nclaim = Claim(id='mine.x')",
    "in a loop": "from lemmata import Claim\nfor k in range(2):\n    globals()[f'c{k}'] = Claim(id=f'mine.x{k}')",
    "by a function of the file": "from lemmata import Claim\ndef one(k):\n    return Claim(id=k)\ndef two(k):\n    return one(k)\na = two(1)",
    "as an attribute of a class": "from lemmata import Claim\nclass Notes:\n    claim = Claim(id='mine.x')",
}
DOES_NOT = {
    "sacred": "from sacred import Experiment\nimport lemmata_notes  # lemmata\nex = Experiment('mine')",
    "a name of one's own": "import lemmata\nclass Claim: ...\nclaim = Claim()",
    "only in words": "'''from lemmata import Claim'''\n# from lemmata import Claim\nfrom sacred import Experiment\nex = Experiment()",
    "a helper": "from lemmata import Claim\ndef make(k):\n    return Claim(id=k)",
    "a type": "from lemmata import Claim\ndef show(claim: Claim) -> str: ...\nif isinstance(3, Claim): pass",
    "a user of records": "from lemmata import Library\nprint(Library()['ridge.bv'])",
    "a program": "from lemmata import Claim\nif __name__ == '__main__':\n    Claim(id='mine.x')",
    "a package beside it": "from lemmata_tools import Claim\nclaim = Claim(id='mine.x')",
    "a module of one's own package": "from .lemmata import Claim\nclaim = Claim(id='mine.x')",
    "in a function only": "def f():\n    from lemmata import Claim\n    return Claim(id='mine.x')\nx = 1",
    "no Python": "from lemmata import Claim\nclaim = Claim(",
    "no text": "from lemmata import Claim\n\0",
    "nothing": "",
}


@pytest.mark.parametrize("what", BINDS)
def test_what_binds(tmp_path, what):
    (tmp_path / "x.py").write_text(BINDS[what])
    assert binds(tmp_path / "x.py")


@pytest.mark.parametrize("what", DOES_NOT)
def test_what_does_not(tmp_path, what):
    (tmp_path / "x.py").write_text(DOES_NOT[what])
    assert not binds(tmp_path / "x.py")


def test_what_cannot_be_read(tmp_path):
    (tmp_path / "latin.py").write_bytes("x = 'é'\nfrom lemmata import Claim\nclaim = Claim()".encode("latin-1"))
    os.mkfifo(tmp_path / "pipe.py")
    (tmp_path / "folder.py").mkdir()
    (tmp_path / "deep.py").write_text("from lemmata import Claim\nx = " + "(" * 5000 + ")" * 5000)
    for name in ("latin", "pipe", "folder", "deep", "missing"):
        assert not binds(tmp_path / f"{name}.py")


def test_tests_of_the_ordinary_kind(tmp_path):
    for text, found in (("def test_x(): ...", True), ("class TestX: ...", True), ("x = 'def test_x'", False)):
        (tmp_path / "x.py").write_text(f"import lemmata\n{text}\n")
        assert has_tests(tmp_path / "x.py") is found


def test_every_binding_of_the_library_is_one_and_no_file_of_the_machinery():
    bindings = [
        path for path in (ROOT / "verify").glob("*/*.py") if (ROOT / "theory" / path.relative_to(ROOT / "verify")).exists()
    ]
    assert len(bindings) > 100
    assert [path for path in bindings if not path.name.startswith("_") and not binds(path)] == []
    machinery = [*(ROOT / "verify" / "engine").rglob("*.py"), *(ROOT / "verify" / "cli").glob("*.py")]
    assert [path.name for path in machinery if binds(path)] == []


FOREIGN = {
    "train.py": "from sacred import Experiment\nex = Experiment('mine')\nopen('ran.txt', 'a').write('train')\nraise SystemExit(3)\n",
    "theory/experiment.py": "import experiment\nfrom lemmata import nothing_of_the_kind\nopen('ran.txt', 'a').write('theory')\n",
    "verify/mean_field/claim.py": "import bind\nopen('ran.txt', 'a').write('verify')\n",
    "numerics/__init__.py": "",
    "bench/claims.py": "# import lemmata\nclass Claim: ...\nclaim = Claim()\nopen('ran.txt', 'a').write('bench')\n",
    "test_mine.py": "import sys\ndef test_mine():\n    assert 'torch' not in sys.modules\n    assert 'sympy' not in sys.modules\n",
}


def test_a_project_that_knows_nothing_of_lemmata_is_left_alone(tmp_path):
    """Not a file of it is run, and the plugin itself imports next to nothing."""
    for name, text in FOREIGN.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    answer = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:hypothesispytest", "."],
        cwd=tmp_path, capture_output=True, text=True, timeout=120, check=False,
        env={**os.environ, "PYTEST_ADDOPTS": ""},
    )  # fmt: skip
    assert answer.returncode == 0, answer.stdout + answer.stderr
    assert "1 passed" in answer.stdout
    assert not (tmp_path / "ran.txt").exists()


def test_a_file_named_on_the_command_line_that_binds_nothing_is_plain_pytest(tmp_path):
    Path(tmp_path / "train.py").write_text("from sacred import Experiment\n")
    answer = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "train.py"],
        cwd=tmp_path, capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip
    assert "No module named 'sacred'" in answer.stdout
    assert "lemmata" not in answer.stdout.replace("pytest-", "")
