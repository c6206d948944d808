"""Closed forms, and means over normal numbers."""

from lemmata import Settings
from lemmata.theory.mfld.ksd_variational_inference import claim

settings = Settings(
    claim,
    examples=({"l": 0.7, "x": 1.3, "y": -0.5, "ε": 0.3, "n": 10},),
    core=(1, 6),
    rest=(0, 0),
    replicates=(2**14, 2**17),
    first=2**12,
    search=(20, 200),
)
