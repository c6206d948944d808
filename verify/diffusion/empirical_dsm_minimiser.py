"""Formulas alone: nothing is drawn."""

from lemmata import Settings
from lemmata.theory.diffusion.empirical_dsm_minimiser import claim

settings = Settings(claim, core=(4, 16), rest=(0, 4), search=(40, 400))
