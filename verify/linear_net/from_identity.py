"""The experiment is compiled from the statement."""

from lemmata import Settings
from lemmata.theory.linear_net.from_identity import claim

settings = Settings(claim, core=(4, 20), rest=(1, 12), search=(4, 1000))
