"""Matchings of small samples; a mean distance is far from its extremes."""

from lemmata import Settings
from lemmata.numerics.models.diffusion.points import matched
from lemmata.theory.diffusion.matched_samples import claim

settings = Settings(
    claim,
    core=(1, 4),
    rest=(0, 0),
    replicates=(1024, 4096),
    first=512,
    chunk=128,
    calls=4,
    kurtosis={"main": 5},
    procedures={"pairs": matched},
)
