"""Where `eval` looks at what a law gives values to itself: rungs, stated optima, parts outside their conditions."""

from __future__ import annotations

from fractions import Fraction

import pytest


def test_what_runs_along_a_ladder_has_its_value_at_any_rung(lemmata):
    shown = lemmata("eval", "hermite.information_exponent", "N=10")
    (line,) = [line for line in shown.out.splitlines() if "landscape_3: quantity" in line]
    assert line.startswith("  landscape_3: quantity = 0.006 ± ")  # 6/N³
    assert line.endswith("   [formula]   at N = 10")
    other = lemmata("eval", "hermite.information_exponent", "N=1/2")
    assert other.code == 2
    assert other.err.startswith("lemmata: N=1/2 is no integer; N (1/m) lies in ")


def test_an_objective_has_its_value_at_the_stated_optimum(lemmata):
    shown = lemmata("eval", "ridge.closed_form", "n=3", "d=2", "X=[[1,0],[0,1],[1,1]]", "Y=1,2,3", "λ=0.5")
    (line,) = [line for line in shown.out.splitlines() if "main: objective" in line]
    assert line.endswith("at the stated optimum")


def test_a_part_outside_its_conditions_says_so(lemmata):
    shown = lemmata("eval", "linear_net.example2", "σ²=0.7")
    (line,) = [line for line in shown.out.splitlines() if "best_above_one: value" in line]
    assert "best_above_one: value = no value" in line
    assert "not stated here: σ² >= 3/2 does not hold" in line


def test_what_a_certificate_decides_is_no_number(lemmata):
    shown = lemmata("eval", "superorthogonal.case_i1")
    assert "the certificate of this part decides it, exactly or in balls, and not a number" in shown.out


def test_sizes_that_are_tied_to_a_rung_go_with_it(lemmata):
    tied = lemmata("eval", "kernel_spectrum.equivalence_model", "d=100", "--law", "truth:same_second")
    own = lemmata("eval", "kernel_spectrum.equivalence_model", "d=100", "n=500", "--law", "truth:same_second")
    assert "at n = 12000" in tied.out
    assert "the ladder ties n to 12000, and n=500 was given" in own.out
    values = [float(a.out.split("quantity = ")[1].split(" ")[0]) for a in (tied, own)]
    assert values[0] == pytest.approx(0.958, abs=1e-3)
    assert values[1] != values[0]


@pytest.mark.parametrize(
    ("words", "text"),
    [
        ("krr.staircase d=1", "d=1 breaks the condition"),
        ("additive.diversity L=2", "L=2 breaks the condition"),
        ("krr.double_descent delta=2 δ=0.5", "δ is given twice: δ is another way to write it"),
        ("hermite.information_exponent Y=3", "it speaks of N"),
    ],
)
def test_what_a_law_gives_values_to_is_checked_like_any_number(lemmata, words, text):
    answer = lemmata("eval", *words.split())
    assert answer.code == 2
    assert answer.out == ""
    assert text in answer.err


def test_a_value_outside_the_conditions_of_its_part_is_marked(lemmata):
    shown = lemmata("eval", "krr.double_descent", "δ=0.77", "--law", "truth:after").out
    assert shown.count("not stated here: δ >= 5/4 does not hold") == 2
    assert lemmata("eval", "krr.double_descent", "δ=2", "--law", "truth:after").out.count("not stated here") == 0


def test_errors_cover_the_digits_that_are_shown(lemmata):
    shown = lemmata("eval", "krr.double_descent", "y=1000", "δ=2", "--law", "truth:after").out
    value, error = shown.split("quantity = ")[1].split("   ")[0].split(" ± ")
    assert abs(Fraction(value) - Fraction("0.89820895523098074")) <= Fraction(error) + Fraction(1, 10**17)
