"""Formulas alone: nothing is drawn."""

from lemmata import Settings
from lemmata.theory.contrastive.loss import claim

settings = Settings(claim, examples=({"M": 2, "τ": 0.5, "s": 3.0, "b": -3.0},), core=(2, 12), rest=(0, 0), search=(40, 400))
