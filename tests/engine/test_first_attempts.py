"""What somebody meets who writes a first lemma: an optimum of a mean, a word called wrongly, a point at which nothing is decided."""

from __future__ import annotations

import pytest

from lemmata import Mean, Normal, Optimality, Reals, Sampled, Symbol, check
from lemmata.theory.algebra.moments import kurtosis_bound
from lemmata.theory.language.errors import ClaimError, LemmataError
from lemmata.verify.engine.judging.optimality import _difference
from lemmata.verify.engine.loading import load_file
from lemmata.verify.engine.stats.assumptions import Bounded

c = Symbol("c", "coefficient", Reals)
Z = Sampled("Z", Normal())


def test_the_highest_powers_of_an_objective_cancel_in_differences():
    body = (Z**3 - c * Z) ** 2
    whole, difference = kurtosis_bound(body), kurtosis_bound(_difference(body, (c,)))
    assert "degrees 2, 4" in difference[1] and difference[0] < 1700 < 40_000 < whole[0]


def test_a_word_that_was_called_wrongly_says_what_it_takes(tmp_path):
    with pytest.raises(TypeError):
        Optimality(Mean((Z - c) ** 2), over=c, at=0)
    file = tmp_path / "mine.py"
    file.write_text("from lemmata import *\nclaim = Optimality(exp(1), over=1, at=0)\n")
    with pytest.raises(ClaimError, match=r"write Optimality\(objective, at, \*, sense='min'\)"):
        load_file(file)


def test_undecided_names_the_point_and_what_to_try():
    found = check("E[tanh(sum(j, 1, n, X[j])) + a] = a", "X ~ Normal, column n", "0.001 <= a <= 0.002", "2 <= n <= 3", seed=0)
    assert found.holds is None
    lines = "\n".join(found.lines())
    assert "(at n = " in lines and "of the core)" in lines and "--core" in lines and "Settings" not in lines


def test_least_over_a_variable_is_told_its_kind():
    with pytest.raises(LemmataError, match="by the kind Optimality"):
        check("min over c of E[(Z^3 - c*Z)^2] = 6", "Z ~ Normal")


def test_the_room_for_rounding_is_not_shown():
    assert Bounded(-1e-12, 1 + 1e-12).text == "values in [0, 1]"
    assert Bounded(-1e-12, 1e-11).text == "values in [-1e-12, 1e-11]"
