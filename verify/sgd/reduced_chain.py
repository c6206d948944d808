"""The experiment is compiled from the statement: SGD in R^d beside the chain, at dimensions where wrong chains differ visibly."""

from lemmata import Settings
from lemmata.theory.sgd.reduced_chain import claim

EXAMPLE = {"d": 4, "T": 8, "η": 0.4, "ξ": 0.4, "m0": 0.3, "θ,v:style": "generic"}
settings = Settings(
    claim,
    core=(1, 10),
    rest=(0, 0),
    resolution=(0.03, 0.01),
    replicates=(2**16, 2**19),
    examples=(EXAMPLE,),
    kurtosis=dict.fromkeys(("main", "square", "oscillation", "online", "fresh_second_sample", "squared_loss"), 10),
)
