"""Formulas alone: nothing is drawn."""

from lemmata import Settings
from lemmata.theory.diffusion.bias_variance import claim

settings = Settings(claim, examples=({"s": 2.0, "d": 3, "n": 10**6, "N": 400.0},), core=(4, 16), rest=(0, 4), search=(40, 400))
