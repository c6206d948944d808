"""Outer roots as balls: random polynomials, even ones, nearly even ones, and ones even about another centre."""

from lemmata.theory.generative.polynomial_at_most_2 import claim
from lemmata.verify import bind

polynomial_at_most_2 = bind(
    claim,
    points=(24, 300),
    examples=(
        {"p": 2, "e": (0, 0, 1), "shape": 0},
        {"p": 2, "e": (0, 1, 1), "shape": 0},
        {"p": 3, "e": (-1, -3, 1, 1), "shape": 0},
        {"p": 4, "e": (3, 0, -6, 0, 1), "shape": 0},
        {"p": 1, "e": (0, 1), "shape": 3},
    ),
)
