"""Whole gradients at d = 12 to 48; the rest is compiled from the statements."""

from lemmata import Settings
from lemmata.numerics.models.one_step.erf_network import remainder
from lemmata.numerics.random.draw import in_single
from lemmata.theory.one_step.rank_one import claim

settings = Settings(
    claim,
    core=(3, 10),
    rest=(0, 2),
    replicates=(1536, 2**12),
    first=768,
    chunk=128,
    calls=4,
    kurtosis={"main": 10, "correlation": 10},
    procedures={"remainder": in_single(remainder)},
)
