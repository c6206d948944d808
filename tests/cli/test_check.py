"""A statement on one line: what is read, what is refused and where, what comes back, and the file that it becomes."""

from __future__ import annotations

from pathlib import Path

import pytest
import sympy as sp

from lemmata import Library, Mean, check
from lemmata.theory.language.errors import LemmataError
from lemmata.theory.language.kinds import Guarantee, Identity, Inequality, Limit, Within
from lemmata.verify.check import gallery
from lemmata.verify.check.statements import Same, read

DOCS = Path(__file__).parents[2] / "docs"


@pytest.mark.parametrize(
    ("statement", "withs", "kind"),
    [
        ("x + y = 2*y", ["x: real", "y: real"], Identity),
        ("x <= y", ["x > 0", "y > 0"], Inequality),
        ("x >= y", ["x > 0", "y > 0"], Inequality),
        ("x/(1 + x) <= log(1 + x) <= x", ["x > 0"], Within),
        ("x >= log(1 + x) >= x/(1 + x)", ["x > 0"], Within),
        ("P[Z <= t] >= 1/2", ["Z ~ Normal", "t > 0"], Guarantee),
        ("1/2 <= P[Z <= t]", ["Z ~ Normal", "t > 0"], Guarantee),
        ("P[Z <= t] <= 1/2", ["Z ~ Normal", "t > 0"], Inequality),
        ("(1 + 1/n)^n -> exp(1) as n", [], Limit),
        ("x = x", ["x: real"], Same),
    ],
)
def test_the_kind_of_a_statement(statement, withs, kind):
    assert type(read(statement, withs).statement) is kind


def test_greater_is_less_turned_round():
    one, other = read("x >= y", ["x > 0", "y > 0"]).statement, read("y <= x", ["x > 0", "y > 0"]).statement
    assert one == other


def test_a_product_of_one_entry_is_a_number():
    left = read("x'*A*x = 0", ["x: column n", "A: n x n"]).statement.left
    assert isinstance(left, sp.Trace)


def test_the_mean_given_a_term_leaves_it_free():
    stated = read("E[E[X*Y | Y]] = 0", ["X, Y ~ Normal"])
    (inner,) = [n for n in stated.statement.left.body.atoms(type(Mean(stated.declared.terms["X"])))]
    assert inner.bound == (stated.declared.terms["X"],)


def test_what_a_declaration_says_of_a_number():
    terms = read("a + b + c + n = 0", ["-1 < a < 1", "b > 0", "c >= 0"]).declared.terms
    assert [terms[k].is_positive for k in "abn"] == [None, True, True]
    assert terms["c"].is_nonnegative and terms["c"].is_positive is None
    assert terms["n"].is_integer


def test_a_normal_matrix_by_its_sizes_and_a_number_by_its_variance():
    terms = read("E[tr(X'*X)] = v*E[Z^2]", ["X ~ Normal(n, d)", "Z ~ Normal(0, v)", "v > 0"]).declared.terms
    assert tuple(map(str, terms["X"].shape)) == ("n", "d")
    assert terms["Z"].law.variance == terms["v"]


@pytest.mark.parametrize(
    ("statement", "withs", "column", "words"),
    [
        ("a + q = 1", ["a: real"], 5, '--with "q > 0"'),
        ("E[Z = 1", ["Z ~ Normal"], 2, "not closed"),
        ("sinus(a) = 1", ["a: real"], 1, "unknown function 'sinus'"),
        ("2a = 1", ["a: real"], 2, "product with *"),
        ("E[a] = 1", ["a: real"], 1, "nothing random"),
        ("tr(a) = 1", ["a: real"], 1, "takes a matrix"),
        ("exp(A) = 1", ["A: n x n"], 1, "takes numbers"),
        ("x -> 1", ["x: real"], 3, "as n"),
    ],
)
def test_an_error_points_at_its_column(statement, withs, column, words):
    with pytest.raises(LemmataError) as caught:
        read(statement, withs)
    text = str(caught.value)
    assert words in text
    assert f"(column {column})" in text
    assert text.splitlines()[-1].index("^") == column + 1  # two spaces stand before the text


