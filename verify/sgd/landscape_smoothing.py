"""Neighbours of w and gradients of the averaged activation in R^d; the rest is exact."""

from lemmata import Settings
from lemmata.theory.sgd.landscape_smoothing import claim

POINTS = ((3, 6, 0.3, 2.0), (3, 10, 0.2, 1.0), (4, 12, 0.3, 2.0), (5, 8, 0.1, 1.5))
EXAMPLES = tuple({"k": k, "d": d, "m": m, "λ": lam} for k, d, m, lam in POINTS)
settings = Settings(claim, examples=EXAMPLES, core=(1, 5), rest=(0, 1), replicates=(2**18, 2**20), resolution=(0.1, 0.08))
