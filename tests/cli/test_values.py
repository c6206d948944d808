"""`eval` and `Library().evaluate`: values are data, ladders and sweeps are checked like any parameter, cost is bounded."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from lemmata.theory.language.errors import LemmataError
from lemmata.verify import Library

CHEAP = "mean_field.label_noise"
HOSTILE = '__import__("os").system("touch pwned")+5'


@pytest.mark.parametrize("name", ["n", "lambda", "s"])
def test_nothing_that_a_user_types_is_executed(lemmata, tmp_path, name):
    answer = lemmata("eval", CHEAP, f"{name}={HOSTILE}")
    assert answer.code == 2
    assert answer.out == ""
    sentence, shown, caret = answer.err.splitlines()
    assert sentence == f"lemmata: {name}={HOSTILE!r} is not a number: it is no formula: '\"' is no part of one (column 12)"
    assert shown[caret.index("^")] == '"'
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("identity", "values"),
    [
        (CHEAP, {"n": HOSTILE}),
        ("ridge.det_equiv", {"n": HOSTILE}),
        ("cnn.cao_phase", {"h": HOSTILE}),
        ("generative.definition", {"link": HOSTILE}),
    ],
)
def test_nor_what_a_script_hands_over(monkeypatch, tmp_path, identity, values):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(LemmataError, match=r"is no formula|unknown function"):
        Library().evaluate(identity, **values)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("words", "text"),
    [
        ("ridge.det_equiv n=banana", "n='banana' is not a number: it has the unknown name 'banana'"),
        ("ridge.det_equiv n=nan", "n='nan' is not finite"),
        ("ridge.det_equiv n=2.5", "n=2.5 is no integer; n (number of samples) lies in {1, 2, …}"),
        ("ridge.det_equiv n=0", "n=0 lies outside {1, 2, …}; n is the number of samples"),
        ("ridge.det_equiv zz=3", "there is no 'zz'; it speaks of n, q, λ"),
        ("ridge.tsigler_bartlett n=-1", "n=-1 lies outside {1, 2, …}; n is the number of samples"),
        ("ridge.tsigler_bartlett q=3", "there is no 'q'; it speaks of N, n, a, c, λ, σ², "),
        ("cnn.cao_phase h=10**10**10", "the power 10000000000 is too large; the largest is 1000"),
        ("sgd.csq_sq_bounds d=-5 --law truth:csq", "d=-5 lies outside {1, 2, …}; d is the dimension"),
        ("additive.comparisons d=2.5", "d=2.5 is no integer"),
        ("generative.definition link=9**9**9**z", "the exponent 9**z is itself a power with an exponent that varies"),
    ],
)
def test_ladders_and_sweeps_are_checked_like_any_parameter(lemmata, words, text):
    answer = lemmata("eval", *words.split())
    assert answer.code == 2
    assert answer.out == ""
    assert text in answer.err.splitlines()[0]


@pytest.mark.parametrize(("text", "value"), [("16", 16), ("2**4", 16), ("48/3", 16), ("1.6e1", 16)])
def test_a_rung_may_be_written_in_any_way(lemmata, text, value):
    answer = lemmata("eval", "sgd.csq_sq_bounds", f"d={text}", "k=4", "--law", "truth:csq", "--json")
    assert answer.code == 0, answer.err
    assert json.loads(answer.out)["point"]["d"] == value


def test_a_value_may_be_arithmetic_of_numbers(lemmata):
    answer = lemmata("eval", CHEAP, "n=2**2", "lambda=sqrt(2)/10", "s=1/2", "--json")
    assert answer.code == 0
    point = json.loads(answer.out)["point"]
    assert {name: point[name] for name in ("n", "λ", "s")} == {"n": 4, "λ": pytest.approx(0.1 * 2**0.5, rel=1e-15), "s": 0.5}


def test_an_array_is_read_as_data_and_settles_the_sizes(lemmata):
    one, two = (json.loads(lemmata("eval", CHEAP, f"y={y}", "s=0.01", "--json").out) for y in ("[1, -2, 1/2]", "(2, -4, 1e0)"))
    assert one["point"]["n"] == two["point"]["n"] == 3
    once, twice = (found["quantities"]["right"]["value"] for found in (one, two))
    assert abs(twice - 4 * once) <= 0.01**2, "F is quadratic in y, and the degrees of freedom are at most n"
    for text, words in (("[1,x]", "'x' is none of them"), ("[1", "']' is missing"), (f"[{HOSTILE}]", "is not a number")):
        bad = lemmata("eval", CHEAP, f"y={text}")
        assert bad.code == 2
        assert words in bad.err


def test_closed_forms_alone_unless_replicates_are_asked_for(lemmata):
    words = ["eval", CHEAP, "n=3", "λ=0.5", "s=1"]
    assert "E[G] = not drawn   [sampled]   draw it with --sample N" in lemmata(*words).out
    drawn = json.loads(lemmata(*words, "--sample", "4096", "--json").out)["quantities"]
    assert drawn["E[G]"]["how"] == "4096 replicates"
    assert abs(drawn["E[G]"]["value"] - drawn["right"]["value"]) < 6 * (drawn["E[G]"]["error"] + drawn["right"]["error"])
    for number in ("-1", "99999999999"):
        assert f"--sample {number}: a number of replicates up to 10000000" in lemmata(*words, "--sample", number).err


def test_what_does_not_fit_into_memory_is_a_sentence(lemmata):
    answer = lemmata("eval", CHEAP, "n=10**12")
    assert answer.code == 2
    assert f"lemmata: {CHEAP}: it cannot be evaluated at n=10**12 (RuntimeError: " in answer.err
    assert "choose values nearer to the typical ones" in answer.err
    assert answer.err.count("\n") == 1


def test_a_simulator_that_breaks_is_a_sentence_with_its_point(lemmata, file):
    path = file("""
