"""Algebra of arbitrary layers and tokens: nothing is drawn but instances."""

from lemmata import Settings
from lemmata.theory.icl_linear.attention_reduction import claim

settings = Settings(claim, core=(6, 20), rest=(0, 6))
