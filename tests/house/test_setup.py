"""The set-up script says what is missing in one sentence."""

import shutil
import subprocess
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_a_machine_without_python_gets_one_sentence(tmp_path: Path) -> None:
    folder = tmp_path / ".ci"
    folder.mkdir()
    shutil.copy(ROOT / ".ci/setup", folder / "setup")
    answer = subprocess.run(
        ["bash", str(folder / "setup")],
        capture_output=True,
        text=True,
        check=False,
        env={"PATH": "/usr/bin:/bin", "PYTHON": "no-such-python"},
    )
    assert answer.returncode == 2
    assert answer.stderr.count("\n") == 1
    assert "Python 3.11" in answer.stderr
