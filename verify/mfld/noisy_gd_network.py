"""Neurons run, against constants from a grid; their ratio is a mean over time of a smooth function of many normal numbers."""

from lemmata import Settings
from lemmata.numerics.models.langevin import quadratic
from lemmata.theory.mfld.noisy_gd_network import claim

settings = Settings(
    claim,
    examples=({"N": 20, "η": 0.4, "λ_2": 0.2},),
    core=(0, 1),
    rest=(0, 0),
    replicates=(1024, 2**13),
    first=256,
    chunk=256,
    calls=4,
    search=(10, 100),
    kurtosis={"main": 10},
    procedures={"particles": quadratic.ratio},
)
