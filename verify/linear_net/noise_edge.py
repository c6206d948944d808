"""The experiment is compiled from the statement."""

from lemmata import Settings
from lemmata.theory.linear_net.noise_edge import claim

settings = Settings(claim, core=(3, 10), rest=(1, 4), search=(60, 600), replicates=(2**13, 2**16))
