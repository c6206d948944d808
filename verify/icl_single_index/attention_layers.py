"""Layers of attention on whole token matrices against gradient descent on the same prompt."""

from lemmata import Settings
from lemmata.theory.icl_single_index.attention_layers import claim

settings = Settings(claim, core=(1, 16), rest=(0, 6), search=(60, 1000))
