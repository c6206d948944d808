"""The experiment is compiled from the statement."""

from lemmata import Settings
from lemmata.theory.linear_net.noise_selected import claim

settings = Settings(claim, replicates=(2**13, 2**16))
