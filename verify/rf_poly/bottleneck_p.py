"""Closed forms, and best combinations of 20 to 90 drawn features in d = 10 to 14."""

from lemmata import Settings
from lemmata.numerics.models.kernel_regression.random_features import projected
from lemmata.theory.rf_poly.bottleneck_p import claim

settings = Settings(
    claim,
    core=(2, 8),
    rest=(0, 0),
    replicates=(1024, 2**13),
    first=256,
    chunk=128,
    calls=4,
    kurtosis={"approximation": 10},
    procedures={"projected": projected},
)
