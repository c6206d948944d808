"""Gram matrices of Gaussian noise by their Bartlett factor, exact in law; training runs in R^d."""

from lemmata import Settings
from lemmata.numerics.models.networks.cnn_capacity import FEW, fitted, overlaps
from lemmata.theory.cnn.overparam import claim

settings = Settings(
    claim,
    **FEW,
    size_limit=400,
    replicates=(2048, 4096),
    first=128,
    chunk=128,
    calls=4,
    kurtosis={"normal_maximum": 10, "normal_lengths": 15},  # 4 and 6 in a pilot
    procedures={"overlaps": overlaps, "fitted": fitted},
)
