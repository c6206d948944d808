"""Exact arithmetic in Q(√(11163552839/38)); there is nothing to draw."""

from lemmata import Settings
from lemmata.theory.superorthogonal.slide_polynomial import claim

settings = Settings(claim, core=(1, 1), rest=(0, 0))
