"""Closed forms, and fits by 10, 30 and 90 features of 30 points in d = 20."""

from lemmata import Settings
from lemmata.numerics.models.kernel_regression.random_features import fitted
from lemmata.numerics.random.draw import in_single
from lemmata.theory.rf_poly.double_descent import claim

settings = Settings(
    claim,
    core=(2, 8),
    rest=(0, 4),
    replicates=(1024, 2**13),
    first=256,
    chunk=256,
    calls=4,
    procedures={"random_features": in_single(fitted)},
)
