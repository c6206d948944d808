"""The fixed point of untrained features on drawn parameters, and real networks before and after a step at d = p = 60."""

from lemmata import Settings
from lemmata.numerics.models.spiked_features.sine import stepped
from lemmata.numerics.random.draw import in_single
from lemmata.theory.srf.beats_linear import claim

settings = Settings(
    claim,
    core=(1, 6),
    rest=(0, 2),
    search=(8, 200),
    replicates=(512, 2**12),
    first=512,
    chunk=16,
    calls=4,
    kurtosis=dict.fromkeys(("before", "after", "not_always"), 10),
    procedures={"stepped": in_single(stepped)},
)
