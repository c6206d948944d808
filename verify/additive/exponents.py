"""Exponents, no simulation."""

from lemmata import Settings
from lemmata.theory.additive.exponents import claim

EXAMPLE = {"γ": 0.5, "k": 3, "p": 4, "ρ": 2.0}
settings = Settings(claim, examples=(EXAMPLE,), core=(4, 40), rest=(2, 20), search=(50, 1000))
