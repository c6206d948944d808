"""Closed forms, and kernel ridge regression on points drawn on the sphere, its risk exact given the points."""

from lemmata import Settings
from lemmata.theory.krr.double_descent import claim

BOTH = ({"δ": 0.3}, {"δ": 0.5}, {"δ": 0.7}, {"δ": 1.5}, {"δ": 2.0}, {"δ": 3.0})
POINT = {"u": 0.5, "L": 0.1, "S": 0.5, "F²": 1.0, "n": 30, "d": 8, "λ": 0.2, "σ²": 0.2, "y": 10.0}
settings = Settings(
    claim,
    examples=tuple({**POINT, **place} for place in BOTH),
    core=(0, 8),
    rest=(0, 2),
    replicates=(2048, 2**14),
    first=512,
    chunk=512,
    kurtosis={"drawn": 10},
)
