"""Sizes of correlations, and exponents."""

from lemmata import Settings
from lemmata.theory.additive.csq_sq import claim

EXAMPLE = {"k": 3, "γ": 0.5, "ρ": 2.0, "d": 5, "i": 0, "j": 0}
settings = Settings(claim, examples=(EXAMPLE,), core=(0, 12), rest=(0, 4), replicates=(2**15, 2**18), search=(40, 600))
