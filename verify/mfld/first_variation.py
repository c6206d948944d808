"""Formulas alone: nothing is drawn."""

from lemmata import Settings
from lemmata.theory.mfld.first_variation import claim

settings = Settings(claim, core=(3, 12), rest=(0, 2), search=(20, 300))
