"""Means over one or two numbers are compared by quadrature too: what replicates cannot see is refuted, what they leave open is decided."""

from __future__ import annotations

import pytest

from lemmata import check

FALSE = [
    ("E[abs(Z)] = 4/5", "Z ~ Normal"),
    ("E[max(X, Y)] = 0.56", "X, Y ~ Normal"),
    ("Var[abs(Z)] = 0.36", "Z ~ Normal"),
    ("E[abs(X - Y)] = 0.334", "X, Y ~ Uniform(0, 1)"),
    ("E[exp(4*Z)] <= 2000", "Z ~ Normal"),  # replicates hardly ever see what the mean is made of
    ("P[Z >= t] >= t/(t^2 - 1/10)*phi(t)", "Z ~ Normal; 1 < t <= 2"),
]
TRUE = [
    ("E[cos(a*X)] = sin(a)/a", "X ~ Uniform(0, 1); 0 < a < 3"),
    ("E[max(X, Y)] = 1/sqrt(pi)", "X, Y ~ Normal"),
    ("P[Z >= t] >= t/(1 + t^2)*phi(t)", "Z ~ Normal; 0 < t <= 2"),  # a guarantee of one half-line is a comparison of numbers
]
DIVERGENT = ["E[exp(0.6*Z^2)] <= 100", "E[1/abs(Z)] <= 50", "E[1/Z^2] <= 1000000"]


@pytest.mark.parametrize(("statement", "terms"), FALSE, ids=[s for s, _ in FALSE])
def test_what_replicates_leave_standing_is_refuted(statement, terms):
    found = check(statement, *terms.split("; "))
    assert found.verdict == "refuted"


@pytest.mark.parametrize(("statement", "terms"), TRUE, ids=[s for s, _ in TRUE])
def test_what_replicates_leave_open_is_decided(statement, terms):
    assert check(statement, *terms.split("; ")).verdict == "corroborated"


def test_a_suspicion_at_one_point_is_settled_there():
    found = check("E[abs(Z - t)] <= 0.79 + t^2/2", "Z ~ Normal", "0 <= t <= 1")
    assert found.verdict == "refuted"
    assert found.counterexample["t"] == 0


def test_both_sides_may_vanish():
    """Nothing is divided by a scale of 0: E[a Z e^(-Z²)] = a E[Z cos Z] at every a, where replicates leave it open."""
    assert check("E[a*Z*exp(-Z^2)] = a*E[Z*cos(Z)]", "Z ~ Normal", "-1 <= a <= 1").verdict != "error"


def test_one_for_every_law_is_the_integral_and_tells_nothing():
    assert check("E[tanh(Z)^2 + 1/cosh(Z)^2] = 1", "Z ~ Normal").verdict == "insensitive"


@pytest.mark.parametrize("statement", DIVERGENT)
def test_an_integral_that_does_not_converge_shows_nothing(statement):
    assert not check(statement, "Z ~ Normal").holds
