"""Counts and exponents, no simulation."""

from lemmata import Settings
from lemmata.theory.additive.comparisons import claim

CORNER = {"M": 8, "d": 64, "γ": 0.5, "k": 3, "p": 4, "ρ": 2.0}
settings = Settings(claim, examples=(CORNER, {**CORNER, "M": 1, "d": 1}), core=(4, 40), rest=(2, 20), search=(50, 1000))
