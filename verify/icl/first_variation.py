"""Derivatives by automatic differentiation of the compiled loss."""

from lemmata import Settings
from lemmata.theory.icl.first_variation import claim

settings = Settings(claim, core=(4, 24), rest=(1, 8), search=(6, 200))
