"""Formulas alone: nothing is drawn."""

from lemmata import Settings
from lemmata.theory.kernel_spectrum.refined import claim

settings = Settings(claim, core=(3, 10), rest=(0, 0))
