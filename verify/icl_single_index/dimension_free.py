"""Neurons in a random plane S of R^d and Γ from Phase II on 600 tasks; tasks and prompts in R^d."""

from lemmata import Settings
from lemmata.numerics.models.in_context.icl_single_index import RUNS
from lemmata.theory.icl_single_index.dimension_free import claim

settings = Settings(claim, core=(1, 10), rest=(0, 0), **RUNS)