@pytest.mark.parametrize(
    ("statement", "withs", "words"),
    [
        ("a < 1", ["a: real"], 'write "<="'),
        ("a + 1", ["a: real"], "is no relation"),
        ("a = b = c", ["a: real", "b: real", "c: real"], "chain"),
        ("a = 1", ["a: banana"], "is no declaration"),
        ("a = 1", ["a ~ Banana"], "law 'Banana' is unknown"),
        ("a = 1", ["a: real", "a: real"], "declared twice"),
        ("E[Z] = 1", ["Z ~ Normal(1, 2)"], "is centred"),
        ("A = A", ["A: n x n purple"], "'purple' is unknown"),
        ("b = 1", ["b ~"], "the law is missing"),
        ("a = 1", ["a: real", "1 > 2"], "never holds"),
        ("Z = 1", ["Z ~ Normal", "Z > 1"], "condition on a random term"),
        ("A + B = A", ["A: n x n", "B: n x m"], "n x n and n x m"),
        ("A*B = A", ["A: n x n", "B: m x n"], "n x n and m x n"),
        ("__import__(1) = 1", [], "unknown function"),
    ],
)
def test_what_is_refused_with_a_sentence(statement, withs, words):
    with pytest.raises(LemmataError) as caught:
        read(statement, withs)
    assert words in str(caught.value)


@pytest.mark.parametrize("example", gallery.EXAMPLES, ids=lambda e: e.name)
def test_the_gallery(example):
    found = check(example.statement, *example.withs, core=example.core)
    assert found.holds is example.holds, str(found)
    if not example.holds:
        assert found.counterexample is not None


def test_the_gallery_is_the_page():
    assert (DOCS / "gallery.md").read_text() == gallery.page()
    assert len(gallery.EXAMPLES) >= 30
    assert {e.holds for e in gallery.EXAMPLES} == {True, False}


@pytest.mark.parametrize("example", gallery.EXAMPLES, ids=lambda e: e.name)
def test_every_example_survives_being_written_as_python(example, tmp_path):
    from lemmata.verify.check.run import claim_of, sampling
    from lemmata.verify.check.source import same, source
    from lemmata.verify.engine.loading import load_file

    stated = read(example.statement, example.withs, example.core)
    path = tmp_path / "written.py"
    path.write_text(source(stated, "mine.written", example.name, "", sampling(claim_of(stated))))
    (subject,) = load_file(path)
    assert same(stated, subject.claim)


def test_one_rule_proves_what_it_can():
    assert check("E[Z^4] = 3", "Z ~ Normal").verdict == "proved"
    assert check("2*x*y <= x^2 + y^2", "x: real", "y: real").verdict == "proved"


def test_the_counterexample_is_one():
    found = check("sqrt(x*y) <= (x + y)/3", "x > 0", "y > 0")
    point = found.counterexample
    assert found.holds is False
    assert (point["x"] * point["y"]) ** 0.5 > (point["x"] + point["y"]) / 3


def test_in_a_shell(lemmata, tmp_path):
    words = ["check", "E[exp(t*X)] <= exp(t^2/2)", "--with", "X ~ Rademacher", "--with", "1 <= t <= 2"]
    answer = lemmata(*words, "--latex", "--save", "bound.py")
    assert answer.code == 0, answer.err
    for word in ("statement", "sharpness", "not sharp", "LaTeX", "Rademacher"):
        assert word in answer.out
    again = lemmata("verify", "bound.py")
    assert again.code == 0, again.out
    assert lemmata(*words, "--save", "bound.py").code == 2
    false = lemmata("check", "x^2 <= x", "--with", "x > 0")
    assert false.code == 1
    assert "fails at" in false.out
    unread = lemmata("check", "x^2 <= y", "--with", "x > 0")
    assert unread.code == 2
    assert unread.err.splitlines()[-1].endswith("^")


def test_values_of_a_checked_claim():
    import numpy as np

    found = check("A*x = 2*x", "A: n x n", "x: column n")
    values = Library().evaluate(found.claim, A=[[1.0, 2.0], [3.0, 4.0]], x=[1.0, 1.0])
    assert found.holds is False
    assert np.allclose(np.asarray(values["left"]).ravel(), [3, 7])
    assert "<table>" in found._repr_html_() and "<table>" in values._repr_html_()


def test_a_range_below_the_ordinary_values_of_its_set_is_judged():
    found = check("p^2 <= p/900", "0 < p <= 1/1000")
    assert found.verdict == "proved" or found.holds
    assert check("p^2 <= p/1100", "0 < p <= 1/1000").verdict == "refuted"


def test_what_cannot_be_judged_says_why_and_nothing_breaks():
    found = check("x^2 + y^2 <= 1", "x^2 + y^2 <= 1/10^20", "x > 1000")
    assert found.verdict == "error" and found.holds is None and found.resolution is None
    assert str(found).startswith("error: hardly any point meets x**2 + y**2") and "x^2 + y^2 <= 1" in str(found)
    assert "hardly any point" in found._repr_html_()
