"""Particles run, against constants from a grid; the ratio had a kurtosis of at most 4 in a pilot with keys of its own."""

from lemmata import Settings
from lemmata.numerics.models.langevin import quadratic
from lemmata.theory.mfld.mmd_density_estimation import claim


def three(p, draw):
    least, space, _, other = quadratic.predicted_of(p, draw)
    above = 3 * (quadratic.three(p, draw)["value"] - least)
    return {"ratio": above / space, "once": above / other}


settings = Settings(
    claim,
    examples=({"N": 12, "η": 0.2, "λ_2": 0.05, "h": 0.7, "σ": 0.4, "x": 0.3, "y": -0.5},),
    core=(0, 1),
    rest=(0, 0),
    replicates=(512, 2048),
    first=128,
    chunk=128,
    calls=4,
    search=(10, 100),
    kurtosis={"main": 5, "three": 5},  # the latter a mean of 512 draws
    procedures={"particles": quadratic.ratio, "three": three},
)
