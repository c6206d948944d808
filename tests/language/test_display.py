"""Statements as they are shown: every kind and term, conditions, where lines, differences, and that no two laws look alike."""

from __future__ import annotations

import re

import pytest
import sympy as sp
from zoo import ZOO, K, X, Z, a, b, d, eps, ladder, lam, n, t, tied, train, v, x

from lemmata import (
    Array,
    Claim,
    Definition,
    Domain,
    Eq,
    Erratum,
    Identity,
    Inequality,
    Iterate,
    Mean,
    Normal,
    Order,
    Part,
    Print,
    Procedure,
    Rational,
    Sampled,
    Sphere,
    Symbol,
    Trace,
    cos,
    exp,
    sq,
)
from lemmata.theory.language.display import html, statement_latex, statement_text, where_lines
from lemmata.theory.language.errors import ClaimError
from lemmata.theory.language.forms import Form
from lemmata.theory.language.names import latex_name
from lemmata.theory.language.part import Law, Role
from lemmata.theory.language.shown import domain_lines, shown_statement
from lemmata.verify.report.tex import parse

LEAKS = re.compile(
    r"Indexed|MatrixSymbol|MatMul|MatAdd|Lambda|Dummy|Tuple|Expectation|RandomN|RandomM|Gradient|Hessian|RootOf|LeastValue|Minimiser|StateM|"
    r"StateN|HittingTime|FlowN|Applied|Entrywise|Defined|Str\(|Trace|Transpose|Inverse|Identity|Hadamard|Computed|VectorSymbol|PsdOf|\bNone\b|<|0x"
)


@pytest.mark.parametrize("name", ZOO)
def test_a_statement_on_one_line(name):
    statement, expected = ZOO[name]
    assert statement_text(Part(statement)) == expected


@pytest.mark.parametrize("name", ZOO)
def test_nothing_of_the_machine_shows(name):
    part = Part(ZOO[name][0])
    plain = [statement_text(part), *where_lines(part)]
    typeset = [statement_latex(part), *where_lines(part, "latex")]
    for line in plain:
        assert not LEAKS.search(line.replace(" < ", " ").replace("<", "")) and not re.search(r"[\\$]|\*\*", line), line
    for line in typeset:
        assert not LEAKS.search(line.replace("<", "")) and line.isprintable(), line
        parse(line)  # the report's own reader of LaTeX takes it


def test_different_statements_of_the_zoo_look_different():
    for form in ("text", "latex"):
        shown = [shown_statement(Part(statement), form) for statement, _ in ZOO.values()]
        assert len(set(shown)) == len(shown)


def claim(**changes):
    values = {
        "id": "mine.characteristic",
        "says": "The characteristic function of a standard normal variable is exp(-a²/2)",
        "statement": Identity(Mean(cos(a * Z)), exp(-(a**2) / 2)),
        "domain": Domain(a > 0, core=(a >= 0.01, a <= 5)),
        "printed": Print(right=exp(-(a**2)), erratum=Erratum.wrong("the exponent is half the variance")),
        "wrong": {"linear": {"right": exp(-a / 2)}},
    }
    return Claim(**{**values, **changes})


def test_conditions_belong_to_what_is_shown():
    part = Part(Inequality(x, b), when=(n > d, Eq(x, a)))
    assert statement_text(part) == "x ≤ b if n > d, x = a"
    assert statement_latex(part) == r"x \le b\ \text{if}\ n > d,\ x = a"


def test_a_condition_is_read_from_its_variable():
    made = Domain(sp.Lt(0, t, evaluate=False), core=(0.01 <= a, a <= 5))
    lines = domain_lines(made, Form("text", {}))
    assert lines == ["for all: t > 0", "core: a ≥ 0.01, a ≤ 5"]


def test_where_lines_of_a_claim():
    assert where_lines(claim()) == ["Z ~ N(0, 1)", "a: frequency, in (0, ∞)", "core: a ≥ 0.01, a ≤ 5"]
    assert where_lines(claim(), "latex") == [
        r"Z \sim N\left(0, 1\right)",
        r"a:\ \text{frequency},\ \text{in}\ (0, \infty)",
        r"\text{core}:\ a \geq 0.01,\ a \leq 5",
    ]


def test_where_lines_say_what_everything_is():
    assert where_lines(Part(ZOO["definition"][0])) == [
        "f = K (K + n λ I_n)⁻¹ (v + ε), fit",
        "ε₁, …, ε_n ~ N(0, λ) independent",
        "K: kernel matrix, n × n, positive semidefinite",
        "v: vector, column of n",
        "n: a size, in {1, 2, …}",
        "λ: ridge, in (0, ∞)",
    ]
    assert where_lines(Part(ZOO["recursion"][0]))[0] == "x_t: x ← x − η (x − Z) from 1 for T steps, Z drawn anew at each"
    assert "D[f; X + t V]: the derivative of f(X + t V) in t at t = 0" in where_lines(Part(ZOO["slope"][0]))
    assert "κ: effective ridge, in (0, ∞)" in where_lines(Part(ZOO["root"][0]))
    assert "F: Gram matrix, n × n, tied to H" in where_lines(Part(ZOO["tied"][0]))


