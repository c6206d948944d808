"""Exponents by exact arithmetic and balls; conditional means over the preimages; level sets sampled."""

from lemmata import Settings
from lemmata.theory.generative.z2expz2 import claim

settings = Settings(claim, core=(4, 30), rest=(1, 6), replicates=(2**18, 2**21), first=2**16, chunk=2**16)
