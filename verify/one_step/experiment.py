"""Whole runs at d = 64; all step sizes from the same numbers, population risks exact given the weights.

In a pilot with keys of its own the risks had kurtosis up to 3.9.
"""

from lemmata import Settings
from lemmata.numerics.models.one_step.erf_network import powers, ridge
from lemmata.numerics.random.draw import in_single
from lemmata.theory.one_step.experiment import claim

settings = Settings(
    claim,
    core=(1, 1),
    rest=(0, 0),
    replicates=(384, 2**11),
    first=384,
    chunk=64,
    calls=4,
    kurtosis=dict.fromkeys(claim.parts, 6),
    procedures={"powers": in_single(powers), "ridge_run": in_single(ridge)},
)
