"""Slopes by differentiation."""

from lemmata import Settings
from lemmata.theory.sgd.normalised_step import claim

settings = Settings(claim, examples=({"m": 0.5, "z": 1.0, "u": 0.5, "r²": 16.0},), core=(0, 4), rest=(0, 0))
