"""Inputs in R^d for one task; directions of tasks on the sphere of S."""

from lemmata import Settings
from lemmata.theory.icl_single_index.one_neuron import claim

settings = Settings(claim, core=(2, 16), rest=(0, 4), replicates=(2**16, 2**19), search=(100, 1000))
