"""Closed forms, and fits of noise by 30 and 480 linear features in d = 30."""

from lemmata import Settings
from lemmata.numerics.models.kernel_regression.random_features import fitted
from lemmata.numerics.random.draw import in_single
from lemmata.theory.rf_poly.fewer_features import claim

POINT = {"u": 0.4, "m": 0.5, "t": 0.3, "S": 1.0, "λ": 0.2, "δ": 1.5, "ψ": 2.0}
settings = Settings(
    claim,
    examples=({**POINT, "T": 0.1, "L": 0.6, "F²": 2.0}, {**POINT, "T": 0.01, "L": 0.5, "F²": 0.1}),
    core=(1, 6),
    rest=(0, 2),
    search=(6, 300),
    replicates=(1024, 2**13),
    first=256,
    chunk=64,
    calls=4,
    kurtosis={"run": 20},
    procedures={"random_features": in_single(fitted)},
)
