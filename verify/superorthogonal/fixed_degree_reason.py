"""Quadrature along M up to 1e8; the factor of the other tasks is sampled."""

from lemmata import Settings
from lemmata.theory.superorthogonal.fixed_degree_reason import claim

settings = Settings(claim, core=(4, 12), rest=(0, 0), replicates=(2**16, 2**20), first=2**14)
