"""A round of the algorithm by automatic differentiation of the whole network; the drift sampled and in closed form."""

from lemmata import Settings
from lemmata.theory.sgd.algorithm1 import claim

EXAMPLE = {"d": 8, "N": 3, "η": 0.5, "ξ": 0.2, "σ": "mixed", "a": 0.6, "z": 3.0, "δ": 0.3}
settings = Settings(claim, examples=(EXAMPLE,), core=(0, 8), rest=(0, 4), replicates=(2**14, 2**18), search=(0, 0))