claim = Claim("mine.broken", says="broken", statement=Identity(Mean(C), 1), **stated)
bound = examined(claim, lambda p, draw: [][3])
""")
    answer = lemmata("eval", path, "a=1/4", "--sample", "64")
    assert answer.code == 2
    assert answer.err == (
        "lemmata: mine.broken: it cannot be evaluated at a=1/4 (IndexError: list index out of range); "
        "choose values nearer to the typical ones\n"
    )


def test_an_evaluation_that_does_not_end_is_given_up(shell, tmp_path, own_claim):
    (tmp_path / "endless.py").write_text(own_claim.replace("return {", "import time\n    time.sleep(3600)\n    return {"))
    answer = shell("eval", "endless.py", "--sample", "64", "--limit", "0.5")
    assert answer.returncode == 2
    assert answer.stdout == ""
    assert answer.stderr == (
        "lemmata: endless.py (truth) is not done after 0.5 s: choose smaller sizes, or allow more with --limit\n"
    )


def test_what_no_thread_of_the_process_can_end_is_ended():
    """A power of integers keeps the interpreter for itself: the sentence comes all the same, two seconds later."""
    program = "from lemmata.verify.cli.bounds import bounded\nwith bounded('the check', 0.2):\n    10 ** int(10 ** 9.0)\n"
    answer = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False, timeout=30)
    assert answer.returncode == -signal.SIGKILL
    assert answer.stdout == ""
    assert answer.stderr == ("lemmata: the check is not done after 0.2 s: choose smaller sizes, or allow more with --limit\n")


def test_a_guard_of_time_ends_with_the_process_and_kills_nothing():
    program = (
        "import os, subprocess\nfrom lemmata.verify.engine.engines.guard import of_time\n"
        "other = subprocess.Popen(['sleep', '600'], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)\n"
        "guard = of_time(os.getpid(), 0.5, 'late')\nprint(other.pid, guard.pid, flush=True)\nos.kill(os.getpid(), 9)\n"
    )
    answer = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False, timeout=60)
    assert (answer.returncode, answer.stderr) == (-signal.SIGKILL, "")
    other, guard = map(int, answer.stdout.split())
    time.sleep(1.0)
    states = [_state(pid) for pid in (other, guard)]
    os.kill(other, signal.SIGKILL)
    assert states[0] == "S", "what is none of its business goes on"
    assert states[1] in ("", "Z")


def _state(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0]
    except OSError:
        return ""


def test_a_mean_says_how_many_replicates_it_is_of(lemmata, mine):
    answer = json.loads(lemmata("eval", mine, "a=1/4", "--sample", "4096", "--json").out)
    mean = answer["quantities"]["E[C]"]
    assert "4096" in mean["how"], mean
    assert abs(mean["value"] - 1) < 6 * mean["error"]
    assert mean["error"] == pytest.approx(0.25 / 64, rel=0.1)


def test_a_record_of_a_file_runs_only_the_file_that_the_user_names(lemmata, mine, tmp_path):
    assert lemmata("verify", mine, "--store", "s.sqlite").code == 0
    shown = lemmata("show", "mine.mean", "--store", "s.sqlite").out
    words = next(line for line in shown.splitlines() if "replay: " in line).split("lemmata ")[1].split()
    key = words[1]
    assert words == ["replay", key, "mine.py"]
    mine.write_text(f"import pathlib\npathlib.Path({str(tmp_path / 'pwned')!r}).touch()\n" + mine.read_text())
    answer = lemmata("replay", key, "--store", "s.sqlite")
    assert answer.code == 2
    assert answer.err == (
        f"lemmata: the record {key} is of the claim mine.mean in the file mine.py, which is run only if you name it: "
        f"lemmata replay {key} mine.py\n"
    )
    assert not Path("pwned").exists()
    other = tmp_path / "other.py"
    other.write_text(mine.read_text().replace("mine.mean", "mine.other"))
    assert "states no claim mine.mean, of which the record" in lemmata("replay", key, other, "--store", "s.sqlite").err
    again = lemmata("replay", key, "mine.py", "--store", "s.sqlite")
    assert again.code == 0, again.out
    assert "note: the code of this claim has changed" in again.out
    assert Path("pwned").exists(), "the file that the user names is run"
