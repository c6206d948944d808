"""Regressions on drawn points, with risks exact given the points; n = 30 to 90 in d = 10 to 14."""

from lemmata import Settings
from lemmata.numerics.models.kernel_regression.kernel_ridge import fitted
from lemmata.numerics.random.draw import in_single
from lemmata.theory.krr.refined import claim

POINT = {"λ": 0.1, "σ²": 0.1, "ν": 0.02, **dict(zip(("c_0", "c_1", "c_2", "c_3"), (1.0, 1.0, 0.5, 0.5), strict=True))}
TARGET = dict(zip(("F_0", "F_1", "F_2", "F_3"), (0.5, 1.0, 0.8, 0.4), strict=True))
settings = Settings(
    claim,
    examples=({**POINT, **TARGET, "n": 40, "d": 12}, {**POINT, **TARGET, "n": 80, "d": 10}),
    core=(1, 6),
    rest=(0, 0),
    replicates=(2**13, 2**14),
    first=512,
    chunk=128,
    calls=4,
    kurtosis={"main": 10, "degree_1": 10, "degree_2": 10},
    procedures={"fitted": in_single(fitted)},
)
