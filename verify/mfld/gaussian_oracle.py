"""The particles are run in R^d; a squared distance of normal numbers has a kurtosis of at most 15."""

from lemmata import Settings
from lemmata.theory.mfld.gaussian_oracle import claim

settings = Settings(
    claim,
    core=(2, 6),
    rest=(0, 2),
    replicates=(2**15, 2**18),
    first=2**11,
    search=(30, 300),
    kurtosis={"path": 32, "shared": 15, "own": 15},
)
