"""The experiment is compiled from the statement: inputs and injected noise are drawn."""

from lemmata import Settings
from lemmata.theory.noise_inj.weighted_ridge import claim

settings = Settings(
    claim, core=(2, 8), rest=(0, 0), replicates=(2**16, 2**20), chunk=2**15, kurtosis={"main": 500, "weights": 500}
)
