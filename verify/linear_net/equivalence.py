"""The experiment is compiled from the statement."""

from lemmata import Settings
from lemmata.theory.linear_net.equivalence import claim

settings = Settings(claim, core=(8, 30), rest=(4, 20), search=(120, 1500))
