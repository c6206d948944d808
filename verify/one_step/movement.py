"""Whole first gradients at d = 12 to 48; the rest is formulas."""

from lemmata import Settings
from lemmata.numerics.models.one_step.erf_network import first_step
from lemmata.numerics.random.draw import in_single
from lemmata.theory.one_step.movement import claim

settings = Settings(
    claim,
    core=(3, 10),
    rest=(0, 4),
    replicates=(768, 2**12),
    first=768,
    chunk=128,
    calls=4,
    kurtosis={"main": 10, "operator": 10, "neuron": 10, "lazy": 10, "feature": 10},
    procedures={"first_step": in_single(first_step)},
)
