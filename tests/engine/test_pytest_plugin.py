"""pytest collects claims: readable ids, selection, several workers, files outside, the message of a failure, and speed."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from lemmata.verify.engine import pytest_plugin

ROOT = Path(__file__).resolve().parents[2]
MINE = """
from lemmata import Claim, Domain, Erratum, Identity, Mean, Positive, Print, Procedure, Rational, Settings, Symbol

a = Symbol("a", "a width", Positive)
simulate = Procedure("simulate", "a number about one", ("a",), {{"C": "its value"}})
C = simulate(a=a)["C"]


def mean(p, draw):
    with open("calls.txt", "a") as handle:
        handle.write("x")
    return {{"C": 1 + p.a * draw.normal()}}


claim = Claim(id="mine.{slug}", says="the mean is one", statement=Identity(Mean(C), {value}), procedures=(simulate,),
              domain=Domain(a >= Rational(1, 2), a <= 1, core=(a <= 1,)),
              printed=Print(right=a + 1, erratum=Erratum.wrong("a is not there")),
              wrong={{"half": {{"right": a / 2 + 1}}, "third": {{"right": 1 + a / 3}}}})
bound = Settings(claim, core=(2, 2), rest=(0, 0), search=(0, 0), calls=4, procedures={{"simulate": mean}})
"""

OPEN = """
from lemmata import Claim, Identity, Mean, Normal, Positive, Sampled, Symbol

s = Symbol("s", "standard deviation", Positive)
Z = Sampled("Z", Normal())

claim = Claim(id="mine.open", says="The second moment is the variance", statement=Identity(Mean((s * Z) ** 2), s**2),
              wrong={"doubled": {"right": 2 * s**2}}, open="nobody knows")
"""


@dataclass(frozen=True)
class Answer:
    """What a run of pytest printed and its exit code."""

    returncode: int
    stdout: str


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Callable[..., Answer]:
    """pytest inside pytest, in this process: a process of its own costs seconds of imports."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.delenv("PYTEST_ADDOPTS", raising=False)
    monkeypatch.delenv("PYTEST_XDIST_WORKER", raising=False)

    def call(*words: str | Path, folder: Path | None = None) -> Answer:
        monkeypatch.chdir(folder or tmp_path)
        capsys.readouterr()
        fixed = ["-p", "no:cacheprovider", "-p", "no:faulthandler", "-s", "--color=no", "--rootdir", "."]
        code = pytest.main([*fixed, *([] if folder else ["-c", os.devnull]), *map(str, words)])
        captured = capsys.readouterr()
        return Answer(int(code), captured.out + captured.err)

    return call


def installed(*words: str | Path, folder: Path) -> str:
    """What pytest prints in a process of its own."""
    environment = {**os.environ, "XDG_CACHE_HOME": str(folder / "cache"), "OMP_NUM_THREADS": "1", "PYTEST_ADDOPTS": ""}
    environment.pop("PYTEST_XDIST_WORKER", None)
    return subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *map(str, words)],
        capture_output=True,
        text=True,
        env=environment,
        cwd=folder,
        check=False,
        timeout=120,
    ).stdout


def write(folder: Path, slug: str = "good", value: str = "1", name: str | None = None) -> Path:
    path = folder / f"{name or slug}.py"
    path.write_text(MINE.format(slug=slug, value=value))
    return path


class TestLibrary:
    def test_one_item_per_law_with_readable_ids(self, run):
        answer = run("verify/mean_field/label_noise.py", "--collect-only", "-q", folder=ROOT)
        assert answer.stdout.splitlines()[:5] == [
            f"verify/mean_field/label_noise.py::{name}"
            for name in ("truth", "as-printed", "mutant:variance", "mutant:lambda", "mutant:penalty_forgotten")
        ]

    def test_selection_and_only_bindings_are_collected(self, run):
        answer = run("verify/mean_field", "--collect-only", "-q", "-k", "label_noise and mutant", folder=ROOT)
        assert [line for line in answer.stdout.splitlines() if "/label_noise.py::" in line] == [
            f"verify/mean_field/label_noise.py::mutant:{name}" for name in ("variance", "lambda", "penalty_forgotten")
        ]
        assert {path for path in ROOT.glob("verify/**/*.py") if pytest_plugin._binds(path)} == {
            path
            for path in ROOT.glob("verify/*/*.py")
            if (ROOT / "theory" / path.parent.name).is_dir() and not path.name.startswith("_")
        }


