"""Neurons drawn; the squared error of a mean of bounded features times normal heads."""

from lemmata import Settings
from lemmata.theory.mfld.mean_field_limit import claim

settings = Settings(
    claim,
    examples=({"M": 5, "ρ": 0.5, "ω": 0.7, "z": 0.8}, {"M": 2, "ρ": 1.5, "ω": 1.7, "z": 1.5}),
    core=(0, 6),
    rest=(0, 0),
    replicates=(2**15, 2**19),
    first=2**12,
    search=(20, 200),
)
