"""Slopes by differentiation."""

from lemmata import Settings
from lemmata.theory.additive.fixed_points import claim

EXAMPLE = {"k": 3, "s": 2, "c": 1.0, "c_1": 1.0, "c_2": 1.5}
settings = Settings(claim, examples=(EXAMPLE,), core=(0, 10), rest=(0, 4))
