"""The reduced flow of particle systems."""

from lemmata import Settings
from lemmata.numerics.models.feature_attention.icl_scales import learned
from lemmata.numerics.random.draw import in_single
from lemmata.theory.icl_nonparam.limit import claim

settings = Settings(
    claim,
    core=(0, 1),
    rest=(0, 0),
    search=(60, 3000),
    size_limit=2500,  # of the points that are searched: paths of many steps
    replicates=(128, 512),
    first=64,
    chunk=64,
    calls=4,
    procedures={"learned": in_single(learned)},
)
