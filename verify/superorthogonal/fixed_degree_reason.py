"""Enclosed integrals along M up to 1e8."""

from lemmata.theory.superorthogonal.fixed_degree_reason import claim
from lemmata.verify import bind

fixed_degree_reason = bind(claim, points=(0, 0), examples=({"g": "he3"}, {"g": "he3_he5"}), resolution=(0.01, 0.001))