class TestOutside:
    def test_a_file_anywhere(self, tmp_path, run):
        answer = run(write(tmp_path), "-v")
        assert answer.returncode == 0, answer.stdout
        assert re.findall(r"good.py::(\S+) PASSED", answer.stdout) == ["truth", "as-printed", "mutant:half", "mutant:third"]

    def test_an_open_part_is_expected_to_fail_and_its_wrong_versions_are_skipped(self, tmp_path, run):
        (tmp_path / "half.py").write_text(OPEN)
        answer = run("half.py", "-rsx")
        assert answer.returncode == 0, answer.stdout
        assert "1 skipped, 1 xfailed" in answer.stdout
        assert answer.stdout.count("nobody knows") == 2

    def test_a_claim_is_verified_once_for_all_its_items(self, tmp_path, run):
        path = write(tmp_path)
        run(path)
        whole = len((tmp_path / "calls.txt").read_text())
        (tmp_path / "calls.txt").unlink()
        answer = run(path, "-k", "half")
        assert "1 passed, 3 deselected" in answer.stdout
        assert len((tmp_path / "calls.txt").read_text()) == whole

    def test_a_failure_prints_the_message_of_the_law(self, tmp_path, run):
        answer = run(write(tmp_path, "bad", "1 + a**2"), "-k", "truth")
        assert answer.returncode == 1
        assert "Traceback" not in answer.stdout
        assert "runtest" not in answer.stdout
        text = answer.stdout[answer.stdout.index("mine.bad truth: expected") :].split("\n====")[0]
        lines = [
            line.split()[0] if index else line
            for index, line in enumerate(text.splitlines())
            if index == 0 or line.startswith("  ")
        ]
        assert lines[0] == "mine.bad truth: expected to hold, but it is refuted"
        assert lines[1:] == [
            "statement",
            "says",
            "assuming",
            "measured",
            "predicted",
            "interval",
            "gap",
            "at",
            "judged",
            "see",
            "run",
        ]
        assert "lemmata eval bad.py a=" in text
        assert "lemmata verify bad.py --profile quick --seed 0" in text

    def test_several_claims_of_one_file_have_ids_of_their_own(self, tmp_path, run):
        path = write(tmp_path, "one")
        again = MINE.format(slug="two", value="1").split("claim = ")[1]
        path.write_text(path.read_text() + "\n\nother = " + again.replace("bound = Settings(claim", "second = Settings(other"))
        answer = run(path, "--collect-only", "-q")
        assert [line.split("::", 1)[1] for line in answer.stdout.splitlines() if "::" in line] == [
            f"mine.{slug}:{law}" for slug in ("one", "two") for law in ("truth", "as-printed", "mutant:half", "mutant:third")
        ]

    def test_a_file_with_a_fault_is_one_sentence(self, tmp_path, run):
        path = tmp_path / "fault.py"
        path.write_text("from lemmata import Claim, Identity\nClaim(id='mine.fault', says='', statement=Identity(1, 2))\n")
        answer = run(path)
        assert answer.returncode == 2
        assert "mine.fault: the part main has no sentence" in answer.stdout
        assert "Traceback" not in answer.stdout

    def test_options_of_the_verification(self, tmp_path, run):
        answer = run(write(tmp_path), "--claim-profile", "full", "--claim-seed", "3")
        assert answer.returncode == 0, answer.stdout
        answer = run(write(tmp_path), "--claim-profile", "slow")
        assert answer.returncode != 0
        assert "unknown profile 'slow': choose quick, full or fuzz" in answer.stdout

    def test_other_files_of_a_folder_are_left_alone(self, tmp_path, run):
        write(tmp_path)
        (tmp_path / "helper.py").write_text("raise RuntimeError('must not be imported')\n")
        (tmp_path / "test_mine.py").write_text("def test_plain():\n    from lemmata import Claim\n")
        answer = run(tmp_path, "-q")
        assert "5 passed" in answer.stdout, answer.stdout
        assert answer.returncode == 0

    def test_two_workers_keep_a_claim_together(self, tmp_path, run):
        paths = [write(tmp_path, slug) for slug in ("one", "two")]
        run(paths[0])
        whole = len((tmp_path / "calls.txt").read_text())
        (tmp_path / "calls.txt").unlink()
        output = installed(*paths, "-n", "2", folder=tmp_path)
        assert "8 passed" in output, output
        assert len((tmp_path / "calls.txt").read_text()) == pytest.approx(2 * whole, rel=0.5), (
            "each claim is simulated on one worker only"
        )

    def test_one_run_of_several_workers(self, tmp_path, run):
        paths = [write(tmp_path, slug) for slug in ("one", "two")] + [write(tmp_path, "bad", "1 + a**2")]
        alone = run(*paths, "-v")
        calls = len((tmp_path / "calls.txt").read_text())
        (tmp_path / "calls.txt").unlink()
        together = run(*paths, "-v", "--claim-workers", "2")
        lines = [re.findall(r"^(\S+::\S+) (\w+)", answer.stdout, re.MULTILINE) for answer in (alone, together)]
        assert lines[0] == lines[1]
        assert len(lines[0]) == 12
        assert together.returncode == 1
        assert "mine.bad truth: expected to hold, but it is refuted" in together.stdout
        assert len((tmp_path / "calls.txt").read_text()) == calls, "each claim is simulated once"

    def test_two_claims_of_one_id_are_verified_both(self, tmp_path, run):
        (tmp_path / "other").mkdir()
        paths = [write(tmp_path, "one"), write(tmp_path / "other", "one", "1 + a**2")]
        answer = run(*paths, "--claim-workers", "2", "-q")
        assert "1 failed" in answer.stdout, answer.stdout
        assert "7 passed" in answer.stdout, answer.stdout

    def test_a_session_that_is_cut_short_leaves_no_worker(self, tmp_path, run):
        import psutil

        paths = [write(tmp_path, "bad", "1 + a**2")] + [write(tmp_path, f"claim{k}") for k in range(6)]
        answer = run(*paths, "--claim-workers", "2", "-x")
        assert answer.returncode == 1
        living = [c for c in psutil.Process().children(recursive=True) if c.status() != psutil.STATUS_ZOMBIE]
        assert not [child for child in living if "serve(" in " ".join(child.cmdline())]

    def test_workers_of_two_kinds_are_refused(self, tmp_path, run):
        answer = run(write(tmp_path), "-n", "2", "--claim-workers", "2")
        assert answer.returncode == 4
        assert "--claim-workers 2 and -n: each would start workers of its own, give one of the two" in answer.stdout

    def test_no_workers_at_all_are_refused(self, tmp_path, run):
        answer = run(write(tmp_path), "--claim-workers", "0")
        assert answer.returncode == 4
        assert "--claim-workers 0: at least one worker is needed" in answer.stdout

    def test_the_skeleton_passes(self, tmp_path, monkeypatch, run):
        from lemmata.verify.cli.writing import skeleton

        monkeypatch.chdir(tmp_path)
        skeleton("mine.my_lemma", None)
        answer = run("my_lemma.py", "-q")
        assert "3 passed" in answer.stdout, answer.stdout
        assert answer.returncode == 0


def test_collection_of_500_laws_takes_less_than_four_seconds(tmp_path):
    """125 files of four laws, start-up included; processor time, as a loaded machine is not the program's fault."""
    import resource

    for number in range(125):
        write(tmp_path, f"claim{number}")

    def used(*words: str | Path) -> tuple[float, str]:
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        began = time.perf_counter()
        output = installed(*words, "--collect-only", "-q", folder=tmp_path)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        return min(spent, time.perf_counter() - began), output

    seconds, output = used(tmp_path)
    assert "500 tests collected" in output
    assert seconds < 4
