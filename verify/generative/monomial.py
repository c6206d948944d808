"""Exact moments of powers: random polynomials, even and odd ones, and the two that need the most."""

from lemmata.theory.generative.monomial import HARD, claim
from lemmata.verify import bind

monomial = bind(
    claim,
    points=(20, 300),
    examples=(
        {"p": 3, "a": (0, 0, 0, 1), "kind": 0},
        {"p": 5, "a": HARD, "kind": 0},
        {"p": 4, "a": (0, 0, 0, 0, 1), "kind": 0},
    ),
)
