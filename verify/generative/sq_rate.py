"""Exact moments of the overlap along a ladder of dimensions; the terms of the expansion are sampled."""

from lemmata import Settings
from lemmata.theory.generative.sq_rate import claim

settings = Settings(claim, core=(5, 20), rest=(0, 0), replicates=(2**18, 2**21), first=2**15, chunk=2**16)
