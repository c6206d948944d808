"""Closed forms, and whole first gradients at d = 64 with the largest singular value of what they leave."""

from lemmata import Settings
from lemmata.numerics.models.one_step.erf_network import leading
from lemmata.numerics.random.draw import in_single
from lemmata.theory.one_step.spike_bbp import claim

settings = Settings(
    claim,
    core=(2, 10),
    rest=(0, 4),
    replicates=(768, 2**12),
    first=768,
    chunk=128,
    calls=4,
    kurtosis={"main": 10, "target": 10, "outer": 10, "below": 10, "no_overlap": 10},
    procedures={"leading": in_single(leading)},
)
