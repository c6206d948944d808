"""Whole numbers, and points of the plane with all lines through 0."""

from lemmata import Settings
from lemmata.numerics.models.networks.cnn_capacity import FEW, halfplanes
from lemmata.theory.cnn.capacity import claim

settings = Settings(
    claim,
    examples=({"n": 5, "d": 3}, {"n": 8, "d": 2}),
    **FEW,
    replicates=(2048, 2**14),
    first=512,
    procedures={"halfplanes": halfplanes},
)