def test_a_law_describes_the_array_of_which_it_has_entries_alone():
    c = Array("c", "coefficients", n, start=0)
    made = claim(statement=Inequality(c[0] ** 2, 1), printed=None, wrong={}, domain=Domain())
    alone = Law("main", Role.TRUTH, "", Inequality(c[0] ** 2, 1), (), "holds")
    line = "c: coefficients, column of n, numbered from 0"
    assert line in where_lines(alone)
    assert line in where_lines(made)
    assert [a.name for a in made.arrays] == ["c"]


def test_a_procedure_is_described_by_its_words():
    made = claim(
        statement=Inequality(Mean(train(n=n, d=d)["loss"]), lam), printed=None, wrong={}, domain=Domain(), procedures=(train,)
    )
    assert where_lines(made)[0] == "loss: train(n = n, d = d), test loss, a network trained by gradient descent"


def test_two_terms_of_one_name_are_told_apart():
    first, second = Definition("g", "one", x**2), Definition("g", "other", x**3)
    part = Part(Inequality(first, second))
    assert statement_text(part) == "g ≤ g′"
    assert where_lines(part)[:2] == ["g = x², one", "g′ = x³, other"]
    slow, fast = (Iterate(x, x - c * x, 1, n).end for c in (a, b))
    assert statement_text(Part(Inequality(slow, fast))) == "x_n ≤ x′_n"


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (Identity(Trace(K), Trace(sp.Identity(n))), Identity(Trace(K), Trace(sp.Identity(d)))),
        (Identity(Mean(a * Z), a), Identity(Mean(a * Z, over=Z), a)),
        (Order(Mean(sq(eps)), n, ladder=ladder), Order(Mean(sq(eps)), n, ladder=ladder, direction="upper")),
        (Order(Mean(sq(eps)), d, ladder=tied), Order(Mean(sq(eps)), d, ladder=type(tied)(d, tied.rungs, sizes={n: d}))),
    ],
)
def test_what_tells_statements_apart_is_shown(first, second):
    for form in ("text", "latex"):
        assert shown_statement(Part(first), form) != shown_statement(Part(second), form)


# -- names and pages -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "latex"),
    [
        ("λ", r"\lambda"),
        ("lambda", r"\lambda"),
        ("λ_max", r"\lambda_{\mathrm{max}}"),
        ("x_1", "x_{1}"),
        ("w₀", "w_{0}"),
        ("s2", "s_{2}"),
        ("σ²", r"\sigma^{2}"),
        ("ε", r"\varepsilon"),
        ("loss", r"\mathrm{loss}"),
        ("θ*", r"\theta^{*}"),
        ("w'", r"w^{\prime}"),
        ("ŷ", r"\hat{y}"),
        ("Δw", r"\Delta w"),
    ],
)
def test_names_in_latex(name, latex):
    assert latex_name(name) == latex
    parse(latex)


def test_a_notebook_page_has_no_scripts_and_hides_nothing():
    shown = claim()._repr_html_()
    assert "<script" not in shown and "http" not in shown
    for piece in (
        "mine.characteristic",
        "E[cos(a Z)] = exp(−a²/2)",
        "as printed (wrong)",
        "exp(−a²)",
        "a: frequency, in (0, ∞)",
    ):
        assert piece in shown
    risky = claim(says="a < b & c", printed=None, wrong={})
    assert "a &lt; b &amp; c" in html(risky)
    assert "[E]" in html(claim(), typeset=lambda tex: f"[{tex[8]}]")


@pytest.mark.parametrize(
    ("number", "text", "latex"),
    [
        (Rational(1, 10**50), "10⁻⁵⁰", "10^{-50}"),
        (-(Rational(10) ** 7) * x, "−10⁷ x", "- 10^{7} x"),
        (3 * Rational(10) ** 6 * x, "3·10⁶ x", r"3 \cdot 10^{6} x"),
        (Rational(1, 5 * 10**6), "2·10⁻⁷", r"2 \cdot 10^{-7}"),
        ((Rational(10) ** 6) ** x, "(10⁶)ˣ", r"\left(10^{6}\right)^{x}"),
        (Rational(1, 1000), "1/1000", r"\frac{1}{1000}"),
        (Rational(1, 2**30), "1/1073741824", r"\frac{1}{1073741824}"),  # no short multiple of a power of ten
        (1 - Rational(1, 10**9), "999999999/1000000000", r"\frac{999999999}{1000000000}"),
    ],
)
def test_powers_of_ten_stay_powers(number, text, latex):
    assert tuple(Form(name, {}).show(number) for name in ("text", "latex")) == (text, latex)


def test_an_unknown_form_is_refused():
    with pytest.raises(ClaimError, match="a statement is shown as text or as latex, not as 'html'"):
        where_lines(claim(), "html")


def test_a_covariance_and_a_sphere_are_described():
    T, r = Array("T", "covariance", n, n), Symbol("r", "radius", a.domain)
    g, s = Sampled("g", Normal(T), n), Sampled("s", Sphere(r), n, d)
    lines = where_lines(Part(Inequality(Mean(sq(g)), Mean(sq(X * s.T * v)))))
    assert "g ~ N(0, T), column of n" in lines and "s ~ Sphere(r), n × d, rows independent" in lines


def test_a_procedure_is_shown_by_its_output():
    run = Procedure("run", "a run", parameters=("n",), outputs={"risk": "risk", "norm": "norm of the weights"})(n=n)
    assert statement_text(Part(Inequality(Mean(run["risk"] * run["norm"]), 1))) == "E[norm risk] ≤ 1"
