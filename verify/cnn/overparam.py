"""Gram matrices of Gaussian noise by their Bartlett factor, exact in law; training runs in R^d."""

from lemmata import Settings
from lemmata.numerics.models.networks.cnn_capacity import FEW, fitted, overlaps
from lemmata.theory.cnn.overparam import claim

WORST = {"k": 60, "D": 200, "δ": 0.05, "n": 3, "m": 2, "d": 5, "e": 2, "M": 1.0, "c": 1.0, "σ₃": "cube"}
settings = Settings(
    claim,
    examples=(WORST,),
    **FEW,
    size_limit=400,
    replicates=(2**14, 2**15),
    first=128,
    chunk=128,
    calls=4,
    kurtosis={"normal_maximum": 10, "normal_lengths": 15},  # 4 and 6 in a pilot
    procedures={"overlaps": overlaps, "fitted": fitted},
)
