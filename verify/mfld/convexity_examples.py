"""Formulas alone: nothing is drawn."""

from lemmata import Settings
from lemmata.theory.mfld.convexity_examples import claim

settings = Settings(claim, core=(3, 12), rest=(0, 4), search=(30, 400))
