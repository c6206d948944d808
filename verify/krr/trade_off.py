"""Regressions on 60 points drawn on the sphere in d = 12; their risks and coefficients are exact given the points."""

from lemmata import Settings
from lemmata.numerics.models.kernel_regression.kernel_ridge import fitted
from lemmata.numerics.random.draw import in_single
from lemmata.theory.krr.trade_off import claim

settings = Settings(
    claim,
    core=(1, 1),
    rest=(0, 0),
    replicates=(3 * 2**12, 2**15),
    first=1024,
    chunk=256,
    calls=4,
    kurtosis={"main": 8, "variance": 8},
    procedures={"fitted": in_single(fitted)},
)
