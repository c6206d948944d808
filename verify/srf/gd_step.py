"""One gradient step and one ridge regression are run at d = p = 80."""

from lemmata import Settings
from lemmata.numerics.models.spiked_features.sine import stepped
from lemmata.numerics.random.draw import in_single
from lemmata.theory.srf.gd_step import claim

settings = Settings(
    claim,
    replicates=(1024, 2**12),
    first=512,
    chunk=16,
    calls=4,
    kurtosis=dict.fromkeys(claim.parts, 10),
    procedures={"stepped": in_single(stepped)},
)
