"""Formulas alone: nothing is drawn."""

from lemmata import Settings
from lemmata.theory.diffusion.trunc_low import claim

settings = Settings(claim, examples=({"w": 0.3, "h": 1.0, "σ": 0.3, "n": 10**4},), core=(2, 8), rest=(0, 2), search=(30, 300))
