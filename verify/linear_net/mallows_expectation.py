"""The experiment is compiled from the statement."""

from lemmata import Settings
from lemmata.theory.linear_net.mallows_expectation import claim

settings = Settings(claim, core=(4, 12), rest=(1, 4), replicates=(2**16, 2**18))
