"""Closed forms, and a whole gradient step at d = 48 before ridge regression of a fresh sample."""

from lemmata import Settings
from lemmata.numerics.models.one_step.erf_network import ridge
from lemmata.numerics.random.draw import in_single
from lemmata.theory.one_step.small_step_improvement import claim

settings = Settings(
    claim,
    core=(2, 10),
    rest=(0, 4),
    search=(60, 1000),
    replicates=(1536, 2**13),
    first=1536,
    chunk=128,
    calls=4,
    kurtosis={"runs": 10, "noisy_spike": 10},
    procedures={"ridge_run": in_single(ridge)},
)
