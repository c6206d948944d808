"""Certified switches, one point for every k."""

from lemmata import Settings
from lemmata.theory.generative.examples_any_k import claim

settings = Settings(claim, core=(3, 30), rest=(0, 0), examples=tuple({"k": k, "a": 0.3} for k in (3, 4, 5, 6)))
