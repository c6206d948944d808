"""Rational arithmetic at every point; the pair of the derivation is always judged."""

from lemmata.theory.hermite.gradient_series import claim
from lemmata.verify import bind

PAIR = {"p": 3, "alpha": (0, 0, 1, 3), "beta": (0, 1, -2, 1), "q": 3}
gradient_series = bind(claim, points=(7, 200), examples=(PAIR,))
