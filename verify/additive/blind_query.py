"""Gaussian integrals of one query."""

from lemmata import Settings
from lemmata.theory.additive.blind_query import claim

settings = Settings(claim, core=(0, 12), rest=(0, 4), replicates=(2**15, 2**18), search=(40, 600))
