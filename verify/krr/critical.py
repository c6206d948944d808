"""Formulas alone: nothing is drawn."""

from lemmata import Settings
from lemmata.theory.krr.critical import claim

settings = Settings(claim, core=(3, 10), rest=(0, 6), search=(60, 1000))
