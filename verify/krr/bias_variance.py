"""Formulas alone: nothing is drawn."""

from lemmata import Settings
from lemmata.theory.krr.bias_variance import claim

settings = Settings(claim, core=(6, 20), rest=(2, 10), search=(60, 1000))
