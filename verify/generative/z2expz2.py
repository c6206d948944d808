"""Normals with the level set of a random ratio; the partner of each preimage by Lambert's function."""

from lemmata.numerics.models.single_index.links import bump_levels
from lemmata.theory.generative.z2expz2 import claim
from lemmata.verify import experiment


@experiment(claim, points=(8, 60), resolution=(0.1, 0.03), replicates=(2**16, 2**21), first=1024)
def z2expz2(p, draw):
    return bump_levels(p.r, draw)
