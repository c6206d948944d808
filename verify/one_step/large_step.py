"""Closed forms, and whole runs at d = 48, population risks exact given the weights."""

from lemmata import Settings
from lemmata.numerics.models.one_step.erf_network import ridge
from lemmata.theory.one_step.large_step import claim

settings = Settings(
    claim,
    core=(2, 8),
    rest=(0, 4),
    search=(100, 1000),
    replicates=(192, 5120),  # in full nothing is assumed of the kurtosis: fewer than 4500 give no interval
    first=(192, 320),
    chunk=48,
    calls=4,
    procedures={"ridge_run": ridge},
)
