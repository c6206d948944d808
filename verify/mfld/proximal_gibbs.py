"""Formulas alone: nothing is drawn."""

from lemmata import Settings
from lemmata.theory.mfld.proximal_gibbs import claim

POINT = {"a": 1.0, "b": 2.0, "λ_2": 0.3, "m": 1.0, "s": 0.8, "c": 1.5, "u": 0.5, "w": 0.4}
settings = Settings(claim, examples=(POINT,), core=(3, 12), rest=(0, 4), search=(100, 1000))
