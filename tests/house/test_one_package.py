"""Installed, everything is one package: projects with packages called theory, verify, numerics or bench work beside it."""

import subprocess
import sys
from pathlib import Path

OURS = ("theory", "numerics", "verify", "bench")


def run(code: str, folder: Path) -> str:
    answer = subprocess.run([sys.executable, "-c", code], cwd=folder, capture_output=True, text=True, timeout=120)
    assert answer.returncode == 0, answer.stderr
    return answer.stdout.strip()


def test_no_bare_top_level_package_is_there(tmp_path: Path) -> None:
    code = (
        "import sys, lemmata, lemmata.verify.library, lemmata.verify.engine.pytest_plugin, lemmata.verify.cli.main\n"
        f"import importlib.util as u; print([n for n in {OURS} if n in sys.modules or u.find_spec(n)])"
    )
    assert run(code, tmp_path) == "[]"


def test_a_foreign_project_with_packages_of_these_names(tmp_path: Path) -> None:
    for name in OURS:
        (tmp_path / name).mkdir()
        (tmp_path / name / "__init__.py").write_text(f"MINE = {name!r}\n")
    test = "".join(f"import {name}\n" for name in OURS) + "def test_mine():\n"
    test += "".join(f"    assert {name}.MINE == {name!r}\n" for name in OURS)
    (tmp_path / "test_mine.py").write_text(test)
    answer = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert answer.returncode == 0, answer.stdout + answer.stderr
    code = "import theory, lemmata.theory; assert theory.MINE == 'theory' and lemmata.theory.__file__ != theory.__file__"
    run(code, tmp_path)
