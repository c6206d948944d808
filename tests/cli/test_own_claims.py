"""Claims of one's own: every command takes their file; the tutorial's code runs."""

from __future__ import annotations

import json
import re
from pathlib import Path

import numpy as np
import pytest

from lemmata import Array as A_
from lemmata import Function, Naturals, Positive, Symbol, evaluate, exp
from lemmata.theory.language.errors import LemmataError

DOCS = Path(__file__).parents[2] / "docs"


def blocks(page: str) -> list[str]:
    return re.findall(r"```python\n(.*?)```", (DOCS / page).read_text(), re.S)


@pytest.fixture
def own(lemmata, tmp_path):
    (tmp_path / "own.py").write_text(blocks("example.md")[0])
    return "own.py"


def test_the_commands_take_a_file(lemmata, own):
    shown = lemmata("show", own)
    assert shown.code == 0
    assert "exp(−a²/2)" in shown.out and "Not verified yet" in shown.out
    assert r"\mathbb{E}" in lemmata("show", own, "--latex").out
    assert "not verified yet" in lemmata("errata", own).out
    planned = lemmata("plan", own)
    assert planned.code == 0
    assert "values in [-1, 1]" in planned.out
    verified = lemmata("verify", own)
    assert verified.code == 0, verified.out
    assert "proved" in verified.out and "refuted" in verified.out
    assert "fails at" in lemmata("errata", own).out
    assert "as-printed fails at" in lemmata("counterexample", own).out
    mutants = lemmata("mutants", own)
    assert "mutant:linear" in mutants.out and "→" in mutants.out
    assert "mine.characteristic" in lemmata("list", own).out
    value = json.loads(lemmata("eval", own, "a=1", "--json").out)
    assert value["quantities"]["right"]["value"] == pytest.approx(np.exp(-0.5))


READINGS = """
from lemmata import Claim, Domain, Edit, Erratum, Inequality, Positive, Print, Symbol, sqrt

x, y = Symbol("x", "a number", Positive), Symbol("y", "another number", Positive)
claim = Claim(
    "mine.readings",
    says="The geometric mean is at most the arithmetic one",
    statement=Inequality(sqrt(x * y), (x + y) / 2),
    domain=Domain(core=(x >= 0.1, x <= 3, y >= 0.1, y <= 3)),
    printed=Print(
        readings={"as_stated": (Edit(), "holds"), "of_the_squares": ({"left": x * y}, "fails")},
        erratum=Erratum.unclear("the print does not say of what the root is taken"),
    ),
)
"""


def test_a_reading_that_is_the_statement_itself_is_shown_as_that(lemmata, tmp_path):
    (tmp_path / "readings.py").write_text(READINGS)
    for words in ("show readings.py", "list readings.py", "plan readings.py"):
        answer = lemmata(*words.split())
        assert answer.code == 0, answer.err
    shown = lemmata("show", "readings.py").out
    assert "(as stated) the statement itself" in shown and "(of the squares) x y ≤ x/2 + y/2" in shown
    assert lemmata("verify", "readings.py").code == 0


def test_the_skeleton_is_short_and_runs(lemmata, tmp_path):
    assert lemmata("new", "mine.lemma").code == 0
    text = (tmp_path / "lemma.py").read_text()
    assert len(text.splitlines()) <= 25
    answer = lemmata("verify", "lemma.py")
    assert answer.code == 0, answer.out
    assert "proved" in answer.out


def test_mutants_of_what_is_not_verified_are_not_said_to_be_killed(lemmata, tmp_path):
    assert lemmata("new", "mine.lemma").code == 0
    assert lemmata("verify", "lemma.py").code == 0
    assert "mutant:linear  killed" in lemmata("mutants", "lemma.py").out
    assert lemmata("new", "mine.other").code == 0
    answer = lemmata("mutants", "other.py")
    assert answer.code == 2 and "no record of other.py: run `lemmata verify other.py` first" in answer.err
    source = tmp_path / "lemma.py"
    source.write_text(source.read_text().replace("exp(-a / 2)", "exp(-a / 3)"))
    answer = lemmata("mutants", "lemma.py")
    assert answer.code == 2 and "mine.lemma: verified, but the code has changed since" in answer.err
    answer = lemmata("mutants", "mine.lemma2")
    assert answer.code == 2 and "a claim of one's own is named by its file" in answer.err


def test_a_plan_names_what_cannot_be_judged(lemmata, tmp_path):
    (tmp_path / "slow.py").write_text(
        "from lemmata import Claim, Ladder, Limit, Naturals, Symbol, log\n"
        'n = Symbol("n", "size", Naturals)\n'
        'claim = Claim("mine.slow", says="a slow limit", statement=Limit(1 + 1/log(n), 1, '
        "ladder=Ladder(n, (100, 1000, 10000, 100000)), expansion=(1/log(n), 1/log(n)**2)))\n"
    )
    answer = lemmata("plan", "slow.py")
    assert answer.code == 3
    assert "too slowly" in answer.out


@pytest.mark.parametrize("number", range(6))
def test_the_code_of_the_tutorial(lemmata, tmp_path, number):
    code = blocks("tutorial.md")[number]
    if "Claim(" not in code:
        exec(compile(code, "tutorial", "exec"), {})
        return
    (tmp_path / "lesson.py").write_text(code)
    answer = lemmata("verify", "lesson.py")
    expected = {0: (0, "corroborated"), 1: (1, "refuted"), 2: (0, "proved"), 3: (0, "proved"), 4: (0, "corroborated")}[number]
    assert (answer.code, expected[1] in answer.out) == (expected[0], True), answer.out


def test_data_from_files(lemmata, tmp_path):
    (tmp_path / "prod.py").write_text(
        "from lemmata import Array, Claim, Identity, Naturals, Symbol, sq, norm\n"
        'n = Symbol("n", "size", Naturals)\nx = Array("x", "a column", n)\n'
        'claim = Claim("mine.square", says="the square of the norm", statement=Identity(norm(x)**2, sq(x)))\n'
    )
    np.savez(tmp_path / "x.npz", x=np.array([3.0, 4.0]))
    (tmp_path / "x.json").write_text('{"x": [3, 4]}')
    for name in ("x.npz", "x.json"):
        found = json.loads(lemmata("eval", "prod.py", "--data", name, "--json").out)
        assert found["quantities"]["right"]["value"] == pytest.approx(25)
    (tmp_path / "bad.json").write_text('{"x": [3, "4"]}')
    assert lemmata("eval", "prod.py", "--data", "bad.json").code == 2
    (tmp_path / "bad.npz").write_text("no archive")
    assert lemmata("eval", "prod.py", "--data", "bad.npz").code == 2


def test_evaluate():
    a, n, f = Symbol("a", "a number", Positive), Symbol("n", "size", Naturals), Function("f", "a link")
    A, x = A_("A", "a matrix", n, n), A_("x", "a column", n)
    value, error = evaluate(exp(-a) * f(a), a=2, f="z^2 + 1")
    assert abs(value - 5 * np.exp(-2)) <= error + 1e-15
    assert np.allclose(np.asarray(evaluate(A * x, A=np.eye(2) * 3, x=[1, 2])).ravel(), [3, 6])
    with pytest.raises(LemmataError, match="lies outside"):
        evaluate(exp(-a), a=-1)
    with pytest.raises(LemmataError, match="has no value"):
        evaluate(exp(-a))
    with pytest.raises(LemmataError, match="does not occur"):
        evaluate(exp(-a), a=1, b=2)
