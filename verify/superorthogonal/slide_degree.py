"""Exact discriminants; there is nothing to draw."""

from lemmata import Settings
from lemmata.theory.superorthogonal.slide_degree import claim

settings = Settings(claim, core=(1, 1), rest=(0, 0))
