"""Exact elimination and lists; the coefficients of low degree are sampled."""

from lemmata import Settings
from lemmata.theory.generative.monomial import claim

settings = Settings(claim, core=(2, 10), rest=(0, 0), replicates=(2**15, 2**20))
