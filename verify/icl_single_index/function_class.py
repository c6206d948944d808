"""Directions of a random subspace of R^d."""

from lemmata import Settings
from lemmata.theory.icl_single_index.function_class import claim

settings = Settings(claim, core=(4, 20), rest=(1, 4))
