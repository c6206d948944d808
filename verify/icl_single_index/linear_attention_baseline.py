"""Prompts in R^d."""

from lemmata import Settings
from lemmata.theory.icl_single_index.linear_attention_baseline import claim

settings = Settings(claim, core=(1, 16), rest=(0, 6), search=(60, 1000), replicates=(2**14, 2**19))
