"""Matrix words, flows, and means over the sphere."""

from lemmata import Settings
from lemmata.theory.rf_poly.kernel_approximation import claim

settings = Settings(claim, core=(2, 8), rest=(0, 0), replicates=(2**17, 2**20), first=2**14, chunk=2**14)
