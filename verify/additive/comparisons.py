"""Counts, no simulation."""

from lemmata import Settings
from lemmata.theory.additive.comparisons import claim

CORNER = {"M": 8, "d": 64, "k": 3, "p": 4}
settings = Settings(claim, examples=(CORNER, {**CORNER, "M": 1, "d": 1}), core=(4, 40), rest=(2, 20), search=(50, 1000))
