"""Formulas alone."""

from lemmata import Settings
from lemmata.theory.sgd.equator import claim

settings = Settings(claim, examples=({"d": 16, "c": 1.0, "A": 1.0, "v": 1.0, "x": 1.0},), core=(0, 4), rest=(0, 0))
