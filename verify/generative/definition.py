"""The exponents of the listed links, by exact arithmetic and balls; the boundary terms are sampled."""

from lemmata import Settings
from lemmata.theory.generative.definition import claim

settings = Settings(claim, core=(5, 30), rest=(0, 0), replicates=(2**16, 2**20), first=2**14)
