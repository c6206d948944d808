"""Quantiles at M = d^(1/2) up to e^256."""

from lemmata import Settings
from lemmata.theory.additive.diversity import claim

EXAMPLE = {"D": 100.0, "L": 10.0, "δ": 1.0, "η": 0.0, "ζ": 0.0}
settings = Settings(claim, examples=(EXAMPLE,), core=(0, 8), rest=(0, 4))
