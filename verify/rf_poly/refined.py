"""Regressions on drawn points and weights, with risks exact given both: n = 30 to 60, p = 90 to 120 in d = 10 to 14."""

from lemmata import Settings
from lemmata.numerics.models.kernel_regression.random_features import fitted
from lemmata.numerics.random.draw import in_single
from lemmata.theory.rf_poly.refined import claim

POINT = {"λ": 0.1, "σ²": 0.1, "ν": 0.2, "d": 12}
ACTIVATION = dict(zip(("μ_0", "μ_1", "μ_2", "μ_3"), (0.4, 0.6, 0.5, 0.5), strict=True))
TARGET = dict(zip(("F_0", "F_1", "F_2", "F_3"), (0.4, 0.7, 0.8, 0.4), strict=True))
settings = Settings(
    claim,
    examples=(
        {**POINT, **ACTIVATION, **TARGET, "n": 40, "p": 80},
        {**POINT, **ACTIVATION, **TARGET, "μ_1": 0.7, "μ_2": 0.7, "μ_3": 0.2, "λ": 0.05, "n": 60, "p": 90},
    ),
    core=(1, 6),
    rest=(0, 0),
    replicates=(2048, 2**14),
    first=512,
    chunk=128,
    calls=4,
    kurtosis={"main": 15},
    procedures={"random_features": in_single(fitted)},
)
