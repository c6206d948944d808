"""Whole runs at d = 64; all step sizes from the same numbers, population risks exact given the weights."""

from lemmata import Settings
from lemmata.numerics.models.one_step.erf_network import powers
from lemmata.theory.one_step.experiment import claim

settings = Settings(
    claim, core=(1, 1), rest=(0, 0), replicates=(160, 2**10), first=160, chunk=32, calls=4, procedures={"powers": powers}
)
