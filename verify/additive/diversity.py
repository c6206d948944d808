"""Gram matrices of random directions by their Cholesky factors; quantiles of the maximum at M = d^(1/2) up to e^1024."""

from math import log

from lemmata.numerics.models.additive.additive import random_overlaps
from lemmata.theory.additive.diversity import claim
from lemmata.verify import experiment


@experiment(claim, points=(4, 10), resolution=(0.05, 0.02), replicates=(2**16, 2**20), first=1024)
def diversity(p, draw):
    return random_overlaps(int(p.M), int(p.d), p.a * 4 * log(p.M) / p.d, draw)
