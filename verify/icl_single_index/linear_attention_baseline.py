"""Prompts in R^d; layers of attention on whole token matrices against gradient descent on the same prompt."""

from lemmata import Settings
from lemmata.theory.icl_single_index.linear_attention_baseline import claim

settings = Settings(claim, core=(4, 16), rest=(1, 6), search=(100, 1000))
