"""Gram matrices of Gaussian noise by their Bartlett factor, exact in law; training runs in R^d."""

from lemmata import Settings
from lemmata.numerics.models.networks.cnn_capacity import FEW, fitted, overlaps
from lemmata.theory.cnn.overparam import claim

settings = Settings(
    claim,
    **FEW,
    size_limit=400,
    replicates=(1024, 4096),
    first=128,
    chunk=128,
    calls=4,
    procedures={"overlaps": overlaps, "fitted": fitted},
)
