"""Closed forms, and ridge regression on random features at d = 48, its population risk exact given the weights."""

from lemmata import Settings
from lemmata.numerics.models.one_step.erf_network import ridge
from lemmata.numerics.random.draw import in_single
from lemmata.theory.one_step.gep_ck import claim

settings = Settings(
    claim,
    core=(2, 10),
    rest=(0, 4),
    replicates=(1536, 2**13),
    first=1536,
    chunk=128,
    calls=4,
    kurtosis={"main": 10, "heavy": 10},
    procedures={"ridge_run": in_single(ridge)},
)
