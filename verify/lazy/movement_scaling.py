"""Training runs at widths 4 to 1024; first steps are compiled from their formula."""

from lemmata import Settings
from lemmata.numerics.models.kernel_regression.lazy import descended
from lemmata.numerics.random.draw import in_single
from lemmata.theory.lazy.movement_scaling import claim

settings = Settings(
    claim,
    core=(1, 8),
    rest=(0, 2),
    size_limit=1000,
    replicates=(2**7, 2**12),
    first=64,
    chunk=128,
    calls=4,
    procedures={"descended": in_single(descended)},
)
