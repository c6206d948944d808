"""The archive of the sources holds what the checkout holds; what is installed from it verifies claims and writes the report."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
import tarfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
NOT_PART = {".venv", ".git", ".types", "build", "dist"}
KINDS = {".py", ".md", ".json", ".bib", ".css", ".j2", ".js", ".typed", ".toml", ".txt", ".in", ".cff", ".png", ".yaml"}


def sources() -> list[str]:
    found = []
    for folder, folders, names in os.walk(ROOT):
        folders[:] = [
            name for name in folders if name not in NOT_PART and not name.endswith((".egg-info", "cache", "__", "hypothesis"))
        ]
        here = Path(folder).relative_to(ROOT)
        found += [(here / name).as_posix() for name in names if Path(name).suffix in KINDS or here.name == ".ci"]
    return sorted([*found, "Makefile", "LICENSE"])


@pytest.fixture(scope="module")
def unpacked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The sources as they come out of the archive that was made of a copy of them."""
    folder = tmp_path_factory.mktemp("sdist")
    for name in sources():
        (folder / "copy" / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, folder / "copy" / name)
    call = "from setuptools.build_meta import build_sdist; print(build_sdist('dist'))"
    answer = subprocess.run([sys.executable, "-c", call], cwd=folder / "copy", capture_output=True, text=True, check=False)
    assert answer.returncode == 0, answer.stderr
    (archive,) = (folder / "copy" / "dist").glob("lemmata-*.tar.gz")
    with tarfile.open(archive) as tar:
        assert not [member.name for member in tar if member.issym() or member.islnk()]
        tar.extractall(folder, filter="data")
    return folder / archive.name.removesuffix(".tar.gz")


def test_nothing_is_missing_and_nothing_is_there_twice(unpacked: Path) -> None:
    inside = {path.relative_to(unpacked).as_posix() for path in unpacked.rglob("*") if path.is_file()}
    assert [name for name in sources() if name not in inside] == []
    assert not [name for name in inside if name.startswith(".types/")]
    assert os.access(unpacked / ".ci" / "setup", os.X_OK)


def test_what_is_installed_from_it_verifies_and_reports(unpacked: Path, tmp_path: Path) -> None:
    """As `make verify` does, for one claim; away from the checkout, which a path file of the environment may name."""
    site = tmp_path / "site"
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-build-isolation", "--no-index", "--target"]
    answer = subprocess.run([*pip, str(site), str(unpacked)], capture_output=True, text=True, check=False)
    assert answer.returncode == 0, answer.stderr
    assert sorted(path.name for path in site.iterdir() if path.is_dir() and not path.name.endswith("-info")) in (
        ["bin", "lemmata"],
        ["lemmata"],
    )
    for words in (["verify", "superorthogonal.case_i1", "--profile", "quick"], ["report", "--out", "report.html"]):
        program = (
            f"import sys; sys.path[:0] = [{str(site)!r}, {sysconfig.get_paths()['purelib']!r}, {sysconfig.get_paths()['platlib']!r}]\n"
            f"import lemmata; assert lemmata.__file__.startswith({str(site)!r})\n"
            f"sys.argv = ['lemmata', *{words!r}]\nfrom lemmata.verify.cli.main import run\nrun()"
        )
        answer = subprocess.run(
            [sys.executable, "-S", "-c", program], cwd=tmp_path, capture_output=True, text=True, check=False, timeout=120
        )
        assert answer.returncode == 0, answer.stdout + answer.stderr
    assert "superorthogonal.case_i1" in (tmp_path / "report.html").read_text()
    for recipe in ("verify", "test"):
        plan = subprocess.run(["make", "-n", recipe], cwd=unpacked, capture_output=True, text=True, check=False)
        assert plan.returncode == 0, plan.stderr
