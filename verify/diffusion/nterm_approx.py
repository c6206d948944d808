"""Formulas alone: nothing is drawn."""

from lemmata import Settings
from lemmata.theory.diffusion.nterm_approx import claim

settings = Settings(claim, examples=({"a": 0.1, "N": 8},), core=(3, 8), rest=(0, 0), search=(10, 100))
