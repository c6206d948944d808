"""What goes wrong in a user's hands: one sentence on stderr (with the claim's id), exit code 2, nothing written."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
import torch

CHEAP = "mean_field.label_noise"
CLAIM = 'Claim("mine.bad", says="bad", statement=Identity(Mean(C), 1), **stated{})\n'


def check(answer, text: str, code: int = 2) -> None:
    assert answer.code == code, answer
    assert text in answer.err, answer.err
    assert "Traceback" not in answer.err + answer.out
    assert answer.out == ""
    assert answer.err.startswith("lemmata: ")
    sentence, *pointer = answer.err.splitlines()
    assert not pointer or (len(pointer) == 2 and pointer[1].strip() == "^" and "(column " in sentence)


@pytest.mark.parametrize(
    ("words", "text"),
    [
        (
            "verify mean_field.label_nois",
            "there is no claim and no family 'mean_field.label_nois'; did you mean mean_field.label_noise",
        ),
        ("verify mean_fields", "there is no claim and no family 'mean_fields'; did you mean mean_field"),
        ("verify qqqq", "there is no claim and no family 'qqqq'; families: "),
        ("verify nothing.py", "there is no file "),
        ("verify some/folder", "there is no file "),
        ("show mean_field.label_nois", "did you mean mean_field.label_noise"),
        ("list --family mean", "there is no family 'mean'; choose one of "),
        ("list --kind theorem", "there is no kind 'theorem'; choose one of "),
        (f"verify {CHEAP} --profile slow", "unknown profile 'slow': choose quick, full or fuzz"),
        (f"verify {CHEAP} --device tpu", "there is no device 'tpu': use auto, cpu, cuda or cuda:N"),
        (f"verify {CHEAP} --device cuda:x", "there is no device 'cuda:x'"),
        (f"verify {CHEAP} --workers 0", "--workers 0: at least one worker is needed"),
        (f"verify {CHEAP} --workers -2", "--workers -2: at least one worker is needed"),
        (f"verify {CHEAP} --budget 0", "--budget 0.0: the budget is a positive number of seconds"),
        (f"verify {CHEAP} --budget nan", "--budget nan: the budget is a positive number of seconds"),
        (f"verify {CHEAP} --rng mersenne", "unknown generator 'mersenne': choose torch or philox"),
        (f"verify {CHEAP} --seed 99999999999999999999", "--seed 99999999999999999999: a root key is an integer of 64 bits"),
        (
            f"verify {CHEAP} --json no/such/folder/out.json",
            "--json no/such/folder/out.json: its folder does not exist; make it first",
        ),
        (f"verify {CHEAP} --json .", "--json . is a folder: name a file"),
        (f"verify {CHEAP} --store /dev/null/store.sqlite", "the store /dev/null/store.sqlite cannot be made: "),
        (
            f"verify {CHEAP} --store .",
            "cannot be used (unable to open database file): make its folder writable or name another with --store",
        ),
        ("mutants", "there is no store .lemmata/store.sqlite: run `lemmata verify` first, or name one with --store"),
        ("report", "there is no store .lemmata/store.sqlite"),
        ("replay 12ab", "there is no store .lemmata/store.sqlite"),
        (f"counterexample {CHEAP}", "there is no store .lemmata/store.sqlite"),
        (f"eval {CHEAP} n", "'n' is no name=value pair, such as n=100"),
        (f"eval {CHEAP} n=2 n=3", "n is given twice"),
        (f"eval {CHEAP} q=2", "mean_field.label_noise: there is no 'q'; it speaks of n, s, λ, K, y, K:style, y:style"),
        (f"eval {CHEAP} n=two", "n='two' is not a number"),
        (f"eval {CHEAP} n=nan", "n='nan' is not "),
        (f"eval {CHEAP} lambda=oo", "lambda='oo' is not finite"),
        (f"eval {CHEAP} n=2.5", "n=2.5 is no integer; n (number of samples) lies in {1, 2, …}"),
        (f"eval {CHEAP} n=-1", "n=-1 lies outside {1, 2, …}; n is the number of samples"),
        (f"eval {CHEAP} --law nothing", f"{CHEAP} has no law 'nothing'; it has truth, as-printed, "),
        ("eval linear_net", "linear_net names "),
        ("eval nothing.at_all n=2", "there is no claim and no family 'nothing.at_all'"),
        ("errata --format pdf", "--format pdf: choose one of text, markdown, latex, json"),
        ("report --against nowhere.json", "nowhere.json cannot be read"),
        ("derive nothing", "there is no claim and no family 'nothing'"),
        (f"derive {CHEAP} --out /dev/null/pages", "the page /dev/null/pages/mean_field.md cannot be written"),
        (f"calibrate {CHEAP} --seeds 0", "--seeds 0: at least one root key is needed"),
        ("new Mine", "'Mine' is no claim id: write family.slug in small letters, digits and underscores"),
        ("new mine.lemma --out /dev/null/lemma.py", "/dev/null/lemma.py cannot be written: "),
    ],
)
def test_wrong_words(lemmata, tmp_path, words, text):
    check(lemmata(*words.split()), text)
    assert not list(tmp_path.glob("*.json"))


def test_cuda_where_there_is_none(lemmata, monkeypatch):
    monkeypatch.setattr(torch.cuda, "is_available", lambda: False)
    check(
        lemmata("verify", CHEAP, "--device", "cuda"), "cuda was asked for but torch finds no CUDA device here: use cpu or auto"
    )


@pytest.mark.parametrize("words", ["list --famly x", "verfy", "verify --seed x", "new", "show a b c", "report --store"])
def test_options_and_commands_that_do_not_exist(lemmata, words):
    """These are refused by the parser: its usage line, and what is wrong in one more."""
    answer = lemmata(*words.split())
    assert answer.code == 2
    assert answer.out == ""
    assert len(answer.err.strip().splitlines()) <= 4
    assert "Error: " in answer.err
    assert "Traceback" not in answer.err


def test_no_command_is_the_help(lemmata):
    answer = lemmata()
    assert answer.code == 2
    assert "Usage: " in answer.out + answer.err


@pytest.mark.parametrize(
    ("body", "text"),
    [
        ("claim = (", "mine.py does not import: SyntaxError: "),
        (
            "import a_module_that_is_not_there",
            "mine.py does not import: ModuleNotFoundError: No module named 'a_module_that_is_not_there' (line ",
        ),
        ("1 / 0", "mine.py does not import: ZeroDivisionError: division by zero (line "),
        ("raise SystemExit(5)", "mine.py does not import: SystemExit: 5"),
        ("x = 3", "mine.py states no claim: write a Claim, see `lemmata new`"),
        ("claim = " + CLAIM.format(""), "mine.bad: nothing runs the procedure simulate: Settings(claim, procedures={...})"),
        (
            "claim = " + CLAIM.format(', wrong={"same": {"right": Rational(1)}}'),
            "mine.bad: mutant same: the edit changes nothing",
        ),
        (
            "claim = " + CLAIM.format("").replace("Identity(Mean(C), 1)", "C > 1"),
            "mine.bad: a part states one of Identity, Inequality, ",
        ),
        (
            "claim = " + CLAIM.format("").replace("Identity(Mean(C), 1)", "Identity(Mean(C), object())"),
            "mine.py (line 21): the right of this identity is no formula",
        ),
        (
            "claim = " + CLAIM.format("").replace("Identity(Mean(C), 1)", "Identity(Mean(C), Mean(C))"),
            "mine.py (line 21): the two sides of the identity are one expression",
        ),
        ("claim = " + CLAIM.format("").replace('"bad"', '""'), "mine.bad: the part main has no sentence"),
        (
            "claim = " + CLAIM.format("").replace("**stated", "domain=domain"),
            "mine.bad: the procedure simulate is not declared: procedures=(...,)",
        ),
        ("claim = " + CLAIM.format(', domain_of="x"'), "mine.py does not import: TypeError"),
        ("examined(" + CLAIM.format("").strip() + ", examples=({},))", "mine.bad: example 1 (nothing) has no value for a"),
        (
            "claim = " + CLAIM.format("").replace("mine.bad", "Mine"),
            "mine.py (line 21): 'Mine' is no claim id: write family.slug",
        ),
    ],
)
def test_a_claims_file_with_a_fault(lemmata, file, body, text):
    answer = lemmata("verify", file("\n" + body + "\n"))
    check(answer, text)


def test_two_files_of_one_id(lemmata, mine, tmp_path):
    other = tmp_path / "other.py"
    other.write_text(mine.read_text())
    check(lemmata("verify", mine, other), "mine.mean: two different files state a claim of this id")


def test_a_file_that_is_not_python(lemmata, tmp_path):
    (tmp_path / "data.py").write_bytes(b"\xff\xfe\x00\x01")
    check(lemmata("verify", "data.py"), "data.py does not import: ")
    (tmp_path / "folder.py").mkdir()
    check(lemmata("verify", "folder.py"), "there is no file ")


def test_a_corrupt_store(lemmata, mine, tmp_path):
    (tmp_path / "store.sqlite").write_bytes(b"garbage" * 1000)
    for words in (["verify", mine], ["mutants"], ["report"], ["show", CHEAP], ["errata"], ["replay", "12ab"]):
        check(
            lemmata(*words, "--store", "store.sqlite"),
            "the store store.sqlite cannot be used (file is not a database): move the file away",
        )


def test_a_store_of_another_version(lemmata, mine, tmp_path):
    assert lemmata("verify", mine, "--store", "store.sqlite").code == 0
    with sqlite3.connect(tmp_path / "store.sqlite") as db:
        db.execute("update meta set value = 'lemmata-records/99'")
    db.close()
    check(
        lemmata("mutants", "--store", "store.sqlite"),
        "the store store.sqlite has schema lemmata-records/99, this version writes ",
    )


def test_a_report_that_cannot_be_written(lemmata, mine):
    assert lemmata("verify", mine).code == 0
    check(lemmata("report", "--out", "/dev/null/page.html"), "/dev/null/page")
    check(lemmata("report", "--out", "."), "--out . is a folder: name a file")


def test_not_verified_yet(lemmata, mine):
    assert lemmata("verify", mine).code == 0
    check(lemmata("counterexample", CHEAP), f"{CHEAP} is not verified yet: lemmata verify {CHEAP}")
    check(lemmata("counterexample", "mine.maen"), "there is no claim and no family 'mine.maen'")
    check(lemmata("replay", "0000"), "has no record '0000'; `lemmata show ID` prints the keys")


def test_a_file_that_is_there_is_not_overwritten(lemmata, tmp_path):
    (tmp_path / "lemma.py").write_text("mine")
    check(lemmata("new", "my.lemma"), "lemma.py is there already; choose another file with --out")
    assert (tmp_path / "lemma.py").read_text() == "mine"


@pytest.mark.parametrize("words", ["list --json", "verify mine.py", "show mean_field.label_noise"])
def test_a_reader_that_goes_away(tmp_path, own_claim, words):
    """`lemmata list | head -1` ends without a word on stderr, and with a code that is no verdict and no success."""
    (tmp_path / "mine.py").write_text(own_claim)
    program = Path(sys.executable).parent / "lemmata"
    reading, writing = os.pipe()
    os.close(reading)
    answer = subprocess.run([program, *words.split()], stdout=writing, stderr=subprocess.PIPE, cwd=tmp_path, check=False)
    os.close(writing)
    assert (answer.returncode, answer.stderr) == (141, b"")


def test_a_folder_that_was_removed(tmp_path):
    program = Path(sys.executable).parent / "lemmata"
    command = f"mkdir gone; cd gone; rmdir ../gone; {program} verify {CHEAP}"
    answer = subprocess.run(["bash", "-c", command], capture_output=True, text=True, cwd=tmp_path, check=False)
    assert answer.returncode == 2
    assert answer.stdout == ""
    assert answer.stderr == "lemmata: the folder that this runs in was removed: change to another one\n"


@pytest.mark.parametrize(
    "environment",
    [
        {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0", "PYTHONIOENCODING": "ascii:strict", "COLUMNS": "1"},
        {"HOME": "/nonexistent", "LEMMATA_CACHE": "/dev/null", "COLUMNS": "banana", "TERM": "dumb", "PYTHONWARNINGS": "error"},
    ],
)
def test_a_hostile_environment_changes_no_verdict(tmp_path, own_claim, environment):
    (tmp_path / "mine.py").write_text(own_claim.replace("a width", "Größe ≤ <b>𝔷</b>"))
    program = Path(sys.executable).parent / "lemmata"
    for words in (["verify", "mine.py", "--seed", "3"], ["show", "mine.py"]):
        known = {"PATH": os.environ["PATH"], "OMP_NUM_THREADS": "1"}
        answer = subprocess.run([program, *words], capture_output=True, cwd=tmp_path, check=False, env={**known, **environment})
        assert (answer.returncode, answer.stderr) == (0, b"")
        assert b"corroborated" in answer.stdout
