"""Formulas alone: nothing is drawn."""

from lemmata import Settings
from lemmata.theory.rf_poly.critical import claim

settings = Settings(claim, core=(2, 8), rest=(0, 4))
