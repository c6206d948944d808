"""Directions of tasks on the sphere of S, with the derivative by automatic differentiation."""

from lemmata import Settings
from lemmata.theory.icl_single_index.phase1_direction import claim

settings = Settings(claim, core=(2, 16), rest=(0, 4), replicates=(2**16, 2**19), search=(100, 1000))
