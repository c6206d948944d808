"""Closed forms against iterated fixed points along widths, and a real step at d = p = 100."""

from lemmata import Settings
from lemmata.numerics.models.spiked_features.sine import stepped
from lemmata.numerics.random.draw import in_single
from lemmata.theory.srf.learning_rate import claim

settings = Settings(
    claim,
    core=(1, 6),
    rest=(0, 2),
    replicates=(1024, 2**12),
    first=512,
    chunk=16,
    calls=4,
    kurtosis={"real": 10},
    procedures={"stepped": in_single(stepped)},
)
