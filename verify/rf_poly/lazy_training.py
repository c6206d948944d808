"""Networks of 100 and 400 features trained on 15 samples in d = 6."""

from lemmata import Settings
from lemmata.numerics.models.kernel_regression.lazy import trained
from lemmata.numerics.random.draw import in_single
from lemmata.theory.rf_poly.lazy_training import claim

settings = Settings(
    claim,
    core=(1, 1),
    rest=(0, 0),
    replicates=(512, 2**12),
    first=128,
    chunk=64,
    calls=4,
    procedures={"trained": in_single(trained)},
)
