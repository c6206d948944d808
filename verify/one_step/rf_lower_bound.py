"""Closed forms, and gradient steps at d = 40 and 50 before the second layer is fitted; its risks are exact given the weights."""

from lemmata import Settings
from lemmata.numerics.models.one_step.erf_network import floors
from lemmata.theory.one_step.rf_lower_bound import claim

settings = Settings(
    claim,
    core=(2, 10),
    rest=(0, 4),
    search=(60, 1000),
    replicates=(160, 5120),  # in full nothing is assumed of the kurtosis: fewer than 4500 give no interval
    first=(160, 320),
    chunk=32,
    calls=4,
    procedures={"floors": floors},
)
