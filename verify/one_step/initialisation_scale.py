"""The experiment is compiled from the statement: weights and data are drawn in full, on both sides of every identity."""

from lemmata import Settings
from lemmata.theory.one_step.initialisation_scale import claim

settings = Settings(claim, core=(6, 12), rest=(1, 4), size_limit=1000, replicates=(2**19, 2**20))
