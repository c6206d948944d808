"""Gaussian designs with fewer rows than columns, and a uniform direction."""

from lemmata.numerics.models.single_index.links import row_space_overlaps
from lemmata.theory.generative.information_theoretic import claim
from lemmata.verify import experiment


@experiment(
    claim,
    points=(8, 24),
    resolution=(0.05, 0.03),
    replicates=(2**15, 2**17),
    first=512,
    examples=({"d": 2, "n": 1}, {"d": 5, "n": 0}),
)
def information_theoretic(p, draw):
    return row_space_overlaps(p.d, p.n, draw)
