"""The run in R^d and the chain, side by side, at dimensions where wrong chains differ visibly."""

from lemmata import Settings
from lemmata.theory.sgd.reduced_chain import claim

EXAMPLE = {"d": 3, "T": 8, "η": 0.4, "ξ": 0.4, "m0": 0.3}
settings = Settings(claim, core=(0, 4), rest=(0, 2), replicates=(2**14, 2**17), search=(0, 0), examples=(EXAMPLE,))
