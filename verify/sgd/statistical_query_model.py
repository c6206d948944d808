"""Exact failure probabilities by balls; adaptive queries, one normal query and uniform directions by simulation."""

from lemmata.numerics.models.single_index.queries import adaptive_query, informative_direction, mean_within
from lemmata.theory.sgd.statistical_query_model import claim
from lemmata.verify import experiment

ONE = {"q": 1, "delta": 0.1, "tau": 0.05, "d": 20, "k": 3, "n": 60}
MANY = {"q": 1000, "delta": 0.01, "tau": 0.05, "d": 20, "k": 4, "n": 40}
SMALL = {"q": 100, "delta": 0.1, "tau": 0.02, "d": 20, "k": 3, "n": 60}


@experiment(claim, examples=(ONE, MANY, SMALL), points=(1, 12), resolution=(0.1, 0.03), first=256, replicates=(2**14, 2**16))
def statistical_query_model(p, draw):
    informative = informative_direction(p.d, p.k, p.tau, draw)
    return {**adaptive_query(p.d, p.n, draw), "within": mean_within(p.n, draw), "informative": informative}
