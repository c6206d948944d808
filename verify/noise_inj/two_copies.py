"""The experiment is compiled from the statement: inputs and injected noise are drawn."""

from lemmata import Settings
from lemmata.theory.noise_inj.two_copies import claim

settings = Settings(claim, core=(1, 6), rest=(0, 0), replicates=(2**16, 2**20), chunk=2**15, kurtosis={"main": 500})
