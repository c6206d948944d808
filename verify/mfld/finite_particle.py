"""Formulas by automatic differentiation: nothing is drawn."""

from lemmata import Settings
from lemmata.theory.mfld.finite_particle import claim

settings = Settings(claim, core=(3, 12), rest=(0, 0), search=(20, 300))
