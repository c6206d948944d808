"""Formulas alone: nothing is drawn."""

from lemmata import Settings
from lemmata.theory.mfld.gld_wgf import claim

POINT = {"κ": 1.5, "β": 2.0, "r": 1.0, "w": 0.8, "τ": 0.1, "t": 1.0, "V_0": 3.0, "V": 0.7, "n": 64}
settings = Settings(claim, examples=(POINT,), core=(2, 10), rest=(0, 0), search=(30, 300))
