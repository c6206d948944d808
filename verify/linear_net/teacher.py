"""The experiment is compiled from the statement."""

from lemmata import Settings
from lemmata.theory.linear_net.teacher import claim

settings = Settings(claim, core=(4, 12), rest=(1, 4))
