"""The flows of particle systems, and formulas."""

from lemmata import Settings
from lemmata.numerics.models.feature_attention.icl_scales import separated
from lemmata.theory.icl_nonparam.timescale_separation import claim

settings = Settings(
    claim,
    core=(16, 16),
    rest=(0, 4),
    search=(20, 300),
    replicates=(128, 512),
    first=64,
    chunk=64,
    calls=4,
    procedures={"separated": separated},
)
