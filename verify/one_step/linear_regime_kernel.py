"""Kernel matrices on drawn points of the sphere; the rest is compiled from the statements."""

from lemmata import Settings
from lemmata.numerics.models.one_step.linear_kernel import distances
from lemmata.theory.one_step.linear_regime_kernel import claim

settings = Settings(
    claim,
    core=(2, 8),
    rest=(0, 2),
    replicates=(768, 2**12),
    first=768,
    chunk=64,
    calls=4,
    kurtosis={"main": 10, "constant": 10, "bend": 10, "frobenius": 10},
    procedures={"distances": distances},
)
