"""Features are drawn at d = 75, p = 60, n = 96; the law is iterated."""

from lemmata import Settings
from lemmata.numerics.models.spiked_features.sine import spiked
from lemmata.numerics.random.draw import in_single
from lemmata.theory.srf.spectrum import claim

settings = Settings(
    claim,
    core=(1, 6),
    rest=(0, 2),
    replicates=(1024, 2**12),
    first=512,
    chunk=64,
    calls=4,
    kurtosis={"main": 10, "farther": 10},
    procedures={"spiked": in_single(spiked)},
)
