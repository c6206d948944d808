"""Closed forms, and regressions on 200 points in d = 40."""

from lemmata import Settings
from lemmata.numerics.models.kernel_regression.kernel_ridge import fitted
from lemmata.numerics.random.draw import in_single
from lemmata.theory.krr.staircase import claim

settings = Settings(
    claim,
    core=(2, 8),
    rest=(0, 4),
    replicates=(512, 2**12),
    first=128,
    chunk=32,
    calls=4,
    kurtosis={"run": 10, "run_second": 10},
    procedures={"fitted": in_single(fitted)},
)
