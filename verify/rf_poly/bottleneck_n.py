"""Closed forms, and fits by random features and by the kernel on 20 points in d = 10."""

from lemmata import Settings
from lemmata.numerics.models.kernel_regression import kernel_ridge, random_features
from lemmata.numerics.random.draw import in_single
from lemmata.theory.rf_poly.bottleneck_n import claim

settings = Settings(
    claim,
    core=(2, 8),
    rest=(0, 4),
    replicates=(1024, 2**13),
    first=256,
    chunk=32,
    calls=4,
    kurtosis={"run": 10, "run_below": 10},
    procedures={"random_features": in_single(random_features.fitted), "fitted": in_single(kernel_ridge.fitted)},
)
