"""Gradients by automatic differentiation of the loss over all prompts."""

from lemmata import Settings
from lemmata.theory.icl_single_index.algorithm2 import claim

settings = Settings(claim, core=(2, 24), rest=(0, 8), search=(60, 1000), size_limit=1000)
